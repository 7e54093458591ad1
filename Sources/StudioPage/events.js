// Shows the events of the log, to be dropped, moved and added: what if. Nothing of it is ever logged.

let eventsFirst = 0;
let eventsCursor = null;

function startEvents() {
  byId("add").addEventListener("submit", (event) => {
    event.preventDefault();
    addEvent();
  });
  byId("add-kind").addEventListener("change", drawAddFields);
  takesTyping(byId("add-time"), () => { byId("add-time").dataset.typed = "yes"; });
}

/** How many rows the log has: added ones are counted on from there. */
function loggedCount() {
  return night.events.filter((event) => event.state !== "added").length;
}

/** The place of an added event's edit among the edits. */
function addedPlace(key) {
  let count = key - loggedCount();
  return state.edits.findIndex((edit) => edit[0] === "add" && count-- === 0);
}

function withoutEdits(key) {
  return state.edits.filter((edit) => edit[0] === "add" || edit[1] !== String(key));
}

function isAdded(key) {
  return key >= loggedCount();
}

/** The edits with one more: `drop KEY`, `move KEY MS` or `add NAME MS FIELD=VALUE…`, in parts. */
function withEdit(parts) {
  const key = Number(parts[1]);
  if (parts[0] === "add") return [...state.edits, parts];
  if (!isAdded(key)) return [...withoutEdits(key), parts];
  const place = addedPlace(key);
  if (parts[0] === "drop") return state.edits.filter((edit, index) => index !== place);
  const [word, name, , ...fields] = state.edits[place];
  return state.edits.map((edit, index) => index === place ? [word, name, parts[2], ...fields] : edit);
}

function dropEvent(key) {
  dispatch({ edits: withEdit(["drop", String(key)]) });
}

function restoreEvent(key) {
  dispatch({ edits: withoutEdits(key) });
}

function moveEvent(key, at, merge) {
  dispatch({ edits: withEdit(["move", String(key), String(at)]), at, rule: "" }, merge);
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
    node("span", { class: "day" })),
    node("td", {}, node("span", { class: "state" }), node("button"), node("button", {}, "As logged")));
  takesTyping(time, (text) => {
    const event = night.events.find((one) => String(one.key) === row.dataset.key);
    const answer = event && askValue("instant", [...statePairs(), ["text", text], ["near", event.at]]);
    if (answer && answer.at !== undefined) moveEvent(event.key, answer.at);
    else if (answer) showTrouble(answer.error);
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
  fillList(byId("events").tBodies[0], shown, makeEvent, drawEvent);
  drawPager(byId("events-pager"), events.length, eventsFirst, (first) => {
    eventsFirst = first;
    drawEvents();
  });
  drawAddForm();
}

const eventWords = {
  logged: "", moved: "what if: moved", added: "what if: added", dropped: "what if: dropped",
};

function drawEvent(row, event) {
  row.dataset.key = event.key;
  row.className = `${event.state}${event.at === cursorAt() ? " open" : ""}`;
  const [time, text, what] = row.cells;
  setValue(time.firstChild, event.clock);
  setAttribute(time.firstChild, "aria-label", `Time of ${event.text}`);
  time.firstChild.disabled = event.state === "dropped";
  const isTimed = event.text.startsWith(`${event.clock} `);
  setText(text.firstChild, isTimed ? event.text.slice(event.clock.length + 1) : event.text);
  setText(text.children[1], event.fields);
  const before = row.previousElementSibling;
  row.dataset.day = event.day || "";
  const isNewDay = spansDays(night.events) && !(before && before.dataset.day === row.dataset.day);
  setText(text.lastChild, isNewDay ? event.day : "");
  const [mark, change, restore] = what.children;
  setText(mark, eventWords[event.state]);
  setText(change, event.state === "added" ? "Take away" : "Drop");
  change.hidden = event.state === "dropped";
  restore.hidden = event.state === "logged" || event.state === "added";
  setAttribute(change, "aria-label", `${change.textContent} ${event.text}`);
  setAttribute(restore, "aria-label", `${event.text} as logged`);
  change.onclick = () => dropEvent(event.key);
  restore.onclick = () => restoreEvent(event.key);
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
  const name = byId("add-kind").value;
  const event = pack.events.find((one) => one.name === name || one.kinds.includes(name));
  const place = byId("add-fields");
  const key = event ? event.name : "";
  if (place.dataset.event === key) return;
  place.dataset.event = key;
  place.replaceChildren(...(event ? event.fields : []).map((field) => {
    const options = (field.choices || []).map((one) => node("option", {}, one));
    const control = field.choices
      ? node("select", {}, node("option", { value: "" }, "as usual"), ...options)
      : node("input", { size: 7, autocomplete: "off", placeholder: "as usual" });
    control.dataset.field = field.name;
    return node("label", {}, `${field.name} `, control);
  }));
}

function addEvent() {
  const problem = byId("add-problem");
  const text = byId("add-time").value.trim();
  const answer = askValue("instant", [...statePairs(), ["text", text], ["near", cursorAt()]]);
  setText(problem, answer && answer.error ? answer.error : "");
  if (!answer || answer.error) return;
  const fields = byId("add-fields").querySelectorAll("[data-field]");
  const edit = ["add", byId("add-kind").value, String(answer.at)];
  for (const field of fields) {
    const value = field.value.trim().replaceAll("\t", " ");
    if (value) edit.push(`${field.dataset.field}=${value}`);
  }
  byId("add-time").dataset.typed = "";
  dispatch({ edits: withEdit(edit), at: answer.at, rule: "" });
}
