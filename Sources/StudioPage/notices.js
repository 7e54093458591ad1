// Shows what is said: time, rule and message of every notice; new, gone and held ones say so in words too.

let listFirst = 0;
let listItems = [];

/** The runs of like items that were unfolded. */
const unfolded = new Set();

function startNotices() {
  byId("find").addEventListener("input", ({ target }) => {
    listFirst = 0;
    drawNow();
    say(target.value ? `${listItems.length} found` : "");
  });
  byId("find").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      event.stopPropagation();
      stepNotice(event.key === "Enter" && openPlace(listItems) >= 0 ? 0 : 1, true);
    }
  });
  byId("show-held").addEventListener("change", redraw);
}

/** The notices and what was held, in time's order, as far as they hold what is looked for. */
function wantedItems() {
  const isHeldShown = byId("show-held").checked;
  const find = byId("find").value.toLowerCase();
  const all = isHeldShown ? [...night.notices, ...night.held] : night.notices;
  const items = [...all].sort((left, right) => left.at - right.at);
  const open = items[openPlace(items)];
  if (open && isFolded(open)) unfolded.add(runOf(open));
  return items.filter((item) => {
    if (!find) return !isFolded(item);
    const parts = [item.clock, pack.rules[item.rule].name, item.message, item.state || "held", item.change];
    return parts.join(" ").toLowerCase().includes(find);
  });
}

/** What names the run that an item is part of. */
function runOf(item) {
  return `${state.subject} ${item.rule} ${item.state} ${item.run}`;
}

/** Whether an item is only counted in the line below the first one of its run; on paper nobody unfolds it. */
function isFolded(item) {
  return item.run !== undefined && !item.more && !unfolded.has(runOf(item)) && !paper.matches;
}

/** Whether the item opened last was one that is held: a rule may be gone and held at one instant. */
let wasHeldOpened = false;

/** The place in a list of the open item, at the cursor and of the rule that is explained; else −1. */
function openPlace(items) {
  const at = cursorAt();
  const rule = cursorRule();
  const isOpen = (item) => item.at === at && pack.rules[item.rule].name === rule;
  const exact = items.findIndex((item) => isOpen(item) && !item.state === wasHeldOpened);
  return exact >= 0 ? exact : items.findIndex(isOpen);
}

function makeItem() {
  const button = node("button", { class: "said" }, node("time"), node("span", { class: "rule" }),
    node("span", { class: "state" }), node("span", { class: "message", dir: "auto" }),
    node("span", { class: "turn" }));
  return node("li", {}, button, node("button", { class: "link more" }));
}

function drawNotices() {
  listItems = wantedItems();
  const isMoved = followOpen();
  const letters = Math.max(0, ...listItems.map((item) => item.clock.length));
  byId("list").style.setProperty("--time", `${Math.max(6.4, letters * 0.54)}em`);
  if (listFirst >= listItems.length) listFirst = 0;
  // On paper nobody turns pages.
  const shown = paper.matches ? listItems : listItems.slice(listFirst, listFirst + pageSize);
  let days = "";
  const find = byId("find").value;
  const hadFocus = byId("list").contains(document.activeElement);
  const open = openPlace(shown);
  fillList(byId("list"), shown, makeItem, (row, item, index) => {
    const isOpen = index === open;
    drawItem(row.firstChild, item, isOpen);
    drawMore(row.lastChild, item, Boolean(find));
    setAttribute(row.firstChild, "tabindex", isOpen || (open < 0 && index === 0) ? 0 : -1);
    const isNewDay = item.day && item.day !== days;
    setAttribute(row, "data-day", isNewDay && (days || spansDays(listItems)) ? item.day : null);
    if (item.day) days = item.day;
    if (isOpen && hadFocus && document.activeElement !== row.firstChild) row.firstChild.focus();
  });
  if (isMoved && open >= 0 && panes.matches) byId("list").children[open].scrollIntoView({ block: "nearest" });
  byId("list-empty").hidden = listItems.length > 0;
  setText(byId("list-empty"), find ? "Nothing in the list holds that." : "Nothing is said.");
  byId("list-note").hidden = !night.note;
  setText(byId("list-note"), night.note);
  drawPager(byId("list-pager"), listItems.length, listFirst, (first) => { listFirst = first; redraw(); });
}

/** Where the columns scroll by themselves, as the style has it: only then may the list follow the cursor. */
const panes = window.matchMedia("(min-width: 1200px) and (min-height: 700px)");

/** Goes to the page of the list with the open item, if another was opened; says whether one was. */
function followOpen() {
  const opened = `${state.subject} ${cursorAt()} ${cursorRule()} ${wasHeldOpened}`;
  if (followOpen.last === opened) return false;
  followOpen.last = opened;
  const place = openPlace(listItems);
  if (place >= 0) listFirst = Math.floor(place / pageSize) * pageSize;
  return true;
}

function spansDays(items) {
  const days = items.filter((item) => item.day);
  return days.length > 0 && days[0].day !== days[days.length - 1].day;
}

const stateWords = {
  same: "", new: "new", gone: "gone", moved: "moved", changed: "changed", reworded: "reworded", held: "held",
};

/** A text with the day that it is about, for who hears no heading above it. */
function withDay(text, day) {
  return night.isOneDay || !day ? text : `${text}, ${day}`;
}

function drawItem(button, item, isOpen) {
  const sort = item.state || "held";
  const known = pack.rules[item.rule];
  button.onclick = () => {
    openNotice(item, "why");
    choosePanel("why");
  };
  const key = [item.day, item.clock, known.name, sort, item.message, item.change, item.colour, isOpen, program].join(" ");
  if (isShown(button, key)) return;
  const [time, rule, mark, message, turn] = button.children;
  setText(time, item.clock);
  setText(rule, known.name);
  setText(mark, stateWords[sort]);
  setText(message, item.message);
  setText(turn, item.change);
  button.className = `said ${sort}${isOpen ? " open" : ""}`;
  button.style.setProperty("--level", item.colour || "transparent");
  const words = [item.clock, known.name, stateWords[sort], item.message, item.change].filter(Boolean).join(" ");
  setAttribute(button, "aria-label", withDay(words, item.day));
  setAttribute(button, "aria-current", isOpen ? "true" : null);
  setAttribute(button, "title", [known.label, item.kind, item.level].filter(Boolean).join(" · "));
}

/** The line that stands for the others of a run, and folds and unfolds them. */
function drawMore(button, item, isSearched) {
  button.hidden = !item.more || isSearched || paper.matches;
  if (button.hidden) return;
  setText(button, item.more);
  setAttribute(button, "aria-expanded", String(unfolded.has(runOf(item))));
  button.onclick = () => {
    if (!unfolded.delete(runOf(item))) unfolded.add(runOf(item));
    redraw();
  };
}

/** Puts the cursor on an item of the list; with `panel` that panel is shown. */
function openNotice(item, panel) {
  wasHeldOpened = !item.state;
  dispatch({ at: item.at, rule: pack.rules[item.rule].name, panel: panel || state.panel });
  bringIntoView(item.at);
  redraw();
}

/** To the next item of the list (1) or the one before (−1); 0 puts the focus on the open one. */
function stepNotice(direction, isFocused) {
  // What was just changed may have changed the list too.
  drawNow();
  if (!listItems.length) return;
  const at = cursorAt();
  let index = openPlace(listItems);
  if (index >= 0) index += direction;
  else if (direction > 0) index = listItems.findIndex((item) => item.at >= at);
  else index = listItems.findLastIndex((item) => item.at < at);
  if (index < 0 && isFocused) index = 0;
  if (index < 0 || index >= listItems.length) return;
  listFirst = Math.floor(index / pageSize) * pageSize;
  openNotice(listItems[index]);
  drawNow();
  const row = byId("list").children[index - listFirst];
  row.scrollIntoView({ block: "nearest" });
  const isInside = isFocused || byId("list").contains(document.activeElement);
  if (isInside) row.firstChild.focus({ preventScroll: true });
  else say(row.firstChild.getAttribute("aria-label"));
}
