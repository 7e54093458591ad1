// Shows nothing itself: makes nodes and brings them up to date in place, so that focus and scroll stay.

/** The element of the page with this id. */
function byId(id) {
  return document.getElementById(id);
}

/** Sets an attribute, or takes it away for null and false; a function is a listener (`onclick`). */
function setAttribute(element, name, value) {
  if (typeof value === "function") {
    element[name] = value;
  } else if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

function setAttributes(element, attributes) {
  for (const name in attributes) setAttribute(element, name, attributes[name]);
  return element;
}

/** An HTML element with attributes and children (elements, or strings that are set as text). */
function node(name, attributes, ...children) {
  const element = setAttributes(document.createElement(name), attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An SVG element with attributes and children. */
function drawn(name, attributes, ...children) {
  const element = setAttributes(document.createElementNS("http://www.w3.org/2000/svg", name), attributes);
  element.append(...children);
  return element;
}

/** Log and rule texts reach the page only through here: as text, and only where they differ. */
function setText(element, text) {
  const shown = text === null || text === undefined ? "" : String(text);
  if (element.textContent !== shown) element.textContent = shown;
}

/** Sets the value of a field, but never under the fingers of who is typing in it. */
function setValue(field, value) {
  const isTyped = field === document.activeElement && field.dataset.typed === "yes";
  if (!isTyped && field.value !== value) field.value = value;
}

const shownKeys = new WeakMap();

/** Whether an element shows already what `key` stands for; from now on it is taken to. */
function isShown(element, key) {
  if (shownKeys.get(element) === key) return true;
  shownKeys.set(element, key);
  return false;
}

/** A field whose value is taken over when it is left or Enter is pressed; Esc gives the old one back. */
function takesTyping(field, taken) {
  field.addEventListener("input", () => { field.dataset.typed = "yes"; });
  const end = (isTaken) => {
    const wasTyped = field.dataset.typed === "yes";
    field.dataset.typed = "";
    if (wasTyped && isTaken) taken(field.value.trim());
  };
  field.addEventListener("change", () => end(true));
  field.addEventListener("blur", () => { end(false); redraw(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.dataset.typed === "yes") {
      event.stopPropagation();
      end(false);
      redraw();
    }
    // The browser tells of no change where what was typed is what stood there.
    if (event.key === "Enter") end(true);
  });
  return field;
}

/** The keys of the children that `fillList` made. */
const childKeys = new WeakMap();

/**
 * Gives `parent` one child for each item: an old child of the same key is brought up to date, and the one with
 * the focus is never moved, for that would take the focus from it. By default the key is the position.
 */
function fillList(parent, items, make, update, keyOf = (item, index) => index) {
  const old = new Map([...parent.children].map((child) => [childKeys.get(child), child]));
  const children = items.map((item, index) => {
    const key = keyOf(item, index);
    const child = old.get(key) || make(index);
    old.delete(key);
    childKeys.set(child, key);
    return child;
  });
  for (const child of old.values()) child.remove();
  let place = parent.firstElementChild;
  children.forEach((child, index) => {
    while (place && place !== child && child.contains(document.activeElement)) {
      const other = place;
      place = place.nextElementSibling;
      parent.append(other);
    }
    if (place === child) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
    update(child, items[index], index);
  });
}

/** The options of a select, from pairs [value, text]; the chosen one stays where it can. */
function fillSelect(select, options, value) {
  fillList(select, options, () => node("option"), (option, [key, text]) => {
    if (option.value !== key || !option.hasAttribute("value")) option.setAttribute("value", key);
    setText(option, text);
  });
  if (select.value !== value) select.value = value;
}

const focusable = "button, input, select, textarea, summary, [tabindex='0']";

function canFocus(element) {
  return element.isConnected && !element.disabled && element.getClientRects().length > 0;
}

/** Draws so that the focus isn't lost: what had it and is gone hands it to what is left nearest to it. */
function keepingFocus(draw) {
  const focused = document.activeElement;
  const around = [];
  for (let place = focused; place && place !== document.body; place = place.parentElement) around.push(place);
  draw();
  const now = document.activeElement;
  if (!around.length || canFocus(focused) || (now !== document.body && now !== focused)) return;
  for (const place of around.slice(1)) {
    const next = [...place.querySelectorAll(focusable)].find((one) => one.tabIndex >= 0 && canFocus(one));
    if (place.isConnected && next) {
      next.focus({ preventScroll: true });
      return;
    }
  }
}

const pageSize = 100;

function counted(number) {
  return number < 10000 ? String(number) : number.toLocaleString("en").replaceAll(",", "\u202f");
}

/** The part of a long list that is drawn, with buttons for the parts before and after. */
function drawPager(pager, count, first, go) {
  pager.hidden = count <= pageSize;
  if (pager.hidden) return;
  if (!pager.firstChild) {
    pager.append(node("button", {}, "Earlier"), node("span", { class: "soft" }), node("button", {}, "Later"));
  }
  const [before, label, after] = pager.children;
  const last = Math.min(first + pageSize, count);
  setText(label, `${counted(first + 1)}–${counted(last)} of ${counted(count)}`);
  before.disabled = first === 0;
  after.disabled = last === count;
  before.onclick = () => go(Math.max(0, first - pageSize));
  after.onclick = () => go(first + pageSize);
}

/** Puts a text on the clipboard, and says so on the button for a moment. */
async function copyText(text, button) {
  const label = button.dataset.label || button.textContent;
  button.dataset.label = label;
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = node("textarea", { class: "spoken" });
    field.value = text;
    button.after(field);
    field.select();
    isCopied = document.execCommand("copy");
    field.remove();
    button.focus();
  }
  setText(button, isCopied ? "Copied" : "Not copied");
  say(isCopied ? "Copied" : "Not copied");
  setTimeout(() => setText(button, label), 1500);
}

/** Speaks to screen readers, once things have come to rest; emptied first, for the same text again is no change. */
function say(text) {
  clearTimeout(say.timer);
  setText(byId("spoken"), "");
  say.timer = setTimeout(() => setText(byId("spoken"), text), 400);
}
