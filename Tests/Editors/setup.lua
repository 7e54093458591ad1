-- The set-up for Neovim that the manual gives, loaded as `init.lua` by Tests/Editors/run: what is unsaved in one file is
-- seen in another.
local failed = 0

local function check(name, ok, detail)
  print((ok and "  ok   " or "  FAIL ") .. name .. (ok and "" or ": " .. vim.inspect(detail)))
  if not ok then failed = failed + 1 end
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

write("home.pace", [[
subject home { }
event door of home { kind open, kind closed }
rule each { on door, emit note "{event.kind}" }
]])
write("home.test.pace", [[
include "home.pace"
scenario "a door" { start 2026-11-01 17:00, at 18:00 open, expect note at 18:00 }
]])

local function clients()
  local all = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return vim.tbl_filter(function(one) return one.config.cmd[1] == "pace" end, all)
end

local function put(kind, number, from)
  local line = vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1]
  vim.api.nvim_buf_set_lines(0, number - 1, number, false, { (line:gsub(from, kind, 1)) })
end

-- Whether a finding of the buffer comes to name a kind, or no finding does any more.
local function names(kind, wanted)
  return vim.wait(5000, function()
    local found = false
    for _, one in ipairs(vim.diagnostic.get(0)) do found = found or one.message:find(kind, 1, true) ~= nil end
    return found == wanted
  end, 20)
end

vim.o.hidden = true
vim.cmd("silent edit home.pace")
put("kind closed, kind ajar", 2, "kind closed")
vim.cmd("silent edit home.test.pace")
put("at 18:00 agape", 2, "at 18:00 open")
check("the server finds a kind that is nowhere", names("agape", true), vim.diagnostic.get(0))
put("at 18:00 ajar", 2, "at 18:00 agape")
check("a kind that is not saved yet is seen in another file", names("", false), vim.diagnostic.get(0))
vim.cmd("silent edit!")
vim.cmd("silent edit home.pace")
check("one server serves all files", #clients() == 1, #clients())

vim.cmd("set nomodified")
if failed > 0 then vim.cmd("cquit 1") end
vim.cmd("qall!")
