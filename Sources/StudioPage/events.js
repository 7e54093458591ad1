// Shows the events of the log, to be dropped, moved, changed and added: what if. Nothing of it is ever logged.

let eventsFirst = 0;
let eventsCursor = null;

/** The key of the event whose fields are open. */
let eventChanged = null;

function startEvents() {
  byId("add").addEventListener("submit", (event) => {
    event.preventDefault();
    addEvent();
  });
  byId("add-kind").addEventListener("change", drawAddFields);
  // Unlike other fields it keeps what was typed when it is left: until it is added, or nothing stands there.
  byId("add-time").addEventListener("input", ({ target }) => { target.dataset.typed = target.value ? "yes" : ""; });
}

/** The place of an event's edit among the edits; −1 where there is none. Keys of added ones follow the log's. */
function editPlace(key) {
  let count = key - pack.subjects[state.subject].events;
  return state.edits.findIndex(count < 0 ? (edit) => edit[0] !== "add" && edit[1] === String(key)
    : (edit) => edit[0] === "add" && count-- === 0);
}

/** The edits without that of an event. */
function withoutEdit(key) {
  const place = editPlace(key);
  return state.edits.filter((edit, index) => index !== place);
}

/** The edits with one more, in parts: `drop KEY`, `move KEY MS FIELD=VALUE…` or `add NAME MS FIELD=VALUE…`. */
function withEdit(parts) {
  const [word, key, at, ...fields] = parts;
  const place = word === "add" ? -1 : editPlace(Number(key));
  if (place < 0) return [...state.edits, parts];
  const [old, name, , ...others] = state.edits[place];
  if (word === "drop" && old === "add") return withoutEdit(Number(key));
  const isSaid = (other) => fields.some((field) => field.split("=")[0] === other.split("=")[0]);
  const kept = others.filter((other) => !isSaid(other));
  const next = word === "move" && old !== "drop" ? [old, name, at, ...kept, ...fields] : parts;
  return state.edits.map((edit, index) => index === place ? next : edit);
}

function dropEvent(key) {
  dispatch({ edits: withEdit(["drop", String(key)]) });
}

function restoreEvent(key) {
  eventChanged = null;
  dispatch({ edits: withoutEdit(key) });
}

/** Moves an event, or gives it other fields where `at` is its own instant. */
function moveEvent(key, at, merge, fields) {
  dispatch({ edits: withEdit(["move", String(key), String(at), ...(fields || [])]), at, rule: "" }, merge);
}

/** Puts the cursor on an event of the log and shows it in the table. */
function openEvent(key) {
  const event = night.events.find((one) => one.key === key);
  if (!event) return;
  dispatch({ at: event.at, rule: "", panel: "events" });
  drawNow();
  drawEvents();
  const row = [...byId("events").tBodies[0].rows].find((one) => one.dataset.key === String(key));
  if (row) row.querySelector("input").focus();
}

function makeEvent() {
  const time = node("input", { class: "time", size: 9, autocomplete: "off" });
  const row = node("tr", {}, node("td", {}, time), node("td", {}, node("span"), node("span", { class: "fields" }),
    node("span", { class: "state" }), node("span", { class: "day" }), node("div", { class: "change", hidden: true })),
    node("td", {}, node("button", {}, "Change"), node("button"), node("button", {}, "As logged")));
  takesTyping(time, (text) => {
    const event = night.events.find((one) => String(one.key) === row.dataset.key);
    const at = event ? typedInstant(text, event.at) : null;
    if (at !== null) moveEvent(event.key, at);
    redraw();
  });
  return row;
}

function drawEvents() {
  const events = night.events;
  if (eventsCursor !== cursorAt()) {
    eventsCursor = cursorAt();
    const near = events.findIndex((event) => event.at >= eventsCursor);
    eventsFirst = Math.floor(Math.max(0, near < 0 ? events.length - 1 : near) / pageSize) * pageSize;
  }
  if (eventsFirst >= events.length) eventsFirst = 0;
  const shown = events.slice(eventsFirst, eventsFirst + pageSize);
  const focused = document.activeElement.closest("#events tr");
  const stood = focused && focused.rowIndex;
  fillList(byId("events").tBodies[0], shown, makeEvent, drawEvent, (event) => event.key);
  if (focused && focused.isConnected && focused.rowIndex !== stood) focused.scrollIntoView({ block: "nearest" });
  drawPager(byId("events-pager"), events.length, eventsFirst, (first) => {
    eventsFirst = first;
    drawEvents();
  });
  drawAddForm();
}

const eventWords = {
  logged: "", moved: "what if: moved", changed: "what if: changed", added: "what if: added",
  dropped: "what if: dropped", refused: "refused",
};

/** Whether an event is none of the log that is evaluated. */
function isAway(event) {
  return event.state === "dropped" || event.state === "refused";
}

function drawEvent(row, event) {
  row.dataset.key = event.key;
  row.className = `${event.state}${event.at === cursorAt() ? " open" : ""}`;
  const [time, text, what] = row.cells;
  const words = withDay(event.text, event.day);
  setValue(time.firstChild, event.clock);
  setAttribute(time.firstChild, "aria-label", `Time of ${words}`);
  time.firstChild.disabled = isAway(event);
  setText(text.firstChild, `${event.name} (${event.row})`);
  setText(text.children[1], event.fields);
  const before = row.previousElementSibling;
  row.dataset.day = event.day || "";
  const isNewDay = spansDays(night.events) && !(before && before.dataset.day === row.dataset.day);
  setText(text.children[2], eventWords[event.state]);
  setText(text.children[3], isNewDay ? event.day : "");
  const [change, drop, restore] = what.children;
  const isLogged = event.state !== "added" && event.state !== "refused";
  setText(drop, isLogged ? "Drop" : "Take away");
  drop.hidden = event.state === "dropped";
  change.hidden = isAway(event) || event.values.length === 0;
  restore.hidden = event.state === "logged" || !isLogged;
  const isOpen = event.key === eventChanged && !change.hidden;
  setAttributes(change, { "aria-label": `Change ${words}`, "aria-expanded": String(isOpen) });
  setAttribute(drop, "aria-label", `${drop.textContent} ${words}`);
  setAttribute(restore, "aria-label", `${words} as logged`);
  change.onclick = () => {
    eventChanged = isOpen ? null : event.key;
    drawEvents();
  };
  drop.onclick = () => dropEvent(event.key);
  restore.onclick = () => restoreEvent(event.key);
  drawChange(text.lastChild, event, isOpen);
}

/** The fields of the event that is open, each taken over when it is left. */
function drawChange(place, event, isOpen) {
  place.hidden = !isOpen;
  if (!isOpen) return;
  const fields = eventNamed(event.name).fields;
  if (!isShown(place, `${event.key} ${event.name} ${program}`)) place.replaceChildren(...fields.map(makeField));
  fields.forEach((field, index) => setValue(place.children[index].lastChild, event.values[index]));
  place.onchange = ({ target }) => {
    moveEvent(event.key, event.at, null, [`${target.dataset.field}=${oneLine(target.value)}`]);
  };
}

/** The event that has this name, or a kind of this name. */
function eventNamed(name) {
  return pack.events.find((one) => one.name === name || one.kinds.includes(name));
}

function oneLine(text) {
  return text.trim().replaceAll("\t", " ");
}

function makeField(field) {
  const options = (field.choices || []).map((one) => node("option", {}, one));
  const control = field.choices
    ? node("select", {}, node("option", { value: "" }, "as usual"), ...options)
    : takesTyping(node("input", { size: 7, autocomplete: "off", placeholder: "as usual" }), () => {});
  control.dataset.field = field.name;
  return node("label", {}, `${field.name} `, control);
}

/** Kinds by their names; events without kinds by their own. */
function addable() {
  const names = [];
  for (const event of pack.events) {
    for (const kind of event.kinds) names.push([kind, kind]);
    names.push([event.name, event.kinds.length ? `${event.name} (no kind)` : event.name]);
  }
  return names;
}

function drawAddForm() {
  const select = byId("add-kind");
  const names = addable();
  fillSelect(select, names, select.value || (names.length ? names[0][0] : ""));
  if (byId("add-time").dataset.typed !== "yes") byId("add-time").value = byId("cursor-time").value;
  drawAddFields();
}

function drawAddFields() {
  const event = eventNamed(byId("add-kind").value);
  const place = byId("add-fields");
  if (isShown(place, `${event && event.name} ${program}`)) return;
  place.replaceChildren(...(event ? event.fields : []).map(makeField));
}

function addEvent() {
  const problem = byId("add-problem");
  const text = byId("add-time").value.trim();
  const answer = askInstant(text, cursorAt());
  setText(problem, answer && answer.error ? answer.error : "");
  if (!answer || answer.error) return;
  const fields = byId("add-fields").querySelectorAll("[data-field]");
  const edit = ["add", byId("add-kind").value, String(answer.at)];
  for (const field of fields) {
    const value = oneLine(field.value);
    if (value) edit.push(`${field.dataset.field}=${value}`);
  }
  const edits = withEdit(edit);
  const refused = refusalOf(edits);
  setText(problem, refused);
  if (refused) return;
  byId("add-time").dataset.typed = "";
  dispatch({ edits, at: answer.at, rule: "" });
}

/** What the engine says against other edits, beyond what it says now; empty where it takes them. */
function refusalOf(edits) {
  drawNow();
  const tried = askValue("night", [...statePairs(state.set, edits), withoutEvents]);
  return (tried && tried.problems || []).find((one) => !night.problems.includes(one)) || "";
}
