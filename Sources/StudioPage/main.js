// Shows the whole: starts the engine, draws what changed once a frame, and what may wait when there is time.

/**
 * What the engine said of the rules and of the night. `texts` counts the texts that were taken, and `program` those of
 * them that said something else than the text before.
 */
let pack = null;
let night = null;
let texts = 0;
let program = 0;
let frame = 0;
let restTimer = 0;
let restTasks = [];

/** The engine runs another text: what was known of the old one is asked for again, if `isSame` only its places. */
function takeProgram(isSame) {
  const answer = askValue("pack", []);
  if (!answer || answer.error) return;
  pack = answer;
  texts += 1;
  if (!isSame) program += 1;
  drawPack();
  redraw();
}

/** Called after every change of the state. */
function stateChanged(isUndone) {
  byId("engine-notice").hidden = true;
  guardTexts();
  checkLater(isUndone);
  redraw();
}

/** Draws once before the next frame, however often it is asked. */
function redraw() {
  if (!frame && night) frame = requestAnimationFrame(drawNow);
}

/** What must follow a hand at once: the night, the summary, timeline, list and settings. */
function drawNow() {
  keepingFocus(drawFrame);
}

function drawFrame() {
  cancelAnimationFrame(frame);
  frame = 0;
  if (drawFrame.subject !== state.subject) view = null;
  drawFrame.subject = state.subject;
  const answer = askNight();
  if (answer && !answer.error) night = answer;
  if (answer && answer.error) showTrouble(answer.error);
  if (!night) return;
  drawHeader();
  drawTimeline();
  drawParams();
  drawNotices();
  drawTabs();
  const problems = night.problems.join(". ");
  const said = [night.summary, problems].filter(Boolean).join(". ");
  // A slider says the summary itself, with its value.
  if (drawFrame.said !== said) say(document.activeElement.matches("[type=range]") ? problems : said);
  drawFrame.said = said;
  writeAddress();
  clearTimeout(restTimer);
  restTimer = setTimeout(startRest, 120);
  if (state.panel === "many" && performance.now() - drawFrame.counted > 150) whenIdle(drawPanel);
}

/** The pair by which the engine leaves out the events, which may be many, where they are known or not needed. */
const withoutEvents = ["events", "known"];

/** The night; its events are asked for only where they may be others. */
function askNight() {
  const ofEvents = JSON.stringify([state.subject, state.edits, program]);
  const isKnown = night && askNight.ofEvents === ofEvents;
  const pairs = [...statePairs(), ...axisPairs()];
  const answer = askOnce("night", "night", pairs, false, isKnown ? [withoutEvents] : []);
  if (!answer || answer.error) return answer;
  if (!answer.events) answer.events = night.events;
  askNight.ofEvents = ofEvents;
  return answer;
}

/** What may come a moment later: each part in a piece of idle time of its own. */
function startRest() {
  restTasks = laterTasks();
  nextRest();
}

function laterTasks() {
  return [drawPanel, ...pack.params.map((param, index) => () => drawParamMarks(index)), drawApply];
}

function nextRest() {
  const task = restTasks.shift();
  if (!task) return;
  whenIdle(() => {
    if (frame) return;
    task();
    nextRest();
  });
}

function whenIdle(work) {
  if (window.requestIdleCallback) requestIdleCallback(work, { timeout: 200 });
  else setTimeout(work, 0);
}

/** All that would come a moment later, at once. */
function drawRestNow() {
  clearTimeout(restTimer);
  restTasks = [];
  for (const task of laterTasks()) task();
}

const panelDrawers = {
  why: drawWhy, graph: drawGraph, rules: drawRulesPanel, events: drawEvents, many: drawMany,
};

function drawPanel() {
  drawFrame.counted = performance.now();
  keepingFocus(panelDrawers[state.panel]);
}

function drawRulesPanel() {
  if (rules.checked === null) checkRules();
  else drawRules();
}

/** The whole state that an exported page starts with, as an address; empty for a page of the command's. */
function startAddress() {
  const block = byId("start");
  return block ? JSON.parse(block.textContent) : "";
}

/** The state that the page opens with: the start of an exported page or of the command, then the address. */
function startState() {
  const { preset, set } = pack.start || { preset: "", set: [] };
  const given = new URLSearchParams([["preset", preset], ...set.map((one) => ["set", one])]);
  const start = byId("start") ? readAddress(startAddress(), true) : readAddress(given.toString(), false);
  return location.hash.length > 1 ? readOver(start) : start;
}

/** The first subject of which anything is said, so that a page doesn't open on nothing. */
function firstTold() {
  const found = pack.subjects.slice(0, 50).findIndex((subject, index) => {
    const answer = askValue("night", [...statePairs(), ["subject", index], withoutEvents]);
    return answer && answer.notices && answer.notices.length > 0;
  });
  return Math.max(0, found);
}

/** The state that the address says; what an address can't say stays as it is in `old`. */
function readOver(old) {
  const read = readAddress(location.hash, false);
  const { edits, elsewhere } = read.subject === old.subject ? old : lookingAt(old, read.subject);
  const kept = edits.filter((edit) => edit[0] !== "drop");
  return { ...read, files: old.files, elsewhere, edits: [...kept, ...read.edits] };
}

async function main() {
  pageAsMade = document.documentElement.cloneNode(true);
  try {
    await startEngine();
    pack = JSON.parse(ask("pack", []));
  } catch (error) {
    setText(byId("summary"), "");
    showTrouble("The engine can't start here.", error.message);
    return;
  }
  const starts = [startHeader, startTimeline, startParameters, startNotices, startWhy, startGraph, startRules,
    startEvents, startExports, startKeys];
  for (const start of starts) start();
  const left = leftAddress();
  const isLeft = left !== null;
  rules.kept = readAddress(startAddress(), true).files;
  state = isLeft ? readAddress(left, true) : startState();
  const unknown = isLeft ? [] : unknownNames(location.hash);
  if (!isLeft && location.hash.length <= 1 && !byId("start")) state = { ...state, subject: firstTold() };
  runTexts(runningTexts(isLeft ? left : startAddress()));
  if (Object.keys(state.files).length) checkRules();
  guardTexts();
  byId("timeline").hidden = false;
  byId("work").hidden = false;
  state = withKnownPresets(state);
  drawPack();
  drawNow();
  if (unknown.length) showTrouble(unknown.join(". "));
  window.addEventListener("hashchange", addressChanged);
  window.addEventListener("pagehide", keepState);
}

/** Another address was typed: a step as any other. */
function addressChanged() {
  if ((location.hash || "#") === address(state)) return;
  const unknown = unknownNames(location.hash);
  dispatch(withKnownPresets(readOver(state)));
  drawNow();
  if (unknown.length) showTrouble(unknown.join(". "));
}

/**
 * For tests: `ask(verb, pairs)` gives the engine's text, `state()` the state, `dispatch(change, merge)`
 * follows it, `undo()` and `redo()` step, `draw()` draws what must come at once and `settle()` all that waits,
 * `address()` is what stands after # by then, `night()` what the engine last said, `stopped()` how often it
 * was started anew, `whole()` the page anew, `ready` a promise that the page stands.
 */
window.studio = {
  ask, dispatch, undo, redo, draw: drawNow,
  state: () => state,
  night: () => night,
  address: () => address(state),
  stopped: () => engine.stopped,
  whole: pageAnew,
  settle: () => {
    drawNow();
    if (!sameValue(rules.checked || {}, state.files)) checkRules();
    drawNow();
    drawRestNow();
  },
  ready: main(),
};
