// Shows nothing: the state of the page, how it changes, how a change is undone, and how the address says it.

/**
 * The state of a page that was just opened. Its values are plain; a state is followed, never changed. `edits` are what
 * is supposed of the subject, `elsewhere` what is supposed of others, by their indices.
 */
const firstState = {
  subject: 0, preset: "", against: "", set: {}, edits: [], elsewhere: {}, files: {}, at: null, rule: "", full: false,
  panel: "why",
};

let state = firstState;
const past = [];
const future = [];
let lastMerge = { key: null, at: 0 };

function sameValue(left, right) {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function sameState(left, right) {
  return Object.keys(firstState).every((name) => sameValue(left[name], right[name]));
}

/**
 * Follows the state by one with `change` in it. Steps with the same `merge` key that come one upon the other
 * (a drag, a word typed) are one step of undo; `wait` is how many milliseconds may lie between them.
 * What changes the night leaves the cursor where it is, even if it was never moved. However much is looked at
 * between two changes is one step, and what was undone can be done again after a look.
 */
function dispatch(change, merge, wait) {
  const looks = ["at", "rule", "full", "panel"];
  const isLook = Object.keys(change).every((name) => looks.includes(name));
  if (isLook) [merge, wait] = ["look", Infinity];
  const isSubject = "subject" in change && change.subject !== state.subject;
  const next = { ...(isSubject ? lookingAt(state, change.subject) : state), ...change };
  if (sameState(next, state)) return;
  const isOfNight = ["set", "preset", "edits"].some((name) => name in change);
  if (state.at === null && night && isOfNight && !("at" in change) && !("subject" in change)) {
    Object.assign(next, { at: cursorAt(), rule: cursorRule() });
  }
  const now = performance.now();
  const isMerged = past.length && merge && merge === lastMerge.key && now - lastMerge.at < (wait || Infinity);
  if (!isMerged) past.push(state);
  if (!isLook) future.length = 0;
  if (isMerged && sameState(past[past.length - 1], next)) {
    state = past.pop();
    lastMerge = { key: null, at: 0 };
  } else {
    state = next;
    lastMerge = { key: merge || null, at: now };
  }
  stateChanged();
}

/** A state that looks at another subject; what is supposed of each stays with it. */
function lookingAt(of, subject) {
  const { [subject]: edits = [], ...others } = of.elsewhere;
  const elsewhere = of.edits.length ? { ...others, [of.subject]: of.edits } : others;
  return { ...of, subject, edits, elsewhere, at: null, rule: "" };
}

/** What changes after this is a step of its own. */
function endStep() {
  if (lastMerge.key !== "look") lastMerge.key = null;
}

function undo() {
  if (!past.length) return;
  future.push(state);
  state = past.pop();
  lastMerge.key = null;
  stateChanged(true);
}

function redo() {
  if (!future.length) return;
  past.push(state);
  state = future.pop();
  lastMerge.key = null;
  stateChanged(true);
}

/** The pairs that tell the engine the state; with `set` or `edits`, others than those of the state. */
function statePairs(set = state.set, edits = state.edits) {
  const pairs = [["subject", state.subject], ["preset", state.preset], ["against", state.against]];
  for (const name in set) pairs.push(["set", `${name}=${set[name]}`]);
  for (const edit of edits) pairs.push(["edit", edit.join("\t")]);
  return pairs;
}

/** Sets a parameter, or gives it back to the preset where `value` is null. */
function withSet(name, value) {
  const set = { ...state.set };
  if (value === null) delete set[name];
  else set[name] = value;
  return set;
}

/** `a b=c` readable in an address: only what would break it is escaped. */
function escaped(text) {
  return encodeURIComponent(text).replaceAll("%20", "+").replace(/%(3D|3A|2C|2F)/g, decodeURIComponent);
}

/**
 * The state as it stands in the address. Events that are only supposed and changed rule texts are left out
 * of it, but for `isWhole`: the start of an exported page, which names too what runs while the texts don't check.
 */
function address(of, isWhole) {
  const parts = [];
  const put = (name, value) => parts.push(`${name}=${escaped(String(value))}`);
  if (of.subject) put("subject", pack.subjects[of.subject].id);
  const starts = pack.start || { preset: "", set: [] };
  if (of.preset || starts.preset || starts.set.length) put("preset", of.preset);
  if (of.against) put("against", of.against);
  for (const name in of.set) put("set", `${name}=${of.set[name]}`);
  for (const edit of of.edits) {
    if (isWhole || edit[0] === "drop") put("edit", edit.join(isWhole ? "\t" : " "));
  }
  if (of.at !== null) put("at", new Date(of.at).toISOString());
  if (of.rule) put("rule", of.rule);
  if (of.full) put("full", "1");
  if (of.panel !== "why") put("panel", of.panel);
  if (isWhole) {
    for (const subject in of.elsewhere) {
      for (const edit of of.elsewhere[subject]) put("elsewhere", [subject, ...edit].join("\t"));
    }
    for (const path in of.files) put("file", `${path}\n${of.files[path]}`);
    if (!sameValue(rules.running, of.files)) {
      for (const { path } of rules.originals) put("running", `${path}\n${rules.running[path] ?? originalOf(path)}`);
    }
  }
  return "#" + parts.join("&");
}

/** The state that an address says; what it doesn't say, or says wrongly, is as at first. */
function readAddress(text, isWhole) {
  const read = { ...firstState, set: {}, edits: [], elsewhere: {}, files: {} };
  let at = "";
  for (const [name, value] of new URLSearchParams(text.replace(/^#/, ""))) {
    const split = value.indexOf(name === "file" ? "\n" : "=");
    if (name === "subject") read.subject = Math.max(0, pack.subjects.findIndex((one) => one.id === value));
    if (["preset", "against", "rule"].includes(name)) read[name] = value;
    if (name === "set" && split > 0) read.set[value.slice(0, split)] = value.slice(split + 1);
    if (name === "edit" && isWhole) read.edits.push(value.split("\t"));
    if (name === "elsewhere" && isWhole) {
      const [subject, ...edit] = value.split("\t");
      read.elsewhere[subject] = [...(read.elsewhere[subject] || []), edit];
    }
    if (name === "edit" && !isWhole && /^drop \d+$/.test(value)) read.edits.push(value.split(" "));
    if (name === "at") at = value;
    if (name === "full") read.full = value === "1";
    if (name === "panel" && panelNames().includes(value)) read.panel = value;
    if (name === "file" && isWhole && split > 0) read.files[value.slice(0, split)] = value.slice(split + 1);
  }
  // An instant without a zone is one of the subject's clocks.
  const isZoned = /(Z|[+-]\d\d:?\d\d)$/.test(at) && !Number.isNaN(Date.parse(at));
  if (isZoned) read.at = Date.parse(at);
  else if (at) {
    const answer = askValue("instant", [["subject", read.subject], ["text", at], ["now", Date.now()]]);
    read.at = (answer || {}).at ?? null;
  }
  return read;
}

/** The texts of a whole state's address that ran while its own didn't check; empty where its own are to run. */
function runningTexts(text) {
  const texts = {};
  for (const value of new URLSearchParams(text.replace(/^#/, "")).getAll("running")) {
    const split = value.indexOf("\n");
    texts[value.slice(0, split)] = value.slice(split + 1);
  }
  return texts;
}

/** What an address names that the page doesn't have, in sentences. */
function unknownNames(text) {
  const unknown = [];
  for (const [name, value] of new URLSearchParams(text.replace(/^#/, ""))) {
    const isSubject = name === "subject" && !pack.subjects.some((one) => one.id === value);
    const isPreset = ["preset", "against"].includes(name) && value && !isPresetName(value, name);
    if (isSubject) unknown.push(`This page holds no ${pack.noun} “${value}”: it shows ${pack.subjects[0].label}`);
    if (isPreset) unknown.push(`These rules have no preset “${value}”`);
  }
  return unknown;
}

/** Whether there is such a preset: for `against` of the rules as they came, else of those that run. */
function isPresetName(name, use) {
  return (use === "against" ? rules : pack).presets.some((preset) => preset.name === name);
}

/** A state without presets that the rules don't have. */
function withKnownPresets(of) {
  const known = (use) => isPresetName(of[use], use) ? of[use] : "";
  return { ...of, preset: known("preset"), against: known("against") };
}

/** Brings the address up to the state, once things have come to rest. */
function writeAddress() {
  clearTimeout(writeAddress.timer);
  writeAddress.timer = setTimeout(() => {
    const wanted = address(state);
    if (wanted !== (location.hash || "#")) history.replaceState(null, "", wanted);
  }, 300);
}

/** Keeps the whole of the state as the page is left, beside its address, for when it is loaded again. */
function keepState() {
  const kept = { content: engine.mark, address: location.hash, state: address(state, true) };
  try {
    sessionStorage.setItem(location.pathname, JSON.stringify(kept));
  } catch {
    // A browser may keep nothing.
  }
}

/**
 * The whole state that this page was left with, as an address, where it is loaded again or gone back to; null for a
 * page made of other rules or logs, or another address.
 */
function leftAddress() {
  const [{ type }] = performance.getEntriesByType("navigation");
  if (type === "navigate") return null;
  try {
    const kept = JSON.parse(sessionStorage.getItem(location.pathname));
    const isThis = kept && kept.content === engine.mark && kept.address === location.hash;
    return isThis ? kept.state : null;
  } catch {
    return null;
  }
}
