// Shows why: the engine's explanation with its names alive, flips as buttons, the condition as a tree.

function startWhy() {
  byId("why-rule").addEventListener("change", (event) => openRule(event.target.value));
  byId("why-full").addEventListener("change", (event) => dispatch({ full: event.target.checked }));
}

/** Opens a rule at the cursor, whatever it came to there; "" is every rule. */
function openRule(name) {
  dispatch({ at: cursorAt(), rule: name });
}

/** Every rule that can be asked about, as [value, text]. */
function ruleOptions(everything) {
  return [["", everything], ...pack.rules.map((rule) => [rule.name, rule.name])];
}

/** How wide a letter of the explanation is. */
function whyLetter() {
  const sample = node("span", {}, "0".repeat(20));
  byId("why-text").prepend(sample);
  const width = sample.getBoundingClientRect().width / 20;
  sample.remove();
  return width || 8;
}

/** What the engine is asked; a panel with room for less than 80 letters asks for shorter lines. */
function explainPairs() {
  const pairs = [...statePairs(), ["at", cursorAt()]];
  if (cursorRule()) pairs.push(["rule", cursorRule()]);
  if (state.full) pairs.push(["full", "1"]);
  const place = byId("why-text");
  const { paddingLeft, paddingRight } = getComputedStyle(place);
  const room = place.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const columns = Math.floor(room / whyLetter());
  if (columns > 20 && columns < 80) pairs.push(["width", columns]);
  return pairs;
}

function drawWhy() {
  fillSelect(byId("why-rule"), ruleOptions("every rule"), cursorRule());
  byId("why-full").checked = state.full;
  const answer = askOnce("explain", "explain", explainPairs()) || { error: stoppedText };
  if (isShown(byId("why-text"), JSON.stringify(answer))) return;
  fillText(byId("why-text"), answer.error || answer.text, answer.links || []);
  drawFlips(answer.flips || []);
  drawTree(answer.tree || [], answer.rules || []);
}

/** The text with its links made into buttons. Offsets are those of UTF-16. */
function fillText(place, text, links) {
  const parts = [];
  let end = 0;
  for (const link of [...links].sort((left, right) => left.start - right.start)) {
    if (link.start < end) continue;
    parts.push(text.slice(end, link.start), linkButton(text.slice(link.start, link.end), link));
    end = link.end;
  }
  parts.push(text.slice(end));
  place.replaceChildren(...parts);
}

const linkTitles = {
  rule: "Show this rule's text", param: "To this setting", row: "To this event",
};

function linkButton(text, link) {
  const button = node("button", { class: `alive ${link.kind}`, title: linkTitles[link.kind] }, text);
  button.onclick = () => followLink(link);
  return button;
}

function followLink(link) {
  if (link.kind === "rule") openRuleText(pack.rules[link.rule].file, pack.rules[link.rule].line);
  if (link.kind === "param") openParam(link.param);
  if (link.kind === "row") openEvent(link.key);
}

/** Sets what a flip says: `name=value`. */
function applySet(text) {
  const name = text.slice(0, text.indexOf("="));
  const value = text.slice(name.length + 1);
  const known = night.params.find((param) => param.name === name);
  const set = known ? withChosen(known, value) : withSet(name, value);
  dispatch({ at: cursorAt(), rule: cursorRule(), set });
}

/** Does what a flip says: sets values, supposes an event away, elsewhere or added, or goes to an instant. */
function applyFlip(flip) {
  if (flip.set) applySet(flip.set);
  else if (flip.edit) supposeFlip(flip.edit.split("\t"));
  else if (flip.waits !== undefined) moveCursor(flip.waits, cursorRule());
}

/** Supposes what a flip says; where an event moves, the question goes with it. */
function supposeFlip(edit) {
  const at = edit[0] === "move" ? Number(edit[2]) : cursorAt();
  const rule = cursorRule();
  dispatch({ at, rule, edits: withEdit(edit) });
  bringIntoView(at);
}

/** The flips as buttons, a line for each rule where there are several. */
function drawFlips(flips) {
  byId("flips").hidden = flips.length === 0;
  const byRule = new Map();
  for (const flip of flips) byRule.set(flip.rule, [...(byRule.get(flip.rule) || []), flip]);
  const make = () => node("div", { class: "flip-line" }, node("code"), node("div"));
  fillList(byId("flip-buttons"), [...byRule], make, (line, [rule, itsFlips]) => {
    const [name, buttons] = line.children;
    name.hidden = byRule.size < 2;
    setText(name, pack.rules[rule] ? pack.rules[rule].name : "");
    fillList(buttons, itsFlips, () => node("button"), drawFlip);
  });
}

function drawFlip(button, flip) {
  setText(button, flip.text);
  button.className = `flip ${flip.edit ? "supposing" : ""}`;
  button.dataset.set = flip.set || flip.edit || flip.waits;
  setAttribute(button, "title", flip.set ? "Set it so" : flip.edit ? "What if" : "To that instant");
  button.onclick = () => applyFlip(flip);
}

/** f: to the first flip, then to the next. */
function focusFlip() {
  if (state.panel !== "why") dispatch({ panel: "why" });
  drawNow();
  drawRestNow();
  const buttons = [...byId("panel-why").querySelectorAll("button[data-set]")];
  if (!buttons.length) {
    say("Nothing here flips by a setting");
    byId("why-text").focus();
    return;
  }
  const next = buttons[(buttons.indexOf(document.activeElement) + 1) % buttons.length];
  next.focus();
}

const holdMarks = { true: "✓", false: "✗", null: "?" };

/** A part of a condition, { text, holds, margin, children }, with its parts below it. */
function treePart(part) {
  const line = node("span", { class: `holds ${part.holds}` });
  if (part.holds !== undefined) line.append(node("b", {}, holdMarks[String(part.holds)]));
  line.append(node("code", {}, part.text));
  const hasMargin = part.margin && part.margin !== String(part.holds);
  if (hasMargin) line.append(node("span", { class: "soft" }, part.margin));
  if (!part.children || !part.children.length) return node("li", {}, line);
  const parts = node("ul", {}, ...part.children.map(treePart));
  return node("li", {}, node("details", { open: true }, node("summary", {}, line), parts));
}

/** The condition of each rule that is explained as a tree; a rule without one is left out. */
function drawTree(conditions, names) {
  const place = byId("why-tree");
  place.hidden = !conditions.some(Boolean);
  const isOfMany = conditions.length > 1;
  const parts = [node("h3", {}, isOfMany ? "The conditions" : "The condition")];
  conditions.forEach((condition, index) => {
    if (!condition) return;
    if (isOfMany) parts.push(node("p", { class: "of" }, node("code", {}, names[index] || "")));
    parts.push(node("ul", { class: "tree" }, treePart(condition)));
  });
  place.replaceChildren(...parts);
}
