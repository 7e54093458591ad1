// Shows the rules: their text, findings beside and below it, mends as buttons. Only what checks runs.

/** The texts and presets that the page was made with, and what the engine last said of the texts as they stand. */
const rules = {
  originals: [], presets: [], file: "", checked: null, isOk: true, findings: [], timer: 0, isLeaving: false,
  stopped: "",
};

function startRules() {
  rules.originals = pack.files;
  rules.presets = pack.presets;
  rules.file = pack.files.length ? pack.files[0].path : "";
  const text = byId("text");
  text.addEventListener("input", textTyped);
  text.addEventListener("keydown", textKey);
  text.addEventListener("scroll", scrollGutter);
  text.addEventListener("blur", () => { rules.isLeaving = false; endStep(); });
  text.addEventListener("beforeinput", (event) => {
    if (event.inputType === "historyUndo" || event.inputType === "historyRedo") event.preventDefault();
    if (event.inputType === "historyUndo") undo();
    if (event.inputType === "historyRedo") redo();
  });
  byId("format").onclick = formatText;
  byId("revert").onclick = () => {
    const files = { ...state.files };
    delete files[rules.file];
    dispatch({ files });
    byId("text").focus();
  };
}

function originalOf(path) {
  const file = rules.originals.find((one) => one.path === path);
  return file ? file.text : "";
}

function textOf(path) {
  return path in state.files ? state.files[path] : originalOf(path);
}

/** The state's texts with one of them as it is now; a text that is as it was is no change. */
function withText(path, text) {
  const files = { ...state.files, [path]: text };
  if (text === originalOf(path)) delete files[path];
  return files;
}

/** A text area knows only line feeds: a file with carriage returns keeps them. */
function asShown(text) {
  return text.replace(/\r\n?/g, "\n");
}

function asWritten(path, shown) {
  return originalOf(path).includes("\r\n") ? shown.replaceAll("\n", "\r\n") : shown;
}

function textTyped() {
  const text = asWritten(rules.file, byId("text").value);
  dispatch({ files: withText(rules.file, text) }, `text ${rules.file}`, 700);
}

/** Tab indents, unless Esc was pressed just before: then it leaves, as everywhere. */
function textKey(event) {
  if (event.key === "Escape") {
    rules.isLeaving = true;
    say("Tab leaves the text now");
  } else if (event.key === "Tab" && !event.shiftKey && !rules.isLeaving) {
    event.preventDefault();
    const text = event.target;
    text.setRangeText("  ", text.selectionStart, text.selectionEnd, "end");
    textTyped();
  } else if (event.key !== "Shift" && event.key !== "Tab") {
    rules.isLeaving = false;
  }
}

function filePairs() {
  return rules.originals.map((file) => ["file", `${file.path}\n${textOf(file.path)}`]);
}

/** Has the texts checked once the fingers rest; `isNow` for undo and buttons. */
function checkLater(isNow) {
  clearTimeout(rules.timer);
  if (sameValue(rules.checked || {}, state.files)) return;
  rules.timer = setTimeout(checkRules, isNow ? 0 : 150);
}

function checkRules() {
  clearTimeout(rules.timer);
  rules.checked = state.files;
  const answer = askValue("check", filePairs());
  if (!answer || answer.error) {
    rules.isOk = false;
    rules.findings = [];
    rules.stopped = answer ? answer.error : "The engine stopped at this text: the last good rules run on.";
    drawRules();
    return;
  }
  rules.stopped = "";
  rules.isOk = answer.ok;
  rules.findings = answer.findings;
  if (answer.ok) {
    engine.lastCheck = filePairs();
    takeProgram(answer.same);
  }
  drawRules();
}

/** The whole of the editor; asked for the first time, the texts are checked. */
function drawRules() {
  drawFiles();
  const text = byId("text");
  const wanted = asShown(textOf(rules.file));
  if (text.value !== wanted) replaceText(text, wanted);
  drawGutter(wanted);
  drawFindings();
  byId("revert").disabled = !(rules.file in state.files);
  const line = byId("rules-state");
  line.className = rules.isOk ? "soft" : "bad";
  const isWaiting = !sameValue(rules.checked || {}, state.files);
  if (isWaiting) return;
  const changed = Object.keys(state.files).length > 0;
  const bad = rules.stopped || "This doesn't check: the last good rules run on.";
  setText(line, !rules.isOk ? bad : changed ? "Checks: these rules run." : "As the page was made.");
}

/** A button for each file; the open one is pressed. */
function drawFiles() {
  fillList(byId("files"), rules.originals, () => node("button"), (button, { path }) => {
    setText(button, path in state.files ? `${path} (changed)` : path);
    setAttribute(button, "aria-pressed", String(path === rules.file));
    button.onclick = () => {
      rules.file = path;
      drawRules();
    };
  });
}

/** Puts another text in place with the caret where the two differ last. */
function replaceText(text, wanted) {
  const old = text.value;
  const wasFocused = document.activeElement === text;
  let tail = 0;
  const most = Math.min(old.length, wanted.length);
  while (tail < most && old[old.length - 1 - tail] === wanted[wanted.length - 1 - tail]) tail += 1;
  const top = text.scrollTop;
  text.value = wanted;
  text.scrollTop = top;
  const caret = wasFocused ? wanted.length - tail : 0;
  text.setSelectionRange(caret, caret);
}

/** Line numbers, with a mark where there is a finding. */
function drawGutter(shown) {
  const count = shown.split("\n").length;
  const lines = byId("lines");
  if (lines.dataset.count !== String(count)) {
    lines.dataset.count = String(count);
    const numbers = [];
    for (let line = 1; line <= count; line += 1) numbers.push(line);
    lines.replaceChildren(node("pre", {}, numbers.join("\n")), node("div", { class: "flags" }));
  }
  const here = rules.findings.filter((finding) => finding.file === rules.file);
  fillList(lines.lastChild, here, () => node("span"), (flag, finding) => {
    flag.className = `flag ${finding.severity}`;
    flag.style.setProperty("--line", finding.line - 1);
    setAttribute(flag, "title", finding.text);
  });
  scrollGutter();
}

function scrollGutter() {
  byId("lines").style.transform = `translateY(${-byId("text").scrollTop}px)`;
}

const findingsShown = 50;

function drawFindings() {
  const shown = rules.findings.slice(0, findingsShown);
  fillList(byId("findings"), shown, makeFinding, (row, finding) => {
    const [place, text, help, fixes] = row.children;
    row.className = finding.severity;
    const file = rules.originals.length > 1 ? `${finding.file}:` : "";
    setText(place, `${file}${finding.line}:${finding.column} ${finding.severity}`);
    place.onclick = () => openRuleText(finding.file, finding.line, finding);
    setText(text, `${finding.text}${finding.code ? ` (${finding.code})` : ""}`);
    setText(help, finding.help || "");
    fillList(fixes, finding.fixes || [], () => node("button", { class: "mend" }), (button, fix) => {
      setText(button, fix.safe ? fix.title : `${fix.title} (a guess)`);
      button.onclick = () => {
        rules.file = fix.file;
        dispatch({ files: withText(fix.file, fix.text) });
        checkRules();
        byId("text").focus();
      };
    });
  });
  const left = rules.findings.length - shown.length;
  byId("findings-more").hidden = left === 0;
  setText(byId("findings-more"), `${counted(left)} more are shown once some of these are mended.`);
  setAttribute(byId("text"), "aria-invalid", rules.isOk ? null : "true");
}

function makeFinding() {
  return node("li", {}, node("button", { class: "link" }), node("span"), node("span", { class: "soft" }),
    node("span", { class: "mends" }));
}

/** Where a line and column stand in a text, both counted from 1; columns count code points. */
function offsetOf(text, line, column) {
  let start = 0;
  for (let count = 1; count < line; count += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  const [rest] = text.slice(start).split("\n", 1);
  return start + [...rest].slice(0, column - 1).join("").length;
}

/** Opens a file at a line; a finding's place is selected. */
function openRuleText(path, line, place) {
  if (rules.originals.some((file) => file.path === path)) rules.file = path;
  dispatch({ panel: "rules" });
  drawNow();
  drawRules();
  const text = byId("text");
  const start = offsetOf(text.value, line, place ? place.column : 1);
  const end = place ? offsetOf(text.value, place.endLine, place.endColumn) : start;
  text.focus();
  text.setSelectionRange(start, Math.max(start, end));
  const height = text.scrollHeight / Math.max(1, text.value.split("\n").length);
  text.scrollTop = Math.max(0, (line - 4) * height);
}

function formatText() {
  const answer = askValue("format", [["file", `${rules.file}\n${textOf(rules.file)}`]]);
  if (answer && answer.text !== undefined) {
    dispatch({ files: withText(rules.file, answer.text) });
    checkLater(true);
  } else {
    setText(byId("rules-state"), answer ? answer.error : "");
  }
}
