// Shows the timeline: a band per scale, a row per rule with what it gave and held, the events, the cursor.

const rowHeight = { axis: 24, scale: 26, rule: 22, events: 28 };
const edge = 14;

/** The part of the night that is shown; null is the whole of it. It is no part of the state. */
let view = null;
let gesture = null;
let plotRoom = 0;

/** The rows that are drawn, from top to bottom: { kind, index, top, height, name, items }. */
let plotRows = [];

function startTimeline() {
  const plot = byId("plot");
  plot.append(drawn("svg", { "aria-hidden": "true", focusable: "false" }));
  plot.addEventListener("pointerdown", pointAt);
  plot.addEventListener("pointermove", pointMoved);
  plot.addEventListener("pointerup", pointEnded);
  plot.addEventListener("pointercancel", pointEnded);
  plot.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
  plot.addEventListener("wheel", wheeled, { passive: false });
  byId("zoom-in").onclick = () => zoom(0.5);
  byId("zoom-out").onclick = () => zoom(2);
  byId("zoom-whole").onclick = () => setView(null);
  byId("pan-left").onclick = () => pan(-0.4);
  byId("pan-right").onclick = () => pan(0.4);
  byId("show-silent").addEventListener("change", redraw);
  takesTyping(byId("cursor-time"), goToText);
  new ResizeObserver(() => {
    plotRoom = 0;
    redraw();
  }).observe(plot);
  paper.addEventListener("change", () => {
    drawNow();
    drawWhy();
  });
}

/** The instant that the cursor stands at: the first notice until it was moved. */
function cursorAt() {
  if (state.at !== null) return state.at;
  return night.notices.length ? night.notices[0].at : night.from;
}

/** The rule that is explained; empty means every rule at the instant. */
function cursorRule() {
  if (state.at !== null || state.rule || !night.notices.length) return state.rule;
  return pack.rules[night.notices[0].rule].name;
}

function shownPart() {
  return view || { from: night.from, to: Math.max(night.to, night.from + 1) };
}

const paper = window.matchMedia("print");
const paperWidth = 520;

/** How wide the plot is; asked of the page only after it was resized, for asking has it laid out. */
function plotWidth() {
  if (paper.matches) return paperWidth;
  if (!plotRoom) plotRoom = Math.max(120, byId("plot").clientWidth);
  return plotRoom;
}

/** The pairs that say which part of the axis is shown and how many marks it has room for. */
function axisPairs() {
  const pairs = [["ticks", Math.max(2, Math.floor(plotWidth() / 84))]];
  return view ? [...pairs, ["from", Math.round(view.from)], ["to", Math.round(view.to)]] : pairs;
}

/** Whether a place of the plot is in the part that is shown. */
function isInPlot(place) {
  return place >= edge - 1 && place <= plotWidth() - edge + 1;
}

function placeOf(at) {
  const part = shownPart();
  return edge + (at - part.from) / (part.to - part.from) * (plotWidth() - 2 * edge);
}

function instantAt(place) {
  const part = shownPart();
  return part.from + (place - edge) / (plotWidth() - 2 * edge) * (part.to - part.from);
}

function drawTimeline() {
  setText(byId("day"), night.heading);
  layOutRows();
  drawLabels();
  const svg = byId("plot").firstElementChild;
  const width = plotWidth();
  const last = plotRows[plotRows.length - 1];
  const height = last.top + last.height + 2;
  setAttributes(svg, { viewBox: `0 0 ${width} ${height}`, width, height });
  const groups = drawMarks(width, height);
  groups.push(cursorLine(height));
  fillGroups(svg, groups);
  drawCursorText();
  byId("zoom-out").disabled = view === null;
  byId("zoom-whole").disabled = view === null;
  byId("pan-left").disabled = view === null || view.from <= night.from;
  byId("pan-right").disabled = view === null || view.to >= night.to;
}

/** Which rows there are, and what stands in each, in time's order. */
function layOutRows() {
  const lift = isNarrow() ? 12 : 0;
  let top = rowHeight.axis;
  plotRows = [];
  const put = (kind, index, name, items) => {
    plotRows.push({ kind, index, name, items, top: top + lift, height: rowHeight[kind], lift });
    top += lift + rowHeight[kind];
  };
  pack.scales.forEach((scale, index) => put("scale", index, scale.name, []));
  const perRule = pack.rules.map(() => []);
  for (const notice of night.notices) perRule[notice.rule].push(notice);
  for (const held of night.held) perRule[held.rule].push(held);
  const silent = silentRules(perRule);
  pack.rules.forEach((rule, index) => {
    const isShown = perRule[index].length || (rule.speaks && !silent.has(index));
    if (isShown) put("rule", index, rule.name, perRule[index]);
  });
  put("events", 0, "events", night.events.filter((event) => event.state !== "refused"));
}

const mostRows = 8;
const heard = { key: "", rules: new Set() };

/** Rules that are left out where there are many: those that never had anything to show of this subject. */
function silentRules(perRule) {
  const key = `${state.subject} ${program}`;
  if (heard.key !== key) Object.assign(heard, { key, rules: new Set() });
  perRule.forEach((items, index) => { if (items.length) heard.rules.add(index); });
  const silent = new Set();
  pack.rules.forEach((rule, index) => {
    if (rule.speaks && !heard.rules.has(index) && rule.name !== cursorRule()) silent.add(index);
  });
  const isMany = pack.rules.filter((rule) => rule.speaks).length > mostRows && silent.size > 0;
  const toggle = byId("show-silent");
  toggle.parentElement.hidden = !isMany;
  setText(toggle.nextElementSibling, silent.size === 1 ? "1 silent rule" : `${silent.size} silent rules`);
  return isMany && !toggle.checked ? silent : new Set();
}

/** On a phone the names stand above their rows. */
function isNarrow() {
  return innerWidth < 760 && !paper.matches;
}

function drawLabels() {
  const labels = byId("plot-labels");
  labels.style.paddingTop = `${rowHeight.axis}px`;
  fillList(labels, plotRows, () => node("div"), (label, row) => {
    setText(label, row.name);
    label.className = row.kind + (row.kind === "rule" && row.name === cursorRule() ? " open" : "");
    label.style.height = `${row.height + row.lift}px`;
    setAttribute(label, "title", row.kind === "rule" ? pack.rules[row.index].label || row.name : row.name);
  });
}

/** Where the cursor stands, in words: what the engine calls the instant, and what there is at it. */
function drawCursorText() {
  const at = cursorAt();
  const clock = askOnce("clock", "clock", [...statePairs(), ["at", at]]);
  const text = clock && clock.text && !night.isEmpty ? clock.text : "";
  setValue(byId("cursor-time"), text);
  byId("cursor-time").style.setProperty("--letters", text.length);
  const day = text && clock.day && !night.heading.startsWith(clock.day) ? clock.day : "";
  const levels = night.levels.map((one) => levelAt(one.scale, at)).filter(Boolean);
  setText(byId("readout"), [day, ...levels].filter(Boolean).join(" · "));
  const here = [...night.events, ...night.notices].filter((one) => one.at === at);
  const told = (one) => one.text || [pack.rules[one.rule].name, stateWords[one.state]].join(" ").trim();
  setAttributes(byId("plot"), {
    "aria-valuemin": night.from, "aria-valuemax": night.to, "aria-valuenow": at,
    "aria-valuetext": [text && withDay(text, clock.day), ...levels, ...here.map(told)].join("; "),
  });
  for (const id of ["why-at", "graph-at"]) setText(byId(id), text && `at ${text}${day ? `, ${day}` : ""}`);
}

/** The level of a scale at an instant, in words with its bounds; empty where there is none. */
function levelAt(scale, at) {
  const found = night.levels.find((one) => one.scale === scale);
  const span = found && found.spans.findLast((one) => one.from <= at && at <= one.to);
  return span ? span.text : "";
}

function goToText(text) {
  const at = typedInstant(text, cursorAt());
  if (at !== null) moveCursor(at, "");
  redraw();
}

/** What the engine makes of a text that means an instant beside another. */
function askInstant(text, near) {
  return askValue("instant", [...statePairs(), ["text", text], ["near", near], ["now", Date.now()]]);
}

/** The instant that a text means beside another; null, with the reason shown, where it means none. */
function typedInstant(text, near) {
  const answer = askInstant(text, near);
  if (!answer) return null;
  if (answer.error) showTrouble(answer.error);
  else byId("engine-notice").hidden = true;
  return answer.at ?? null;
}

/** Puts the cursor to an instant, brings it into view, and opens a rule there ("" is every rule). */
function moveCursor(at, rule) {
  dispatch({ at: Math.round(at), rule });
  bringIntoView(at);
}

function bringIntoView(at) {
  const part = shownPart();
  if (view && (at < part.from || at > part.to)) {
    const length = part.to - part.from;
    setView({ from: at - length / 2, to: at + length / 2 });
  }
}

/** To an instant at which anything stands, if there is one. */
function goToInstant(at) {
  if (at !== undefined) moveCursor(at, "");
}

/** To the next instant at which anything stands (direction 1), or the one before (−1). */
function stepInstant(direction) {
  const at = cursorAt();
  goToInstant(direction > 0 ? night.instants.find((one) => one > at) : night.instants.findLast((one) => one < at));
}

function setView(wanted) {
  if (wanted) {
    const whole = night.to - night.from;
    const length = Math.max(1000, wanted.to - wanted.from);
    const from = Math.min(Math.max(wanted.from, night.from), night.to - length);
    wanted = length >= whole ? null : { from, to: from + length };
  }
  view = wanted;
  redraw();
}

/** Shows `factor` times as much, with the instant `at` left where it is. */
function zoom(factor, at) {
  const part = shownPart();
  const fixed = at === undefined ? Math.min(Math.max(cursorAt(), part.from), part.to) : at;
  setView({ from: fixed - (fixed - part.from) * factor, to: fixed + (part.to - fixed) * factor });
}

function pan(share) {
  const part = shownPart();
  const way = (part.to - part.from) * share;
  if (view) setView({ from: part.from + way, to: part.to + way });
}

function wheeled(event) {
  const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, instantAt(event.offsetX));
  } else if (sideways && view) {
    event.preventDefault();
    pan((event.deltaX || event.deltaY) / plotWidth());
  }
}

/** What stands under a point of the plot: { row, item }. */
function hit(event) {
  const box = byId("plot").getBoundingClientRect();
  const x = event.clientX - box.left;
  const y = event.clientY - box.top;
  const row = plotRows.find((one) => y >= one.top - one.lift && y < one.top + one.height);
  let item = null;
  let nearest = event.pointerType === "touch" ? 22 : 9;
  for (const one of row ? row.items : []) {
    const distance = Math.abs(placeOf(one.at) - x);
    if (distance < nearest) [item, nearest] = [one, distance];
  }
  return { row, item, x };
}

function pointAt(event) {
  if (event.button !== 0) return;
  const { row, item, x } = hit(event);
  byId("plot").setPointerCapture(event.pointerId);
  const isEvent = row && row.kind === "events" && item && !isAway(item);
  byId("tip").hidden = true;
  gesture = { start: x, event: isEvent ? item : null, isMoving: false };
  const at = item ? item.at : nearestInstant(x);
  moveCursor(at, row && row.kind === "rule" && item ? pack.rules[row.index].name : "");
}

function nearestInstant(x) {
  const places = night.instants.filter((at) => Math.abs(placeOf(at) - x) < 6);
  places.sort((left, right) => Math.abs(placeOf(left) - x) - Math.abs(placeOf(right) - x));
  if (places.length) return places[0];
  return roundedInstant(instantAt(x));
}

/**
 * An instant of a drag, within the part that is shown: whole minutes where a pixel is more than a few seconds,
 * else whole seconds.
 */
function roundedInstant(at) {
  const part = shownPart();
  const unit = (part.to - part.from) / plotWidth() > 4000 ? 60000 : 1000;
  return Math.min(Math.max(Math.round(at / unit) * unit, Math.ceil(part.from)), Math.floor(part.to));
}

function pointMoved(event) {
  if (!gesture) {
    drawTip(event);
    return;
  }
  const { x } = hit(event);
  if (!gesture.isMoving && Math.abs(x - gesture.start) < 5) return;
  if (!gesture.isMoving) {
    endStep();
    // The night may begin or end with this event: until it is let go the axis stays.
    gesture.isWhole = Boolean(gesture.event) && !view;
    if (gesture.isWhole) view = shownPart();
  }
  gesture.isMoving = true;
  if (gesture.event) moveEvent(gesture.event.key, roundedInstant(instantAt(x)), "drag event");
  else moveCursor(nearestInstant(x), "");
}

function pointEnded() {
  if (gesture && gesture.isWhole) setView(null);
  gesture = null;
  endStep();
}

function drawTip(event) {
  const tip = byId("tip");
  const { row, item, x } = hit(event);
  const level = row && row.kind === "scale" ? levelAt(row.index, instantAt(x)) : "";
  tip.hidden = !item && !level;
  if (tip.hidden) return;
  setText(tip, level || item.text || [item.clock, item.message, stateWords[item.state]].join(" ").trim());
  const left = byId("plot").offsetLeft + x;
  const isRight = x > plotWidth() / 2;
  tip.style.left = isRight ? "auto" : `${left + 10}px`;
  tip.style.right = isRight ? `${tip.parentElement.clientWidth - left + 10}px` : "auto";
  const isLow = plotRows.indexOf(row) > plotRows.length / 2;
  tip.style.top = `${isLow ? row.top - row.lift : row.top + row.height}px`;
  tip.style.transform = isLow ? "translateY(-100%)" : "";
}
