// Shows the settings: a row per parameter with value, slider and marks where anything changes; how to apply.

/** The parameter that [ and ] step: the one that was touched last. */
let currentParam = 0;

function startParameters() {
  byId("reset-all").onclick = () => dispatch({ set: {} });
  byId("copy-command").onclick = (event) => copyText(byId("apply-command").textContent, event.target);
  byId("copy-line").onclick = (event) => copyText(byId("apply-line").textContent, event.target);
}

/** Every value of a parameter in order; asked once for a program. */
function gridOf(param) {
  if (param.control === "text") return [];
  const answer = askOnce(`grid ${param.name}`, "grid", [["param", param.name]]);
  return answer && answer.values ? answer.values : [];
}

/** Where a value stands on its slider, both as shares: that of `middle` stands at a half. */
function shareAt(share, middle) {
  return share * (1 - middle) / (middle + share * (1 - 2 * middle));
}

/** Where the value with this index stands on a slider, in steps of the slider. */
function placeOnSlider(param, index) {
  const last = Math.max(1, param.count - 1);
  return round(shareAt(index / last, param.middle ? param.middle / last : 0.5) * last);
}

/** Makes the row of a parameter; `index` is its place in the list. */
function makeParam(index) {
  const reset = node("button", { class: "icon reset" }, "↺");
  reset.onclick = () => dispatch({ set: withSet(pack.params[index].name, null) });
  const name = node("label", { for: `param-${index}` });
  const row = node("div", { class: "param", role: "group" },
    node("div", { class: "head" }, name, reset, node("span", { class: "field" })),
    node("p", { class: "label soft" }), node("p", { class: "bad", id: `problem-${index}` }),
    node("div", { class: "track" }), node("p", { class: "same soft" }));
  row.addEventListener("focusin", () => { currentParam = index; });
  return row;
}

/** Gives a row the control that its parameter has: a slider with a field, a choice, or a field alone. */
function giveControl(row, param, index) {
  const kind = `${param.control} ${param.name} ${param.count}`;
  if (row.dataset.control === kind) return;
  row.dataset.control = kind;
  const id = `param-${index}`;
  const field = row.querySelector(".field");
  const track = row.querySelector(".track");
  track.replaceChildren();
  if (param.control === "choice") {
    const select = node("select", { id, class: "value" });
    select.onchange = () => setParam(index, select.value);
    field.replaceChildren(select);
  } else {
    const input = node("input", { id, class: "value", size: 6, autocomplete: "off", spellcheck: "false" });
    field.replaceChildren(takesTyping(input, (text) => setParam(index, usualText(index, text))));
  }
  track.hidden = param.control !== "slider";
  if (param.control !== "slider") return;
  const last = Math.max(1, param.count - 1);
  const range = node("input", { type: "range", min: 0, max: last, step: 0.1 });
  range.setAttribute("aria-label", param.name);
  range.addEventListener("input", () => {
    const share = shareAt(range.value / last, param.middle ? 1 - param.middle / last : 0.5);
    setParamIndex(index, Math.round(share * last), `slide ${param.name}`);
  });
  range.addEventListener("change", endStep);
  range.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (!steps) return;
    event.preventDefault();
    setParamIndex(index, stepped(night.params[index], steps), `slide ${param.name}`);
  });
  const marks = drawn("svg", { preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" });
  marks.append(...["base", "plateau", "turns"].map((name) => drawn("path", { class: name })));
  track.append(marks, range, node("span", { class: "preset-mark" }));
}

/** Sets a parameter to a text. */
function setParam(index, text, merge) {
  dispatch({ set: withChosen(night.params[index], text) }, merge);
}

/**
 * The values that are set, with another for a parameter of the night. The preset's own value is no set value, unless
 * there are subjects with other presets of their own: they may have another.
 */
function withChosen(known, text) {
  const isForAll = state.preset !== "" || !pack.hasOwnPreset || pack.subjects.length < 2;
  const isPreset = text === "" || (text === known.preset && isForAll);
  return withSet(known.name, isPreset ? null : text);
}

/** A value as it was typed, or as the preset has it if that is the same: `60 min` is `1 h`. */
function usualText(index, text) {
  const { name, preset } = night.params[index];
  const answer = askValue("night", [...statePairs(withSet(name, text)), withoutEvents]);
  const tried = answer && answer.params ? answer.params[index] : null;
  return tried && tried.isSet && tried.value === preset ? preset : text;
}

/** The place on the slider some steps away; a value between two places goes to the next of them first. */
function stepped(known, steps) {
  if (known.index !== null) return known.index + steps;
  return known.below + (steps > 0 ? steps - 1 : steps);
}

function setParamIndex(index, place, merge) {
  const values = gridOf(pack.params[index]);
  if (values.length) setParam(index, values[Math.max(0, Math.min(place, values.length - 1))], merge);
}

/** One step of the current parameter ([ and ]). */
function stepParam(direction) {
  const param = pack.params[currentParam];
  if (!param) return;
  drawNow();
  const known = night.params[currentParam];
  const values = gridOf(param);
  if (!values.length) return;
  setParamIndex(currentParam, stepped(known, direction), `key ${param.name}`);
  const row = byId("params").children[currentParam];
  row.scrollIntoView({ block: "nearest" });
  drawNow();
  say(`${param.name} ${night.params[currentParam].value}, ${night.summary}`);
}

/** Puts the focus on a parameter's control. */
function openParam(name) {
  const index = pack.params.findIndex((param) => param.name === name);
  if (index < 0) return;
  const row = byId("params").children[index];
  row.scrollIntoView({ block: "nearest" });
  (row.querySelector("input[type=range]") || row.querySelector(".value")).focus();
}

function drawParams() {
  fillList(byId("params"), pack.params, makeParam, drawParam);
  byId("reset-all").hidden = Object.keys(state.set).length === 0;
  setText(byId("reset-all"), pack.presets.length ? "all back to the preset" : "all back to the defaults");
  const values = night.params.map((one) => [one.name, one.value, one.preset]);
  const make = () => node("tr", {}, node("td"), node("td"), node("td"));
  const heads = ["Setting", "Value", pack.presets.length ? "Preset" : "Default"];
  fillList(byId("params-table"), [heads, ...values], make, (row, cells) => {
    cells.forEach((cell, index) => setText(row.children[index], cell));
  });
}

function drawParam(row, param, index) {
  giveControl(row, param, index);
  const known = night.params[index];
  const refused = param.name in state.set && !known.isSet && state.set[param.name] !== known.value;
  setAttribute(row, "aria-label", param.name);
  row.classList.toggle("is-set", known.isSet);
  setText(row.querySelector("label"), param.name);
  const label = row.querySelector(".label");
  setText(label, param.label);
  label.hidden = !param.label;
  const value = row.querySelector(".value");
  if (param.control === "choice") fillSelect(value, gridOf(param).map((one) => [one, one]), known.value);
  else setValue(value, refused ? state.set[param.name] : known.value);
  setAttribute(value, "aria-invalid", refused ? "true" : null);
  const problem = row.querySelector(".bad");
  problem.hidden = !known.problem;
  setText(problem, known.problem || "");
  setAttribute(value, "aria-describedby", known.problem ? problem.id : null);
  const reset = row.querySelector(".reset");
  reset.disabled = !(param.name in state.set);
  const back = `${param.name} back to the ${pack.presets.length ? "preset's" : "default"} ${known.preset}`;
  setAttributes(reset, { title: back, "aria-label": back });
  const range = row.querySelector("input[type=range]");
  if (!range) return;
  const stands = placeOnSlider(param, known.index ?? Math.max(0, known.below - 0.5));
  if (Number(range.value) !== stands) range.value = stands;
  setAttribute(range, "aria-valuetext", `${known.value}, ${night.summary}`);
  const place = gridOf(param).indexOf(known.preset);
  const mark = row.querySelector(".preset-mark");
  mark.hidden = place < 0;
  if (place >= 0) mark.style.setProperty("--place", placeOnSlider(param, place) / Math.max(1, param.count - 1));
}

/** Marks at every value at which anything changes, and the stretch of values that say the same as now. */
function drawParamMarks(index) {
  const param = pack.params[index];
  const row = byId("params").children[index];
  const answer = night.isWhole
    ? askOnce(`marks ${param.name}`, "marks", [...statePairs(), ["param", param.name]]) : { marks: [] };
  if (!answer || !row) return;
  setText(row.querySelector(".same"), answer.text || "");
  const svg = row.querySelector("svg");
  if (!svg || !answer.marks) return;
  const last = Math.max(1, param.count - 1);
  setAttribute(svg, "viewBox", `0 0 ${last} 10`);
  const [base, plateau, turns] = svg.children;
  turns.classList.toggle("dense", answer.marks.length > 60);
  setAttribute(base, "d", `M0 5H${last}`);
  setAttribute(turns, "d", answer.marks.map((index) => `M${placeOnSlider(param, index)} 0V10`).join(""));
  const [from, to] = (answer.same || []).map((index) => placeOnSlider(param, index));
  const isOnGrid = from !== undefined;
  setAttribute(plateau, "d", isOnGrid ? `M${from} 5H${Math.max(to, from + last / 400)}` : "");
}

/** The commands that would say this and that write it, and the lines that would be others. */
function drawApply() {
  const isChanged = Object.keys(state.set).length > 0 || state.preset !== "";
  byId("apply").hidden = !isChanged;
  if (!isChanged) return;
  const command = askOnce("command", "export", [...statePairs(), ["what", "command"]]);
  setText(byId("apply-command"), command ? command.text || command.error : "");
  const preset = night.params.some((one) => one.isSet)
    ? askOnce("preset", "export", [...statePairs(), ["what", "preset"]]) : null;
  setText(byId("apply-note"), [command && command.note, preset && preset.error].filter(Boolean).join("\n"));
  byId("apply-lines").hidden = !preset || !preset.commands;
  setText(byId("apply-line"), preset && preset.commands || "");
  setText(byId("apply-places"), preset && preset.note || "");
}
