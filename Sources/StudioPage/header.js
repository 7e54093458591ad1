// Shows the header: pack, subject, presets, the summary, what is supposed or changed and what the engine refused.

function startHeader() {
  byId("subject").addEventListener("change", (event) => dispatch({ subject: Number(event.target.value) }));
  byId("subject-before").onclick = () => stepSubject(-1);
  byId("subject-after").onclick = () => stepSubject(1);
  byId("against").addEventListener("change", (event) => dispatch({ against: event.target.value }));
  byId("undo").onclick = undo;
  byId("redo").onclick = redo;
  byId("to-log").onclick = () => dispatch({ edits: [] });
  byId("to-rules").onclick = () => dispatch({ files: {} });
}

/** To a neighbouring subject, if there is one: the buttons know of it only once it is drawn. */
function stepSubject(direction) {
  const wanted = state.subject + direction;
  if (pack.subjects[wanted]) dispatch({ subject: wanted });
}

/** What doesn't change while a slider moves: drawn when a program was taken. */
function drawPack() {
  byId("list").style.setProperty("--rule", `${Math.max(...pack.rules.map((one) => one.name.length)) * 0.54}em`);
  document.title = `${pack.title} · pace studio`;
  setText(byId("title"), pack.title);
  byId("title").title = pack.database;
  const options = pack.subjects.map((subject, index) => [String(index), subjectLabel(subject)]);
  fillSelect(byId("subject"), options, String(state.subject));
  byId("subject-field").hidden = options.length === 0;
  setText(byId("subject-field").firstElementChild, pack.noun);
  for (const id of ["subject-before", "subject-after"]) byId(id).hidden = options.length < 2;
  setText(byId("holds"), pack.holds);
  setText(byId("command"), pack.command);
  setText(byId("help-holds"), pack.holds);
  drawPresetNames();
}

function subjectLabel(subject) {
  const isDated = !subject.day || subject.label.includes(subject.day);
  return isDated ? subject.label : `${subject.label} · ${subject.day}`;
}

/** Presets as [name, name with its label]; the empty name stands for each subject's own. */
function presetOptions(presets) {
  const text = (preset) => preset.label ? `${preset.name} (${preset.label})` : preset.name;
  const named = presets.map((preset) => [preset.name, text(preset)]);
  return pack.hasOwnPreset ? [["", `each ${pack.noun}'s own`], ...named] : named;
}

function drawPresetNames() {
  const field = byId("presets");
  field.hidden = pack.presets.length === 0;
  byId("against-field").hidden = rules.presets.length === 0;
  const wanted = presetOptions(pack.presets);
  while (field.children.length > wanted.length + 1) field.lastElementChild.remove();
  wanted.forEach(([value, text], index) => {
    if (!field.children[index + 1]) {
      const radio = node("input", { type: "radio", name: "preset" });
      radio.addEventListener("change", () => dispatch({ preset: radio.value }));
      field.append(node("label", {}, radio, node("span")));
    }
    const [radio, label] = field.children[index + 1].children;
    radio.value = value;
    setText(label, value === "" ? "own" : text);
    const key = pack.presets.findIndex((preset) => preset.name === value) + 1;
    setAttribute(label.parentElement, "title", key > 0 && key < 10 ? `${text} (key ${key})` : text);
  });
  // What is compared with are the rules as they came.
  const came = presetOptions(rules.presets);
  const against = pack.hasOwnPreset ? came : [["", "the preset as it is"], ...came];
  fillSelect(byId("against"), against, state.against);
}

/** What changes with the night. */
function drawHeader() {
  byId("subject").value = String(state.subject);
  byId("subject-before").disabled = state.subject === 0;
  byId("subject-after").disabled = state.subject >= pack.subjects.length - 1;
  const inForce = state.preset || (pack.hasOwnPreset ? "" : night.preset);
  for (const radio of byId("presets").querySelectorAll("input")) {
    radio.checked = radio.value === inForce;
    radio.parentElement.classList.toggle("in-force", state.preset === "" && radio.value === night.preset);
  }
  byId("against").value = state.against;
  byId("undo").disabled = past.length === 0;
  byId("redo").disabled = future.length === 0;
  setText(byId("summary"), night.summary);
  drawSupposed();
  drawChangedRules();
  const problems = byId("problems");
  problems.hidden = night.problems.length === 0;
  fillList(problems, night.problems, () => node("li"), setText);
}

/** Says how many events are only supposed, and of how many other subjects some are. */
function drawSupposed() {
  const count = Object.keys(state.elsewhere).length;
  const others = count ? `${counted(count)} other ${count === 1 ? pack.noun : pack.nouns}` : "";
  const parts = [night.supposed, others && `of ${others}`].filter(Boolean);
  byId("what-if").hidden = parts.length === 0;
  byId("to-log").hidden = state.edits.length === 0;
  setText(byId("what-if"), `What if: ${parts.join("; ")}`);
}

/** Says which texts of the rules are others than those that the page was made with. */
function drawChangedRules() {
  const paths = changedPaths();
  for (const id of ["changed-rules", "to-rules"]) byId(id).hidden = paths.length === 0;
  const text = rules.isOk ? "Rules changed" : "Rules don't check";
  setText(byId("changed-rules"), `${text}: ${paths.join(", ")}`);
  setAttribute(byId("changed-rules"), "title", rules.isOk ? null : "The last good rules run on.");
}
