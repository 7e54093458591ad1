// Shows the keys: what each does, the help that says so, and the tabs of the side.

const keyHelp = [
  ["← →", "instant before, instant after"], ["↑ ↓", "notice before, notice after"], ["Enter", "why"],
  ["1–9", "preset; 0 each one's own"], ["[ ]", "the setting touched last, a step down or up"],
  ["f", "the next flip: what would change it"], ["e", "rules"], ["g", "graph"], ["w", "events: what if"],
  ["m", "every subject"], ["/", "find"], ["+ − z", "zoom in, out, the whole"],
  ["Shift-← →", "earlier, later part"], ["Ctrl-Z", "undo; Ctrl-Shift-Z or Ctrl-Y redo"],
  ["Esc, Tab", "leave the text of the rules"], ["?", "this help"],
];

const markHelp = [
  ["same", "given"], ["new", "new against the page as made, or the chosen preset"], ["gone", "gone against it"],
  ["held", "due, and held back by a gate"], ["logged", "event of the log"], ["moved", "what if: moved or changed"],
  ["added", "what if: added"], ["dropped", "what if: dropped"],
];

const wordHelp = [
  ["own", "each subject's own preset"],
  ["moved", "given by both, up to 30 minutes earlier or later"],
  ["changed", "given by both, with another level after it or in another manner"],
  ["gate", "what may hold a notice back: cooldown, limit, quiet hours, unless"],
  ["episode", "the time in which a rule's condition stays true"],
  ["flips", "the smallest single changes that turn an answer over; each is a button that makes it"],
  ["free", "when one more event would bring no notice"],
  ["on a slider", "a line where notices or levels change; a band of values that give the same; a triangle at"
    + " the value of the preset, or the default"],
];

const tabs = [["why", "Why"], ["graph", "Graph"], ["rules", "Rules"], ["events", "Events"], ["many", ""]];

function panelNames() {
  return tabs.map((tab) => tab[0]).filter((name) => name !== "many" || pack.subjects.length > 1);
}

function startKeys() {
  document.addEventListener("keydown", keyPressed);
  byId("to-list").onclick = backToList;
  byId("help-open").onclick = () => byId("help").showModal();
  const explain = (list, sign, text) => byId(list).append(node("dt", {}, sign), node("dd", {}, text));
  for (const [key, text] of keyHelp) explain("help-keys", node("kbd", {}, key), text);
  for (const [sort, text] of markHelp) explain("help-marks", markSample(sort), text);
  for (const [word, text] of wordHelp) explain("help-words", word, text);
  for (const [name] of tabs) {
    const tab = node("button", { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` });
    tab.onclick = () => choosePanel(name);
    tab.addEventListener("keydown", tabKey);
    byId("tabs").append(tab);
  }
  const skip = document.querySelector("[data-skip]");
  skip.onclick = (event) => {
    event.preventDefault();
    byId("settings").focus();
  };
}

/** A mark of the timeline by itself. */
function markSample(sort) {
  const svg = drawn("svg", { viewBox: "0 0 24 20", width: 24, height: 20, "aria-hidden": "true" });
  const isEvent = ["logged", "moved", "added", "dropped"].includes(sort);
  svg.append(drawn("path", { class: `${isEvent ? "event" : "mark"} ${sort}`, d: markPaths[sort](12, 10) }));
  if (sort === "new") svg.append(drawn("path", { class: "mark ring", d: markPaths.ring(12, 10) }));
  return svg;
}

/** Shows a panel; on a phone it is scrolled to, for it stands below all else. */
function choosePanel(name) {
  dispatch({ panel: name });
  drawNow();
  if (!panes.matches) byId("tabs").scrollIntoView({ block: "start" });
}

/** From an explanation back to the line of the list that it explains. */
function backToList() {
  const line = byId("list").querySelector(".open") || byId("find");
  line.scrollIntoView({ block: "center" });
  line.focus({ preventScroll: true });
}

function tabKey(event) {
  const names = panelNames();
  const place = names.indexOf(state.panel);
  const wanted = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: names.length - 1 }[event.key];
  if (wanted === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  dispatch({ panel: names[(wanted + names.length) % names.length] });
  drawNow();
  byId(`tab-${state.panel}`).focus();
}

function drawTabs() {
  const names = panelNames();
  if (isShown(byId("tabs"), `${state.panel} ${names.length} ${program}`)) return;
  for (const [name, text] of tabs) {
    const tab = byId(`tab-${name}`);
    const isOpen = name === state.panel;
    setText(tab, text || `All ${pack.subjects.length.toLocaleString("en")} ${pack.nouns}`);
    tab.hidden = !names.includes(name);
    setAttributes(tab, { "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1 });
    byId(`panel-${name}`).hidden = !isOpen;
  }
}

/** Whether the focus is where letters, or arrows with Home and End, mean something of their own. */
function takesKeys(target, isArrow) {
  if (target.matches("textarea, select")) return true;
  if (target.matches("[data-own-arrows]")) return isArrow;
  if (!target.matches("input")) return false;
  if (target.type === "range" || target.type === "radio") return isArrow;
  return target.type !== "checkbox";
}

function keyPressed(event) {
  // Under an open dialog nothing moves, even where a click has put the focus on the page itself.
  if (byId("timeline").hidden || event.isComposing || document.querySelector("dialog[open]")) return;
  // Some keyboards have signs only with AltGr or Option.
  const isSign = /^[^\p{L}\p{N}]$/u.test(event.key);
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    stepKey(event);
    return;
  }
  if ((event.altKey && !isSign) || takesKeys(event.target, /^(Arrow|Home$|End$)/.test(event.key))) return;
  if (event.key.length === 1 && !byId("letter-keys").checked) return;
  const isPressed = event.target.matches("button, summary, a, select, input:not([type=range])");
  if (event.key === "Enter" && isPressed) return;
  const act = event.shiftKey && event.key.startsWith("Arrow") ? shiftedKeys[event.key] : plainKeys[event.key];
  const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : -1;
  if (!act && digit < 0) return;
  event.preventDefault();
  if (act) act();
  else presetKey(digit);
}

/** Ctrl-Z, Ctrl-Shift-Z and Ctrl-Y; a field that is just typed in keeps its own. */
function stepKey(event) {
  const key = event.key.toLowerCase();
  const isField = event.target.matches("input") && event.target.dataset.typed === "yes";
  if (isField || event.target.id === "find") return;
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
}

function presetKey(digit) {
  if (digit === 0 && pack.hasOwnPreset) dispatch({ preset: "" });
  if (digit > 0 && digit <= pack.presets.length) dispatch({ preset: pack.presets[digit - 1].name });
}

const shiftedKeys = { ArrowLeft: () => pan(-0.4), ArrowRight: () => pan(0.4) };

const plainKeys = {
  ArrowLeft: () => stepInstant(-1),
  ArrowRight: () => stepInstant(1),
  ArrowUp: () => stepNotice(-1),
  ArrowDown: () => stepNotice(1),
  Home: () => goToInstant(night.instants[0]),
  End: () => goToInstant(night.instants[night.instants.length - 1]),
  Enter: () => openPanel("why", "why-text"),
  "[": () => stepParam(-1),
  "]": () => stepParam(1),
  f: focusFlip,
  e: () => openPanel("rules", "text"),
  g: () => openPanel("graph", "graph"),
  w: () => openPanel("events", "tab-events"),
  m: () => { if (pack.subjects.length > 1) openPanel("many", "tab-many"); },
  "/": () => byId("find").focus(),
  "+": () => zoom(0.5),
  "=": () => zoom(0.5),
  "-": () => zoom(2),
  "−": () => zoom(2),
  z: () => setView(null),
  "?": () => byId("help").showModal(),
};

function openPanel(name, focused) {
  dispatch({ panel: name });
  drawNow();
  drawRestNow();
  const place = byId(focused);
  place.focus();
  // The beginning of what is taller than its room may be out of sight, also under the headline, which stays.
  const headline = ["status", "summary"].map((id) => byId(id).getBoundingClientRect().bottom);
  const edge = Math.max(...headline, byId("side").getBoundingClientRect().top);
  if (place.getBoundingClientRect().top < edge) place.scrollIntoView({ block: "start" });
}
