// Shows the rules: their text, findings beside and below it, mends as buttons. Only what checks runs.

/**
 * The texts and presets that the page was made with, and what the engine last said of the texts as they stand. `file`
 * is the one that is open, `shown` the one that was drawn last. `running` are the changed texts that last checked, and
 * `kept` those that a file holds.
 */
const rules = {
  originals: [], presets: [], file: "", shown: "", checked: null, running: {}, kept: {}, isOk: true, findings: [],
  timer: 0, isLeaving: false, stopped: "",
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
  text.addEventListener("beforeinput", textChanges);
  byId("format").onclick = formatText;
  byId("revert").onclick = () => {
    const files = { ...state.files };
    delete files[rules.file];
    dispatch({ files });
    byId("text").focus();
  };
}

/** Has the browser ask before the page is left while it has changed texts that no file holds. */
function guardTexts() {
  const isSafe = sameValue(state.files, {}) || sameValue(state.files, rules.kept);
  window[isSafe ? "removeEventListener" : "addEventListener"]("beforeunload", askToStay);
}

function askToStay(event) {
  event.preventDefault();
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

/** The files whose texts are others than in an earlier state's `files`; without it, others than they came. */
function changedPaths(files = {}) {
  return rules.originals.map((one) => one.path).filter((path) => files[path] !== state.files[path]);
}

/** A text area knows only line feeds: a file with carriage returns keeps them. */
function asShown(text) {
  return text.replace(/\r\n?/g, "\n");
}

function asWritten(path, shown) {
  return originalOf(path).includes("\r\n") ? shown.replaceAll("\n", "\r\n") : shown;
}

/** What was typed last: whether it wrote or deleted, and where the caret stood after it. */
const typing = { sort: "", end: -1 };

/** Undo is that of the page; and what isn't typed on where the caret stood is a step of undo of its own. */
function textChanges(event) {
  if (event.inputType === "historyUndo" || event.inputType === "historyRedo") event.preventDefault();
  if (event.inputType === "historyUndo") undo();
  else if (event.inputType === "historyRedo") redo();
  else beginTyping(event.inputType, event.data || "");
}

const typedInputs = {
  insertText: "written", insertLineBreak: "written", insertCompositionText: "written",
  deleteContentBackward: "deleted", deleteContentForward: "deleted",
};

/** Ends the step before, unless this goes on with its word, or with the spaces and lines after it. */
function beginTyping(inputType, data) {
  const { value, selectionStart, selectionEnd } = byId("text");
  const sort = typedInputs[inputType] || "";
  const isThere = selectionStart === selectionEnd && selectionEnd === typing.end;
  const isWord = sort === "written" && /^\S/.test(data) && /\s/.test(value[selectionStart - 1] || " ");
  if (!sort || sort !== typing.sort || !isThere || isWord) endStep();
  typing.sort = sort;
}

function textTyped() {
  const text = asWritten(rules.file, byId("text").value);
  dispatch({ files: withText(rules.file, text) }, `text ${rules.file}`, 700);
  typing.end = byId("text").selectionEnd;
}

/** Tab indents and Shift-Tab does the reverse; if Esc was pressed just before, they leave, as everywhere. */
function textKey(event) {
  if (event.key === "Escape") {
    rules.isLeaving = true;
    say("Tab leaves the text now");
  } else if (event.key === "Tab" && !rules.isLeaving) {
    event.preventDefault();
    beginTyping("indent", "");
    indent(event.target, event.shiftKey);
    textTyped();
  } else if (event.key !== "Shift" && event.key !== "Tab") {
    rules.isLeaving = false;
  }
}

const indentation = "  ";

/** Indents the lines that are selected, or with `isBack` draws them back; without a selection it puts spaces. */
function indent(text, isBack) {
  const { value, selectionStart: from, selectionEnd: to } = text;
  if (from === to && !isBack) {
    text.setRangeText(indentation, from, to, "end");
    return;
  }
  const start = value.lastIndexOf("\n", from - 1) + 1;
  // A line in which no character is selected isn't meant.
  const last = from < to && value[to - 1] === "\n" ? to - 1 : to;
  const next = value.indexOf("\n", last);
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split("\n");
  const moved = lines.map((line) => isBack ? line.replace(/^( {1,2}|\t)/, "") : line && indentation + line);
  text.setRangeText(moved.join("\n"), start, end);
  const first = moved[0].length - lines[0].length;
  const whole = moved.join("\n").length - (end - start);
  text.setSelectionRange(Math.max(start, from + first), Math.max(start, to + whole));
}

function filePairs() {
  return rules.originals.map((file) => ["file", `${file.path}\n${textOf(file.path)}`]);
}

/** Has the engine run texts that checked once, until those of the state do. */
function runTexts(files) {
  const pairs = Object.entries(files).map(([path, text]) => ["file", `${path}\n${text}`]);
  const answer = pairs.length ? askValue("check", pairs) : null;
  if (!answer || !answer.ok) return;
  engine.lastCheck = pairs;
  rules.running = Object.fromEntries(Object.entries(files).filter(([path, text]) => text !== originalOf(path)));
  takeProgram(answer.same);
}

/** Has the texts checked once the fingers rest; `isNow` for undo and buttons, which show what they change. */
function checkLater(isNow) {
  clearTimeout(rules.timer);
  if (isNow) drawChanged();
  if (sameValue(rules.checked || {}, state.files)) return;
  rules.timer = setTimeout(checkRules, isNow ? 0 : 150);
}

/** Draws what an undo changed before it can be typed on: a text that isn't open is opened. */
function drawChanged() {
  const changed = changedPaths(rules.checked || {});
  if (changed.length && !changed.includes(rules.file)) [rules.file] = changed;
  drawRules();
}

function checkRules() {
  clearTimeout(rules.timer);
  rules.checked = state.files;
  const answer = askValue("check", filePairs());
  if (!answer || answer.error) {
    rules.isOk = false;
    rules.findings = [];
    rules.stopped = answer ? answer.error : "The engine stopped at this text: the last good rules run on.";
  } else {
    rules.stopped = "";
    rules.isOk = answer.ok;
    rules.findings = answer.findings;
  }
  if (rules.isOk) {
    engine.lastCheck = filePairs();
    rules.running = state.files;
    takeProgram(answer.same);
  }
  drawRules();
  redraw();
}

/** The whole of the editor, where it is seen. */
function drawRules() {
  if (byId("panel-rules").hidden) return;
  drawFiles();
  drawText();
  const caret = seenCaret();
  drawGutter();
  drawFindings();
  drawState();
  if (caret && !isLineSeen(byId("text"), caret)) scrollToLine(byId("text"), caret);
}

function drawState() {
  byId("revert").disabled = !(rules.file in state.files);
  const line = byId("rules-state");
  line.className = rules.isOk ? "soft" : "bad";
  const isWaiting = !sameValue(rules.checked || {}, state.files);
  if (isWaiting) return;
  const changed = Object.keys(state.files).length > 0;
  const bad = rules.stopped || "This doesn't check: the last good rules run on.";
  setText(line, !rules.isOk ? bad : changed ? "Checks: these rules run." : "As the page was made.");
}

/** The line of the caret, where it is typed at and in view: what is drawn around the text may not cover it. */
function seenCaret() {
  const text = byId("text");
  const line = text.value.slice(0, text.selectionEnd).split("\n").length;
  return text === document.activeElement && isLineSeen(text, line) ? line : 0;
}

/** A button for each file, as wide where the file is changed; the open one is pressed. */
function drawFiles() {
  fillList(byId("files"), rules.originals, () => node("button"), (button, { path }) => {
    const isChanged = path in state.files;
    setText(button, path + (isChanged ? "*" : "\u00a0"));
    setAttribute(button, "aria-label", isChanged ? `${path}, changed` : path);
    setAttribute(button, "title", isChanged ? "changed" : null);
    setAttribute(button, "aria-pressed", String(path === rules.file));
    button.onclick = () => {
      rules.file = path;
      drawRules();
    };
  });
}

function drawText() {
  const text = byId("text");
  const wanted = asShown(textOf(rules.file));
  if (rules.shown !== rules.file) {
    rules.shown = rules.file;
    text.value = wanted;
    text.setSelectionRange(0, 0);
    text.scrollTop = 0;
  } else if (text.value !== wanted) {
    replaceText(text, wanted);
  }
}

/** Puts another text in place, with the caret where the two differ last and something of what differs in view. */
function replaceText(text, wanted) {
  const old = text.value;
  const most = Math.min(old.length, wanted.length);
  let tail = 0;
  while (tail < most && old[old.length - 1 - tail] === wanted[wanted.length - 1 - tail]) tail += 1;
  let head = 0;
  while (head < most - tail && old[head] === wanted[head]) head += 1;
  const caret = wanted.length - tail;
  const top = text.scrollTop;
  text.value = wanted;
  text.setSelectionRange(caret, caret);
  text.scrollTop = top;
  const [first, last] = [head, caret].map((offset) => wanted.slice(0, offset).split("\n").length);
  if (!isLineSeen(text, first, last)) scrollToLine(text, last);
}

/** The height of a line of the text, and where the first one starts. */
function lineBox(text) {
  const { lineHeight, paddingTop } = getComputedStyle(text);
  return [parseFloat(lineHeight), parseFloat(paddingTop)];
}

/** Whether the middle of any of some lines, counted from 1, is in view. */
function isLineSeen(text, first, last = first) {
  const [height, start] = lineBox(text);
  const middle = (line) => start + (line - 0.5) * height - text.scrollTop;
  return middle(last) >= 0 && middle(first) <= text.clientHeight;
}

/** Scrolls to a line with three before it. */
function scrollToLine(text, line) {
  const [height, start] = lineBox(text);
  text.scrollTop = Math.max(0, start + (line - 4) * height);
}

/** Line numbers, with a mark where there is a finding. */
function drawGutter() {
  const count = byId("text").value.split("\n").length;
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
  scrollToLine(text, line);
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
