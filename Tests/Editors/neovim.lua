-- What people do in Neovim, against what the command line does: run by Tests/Editors/run in a folder with the packs.
local pace = os.getenv("PACE")
local failed = 0

local function check(name, ok, detail)
  print((ok and "  ok   " or "  FAIL ") .. name .. (ok and "" or ": " .. vim.inspect(detail)))
  if not ok then failed = failed + 1 end
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- Changes are sent at once: a request flushes only those of its own buffer.
local client = vim.lsp.start_client({
  cmd = { pace, "lsp" }, root_dir = vim.fn.getcwd(), flags = { debounce_text_changes = 0 },
})

local function open(path)
  vim.cmd("silent edit " .. path)
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  vim.wait(5000, function() return vim.lsp.get_client_by_id(client).initialized end, 10)
  return buffer
end

local function text(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n" end

-- Neovim would ask whether to write over what the command line has changed.
local function save(buffer, path)
  write(path, text(buffer))
  vim.lsp.buf_notify(buffer, "textDocument/didSave", { textDocument = { uri = vim.uri_from_bufnr(buffer) } })
end

local function ask(buffer, method, params)
  params = params or {}
  params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, 5000)
  local answer = answers and answers[client] or {}
  return answer.result, answer.err or answer.error or problem
end

-- The place of the first `word` in a buffer, so many bytes into it.
local function place(buffer, word, offset)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local start = line:find(word, 1, true)
    if start then
      return { line = number - 1, character = vim.str_utfindex and select(2, vim.str_utfindex(line, start - 1 + (offset or 0))) }
    end
  end
end

local function places(findings)
  local list = {}
  for _, found in ipairs(findings) do table.insert(list, table.concat({ found[1], found[2], found[3] }, " ")) end
  table.sort(list)
  return table.concat(list, "\n")
end

-- What `pace lint` says of a file that is as the buffer has it.
local function linted(path)
  local report = vim.fn.json_decode(vim.fn.system({ pace, "lint", ".", "--format", "json" }))
  local list = {}
  for _, found in ipairs(report.findings) do
    if found.file:sub(-#path) == path then table.insert(list, { found.code, found.line, found.column }) end
  end
  return places(list)
end

local function told(buffer)
  local list = {}
  for _, found in ipairs(vim.diagnostic.get(buffer)) do
    local code = found.code or found.user_data.lsp.code
    table.insert(list, { code, found.lnum + 1, found.col + 1 })
  end
  return places(list)
end

local function settles(buffer, path)
  local wanted = linted(path)
  vim.wait(5000, function() return told(buffer) == wanted end, 20)
  return told(buffer) == wanted, { told = told(buffer), wanted = wanted }
end

-- Diagnostics: errors and warnings as lint has them, after typing.
local rules = "rules/take-care.pace"
local buffer = open(rules)
local line = place(buffer, "severity 3").line
vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { "  severty 3 # 😀", "  repeat 1 ms" })
save(buffer, rules)
check("findings are those of lint", settles(buffer, rules))
check("there are some", told(buffer) ~= "", told(buffer))
vim.cmd("silent undo")
save(buffer, rules)
check("they go with their cause", settles(buffer, rules))

-- Fix all, as `lint --fix`.
local before = text(buffer)
vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { '  severity 3, emit2 "😀"' })
vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { "  cooldown 15 minutes" })
save(buffer, rules)
local whole = { start = { line = 0, character = 0 }, ["end"] = { line = 9999, character = 0 } }
local actions = ask(buffer, "textDocument/codeAction", { range = whole, context = { diagnostics = {} } })
local all
for _, action in ipairs(actions or {}) do if action.kind == "source.fixAll" then all = action end end
check("all safe edits are offered", all ~= nil, actions)
if all then
  vim.lsp.util.apply_workspace_edit(all.edit, "utf-16")
  local mended = text(buffer)
  vim.fn.system({ pace, "lint", ".", "--fix" })
  check("they are those of lint --fix", mended == read(rules), { mended, read(rules) })
end
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(before:sub(1, -2), "\n"))
save(buffer, rules)

-- Formatting, as `fmt`, of a text with wide characters.
vim.api.nvim_buf_set_lines(buffer, 0, 1, false, { "# 😀 漢字", "", "", "" })
local edits = ask(buffer, "textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } })
save(buffer, rules)
vim.lsp.util.apply_text_edits(edits or {}, buffer, "utf-16")
local formatted = text(buffer)
vim.fn.system({ pace, "fmt", rules })
check("formats as fmt does", formatted == read(rules), edits)
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(before:sub(1, -2), "\n"))
save(buffer, rules)

-- Completion: what is typed is replaced.
line = place(buffer, "when units_last_hour > fast_pace_units").line
vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { '  when units_last_hour > fast_pa' })
local offered = ask(buffer, "textDocument/completion", { position = { line = line, character = 32 } })
local first = offered and offered.items[1] or {}
check("completes the name that fits", first.label == "fast_pace_units", offered)
if first.textEdit then
  vim.lsp.util.apply_text_edits({ first.textEdit }, buffer, "utf-16")
  check("what is typed is replaced", text(buffer) == before, first)
end

-- Hover.
local hover = ask(buffer, "textDocument/hover", { position = place(buffer, "> fast_pace_units", 4) })
local shown = hover and hover.contents.value or ""
check("a name shows its values", shown:find("- strict: 1.5", 1, true) ~= nil, hover)

-- Going to the definition in another file, and all places.
local presets = open("presets/take-care.pace")
local scenarios = open("rules/take-care.test.pace")
local kept = text(presets)
local definition = ask(presets, "textDocument/definition", { position = place(presets, "shot_window", 1) })
check("leads to the declaration", definition and definition[1] and definition[1].uri == vim.uri_from_bufnr(buffer), definition)
local references = ask(presets, "textDocument/references",
  { position = place(presets, "shot_window", 1), context = { includeDeclaration = true } })
check("finds all places", references and #references == 6, references)
local marked = ask(presets, "textDocument/documentHighlight", { position = place(presets, "shot_window", 1) })
check("marks those in the text", marked and #marked == 3, marked)

-- Renaming there and back.
local function rename(old, new)
  local edit, problem = ask(presets, "textDocument/rename", { position = place(presets, old, 1), newName = new })
  if edit then vim.lsp.util.apply_workspace_edit(edit, "utf-16") end
  return edit, problem
end
rename("shot_window", "stack_window")
check("renames in both files",
  text(presets):find("stack_window", 1, true) and text(buffer):find("last stack_window", 1, true) ~= nil, text(presets))
local _, problem = rename("stack_window", "shot_window")
check("and back to the same bytes", text(presets) == kept and text(buffer) == before, problem or text(presets))
check("refuses a name that is taken", rename("shot_window", "rapid_window") == nil, "renamed")

-- A change in a preset file is seen in the pack that includes it, unsaved.
vim.api.nvim_buf_set_lines(presets, 0, -1, false, vim.split((kept:gsub("shot_window = 15", "shot_windw = 15")), "\n"))
vim.wait(5000, function() return #vim.diagnostic.get(presets) > 0 end, 20)
check("an unknown parameter is found where it stands", #vim.diagnostic.get(presets) > 0, told(presets))
vim.api.nvim_buf_set_lines(presets, 0, -1, false, vim.split(kept:sub(1, -2), "\n"))
vim.wait(5000, function() return #vim.diagnostic.get(presets) == 0 end, 20)
check("and is gone when it is mended", #vim.diagnostic.get(presets) == 0, told(presets))

-- Lenses over scenarios.
local lenses = ask(scenarios, "textDocument/codeLens")
local lens = lenses and lenses[1]
local answer = lens and vim.lsp.buf_request_sync(scenarios, "codeLens/resolve", lens, 5000)[client].result
check("a scenario says that it passes", answer and answer.command.title == "✓ run", answer)

vim.cmd("set nomodified")
vim.lsp.stop_client(client)
check("ends when it is told to", vim.wait(5000, function() return vim.lsp.get_client_by_id(client) == nil end, 20))
if failed > 0 then vim.cmd("cquit 1") end
vim.cmd("qall!")
