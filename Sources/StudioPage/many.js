// Shows the many: what a change does to all subjects of the page, rule by rule, and which it changes.

let manyFirst = 0;

function drawMany() {
  const answer = askOnce("many", "many", statePairs());
  if (!answer || answer.error) {
    setText(byId("many-text"), answer ? answer.error : "");
    return;
  }
  setText(byId("many-text"), answer.text);
  drawManyRules(answer.rules);
  const changed = answer.subjects;
  byId("many-head").hidden = changed.length === 0;
  if (manyFirst >= changed.length) manyFirst = 0;
  const table = byId("many-subjects");
  table.hidden = changed.length === 0;
  headOf(table, [pack.noun, "before", "after", "change"]);
  fillList(table.tBodies[0], changed.slice(manyFirst, manyFirst + pageSize), makeManySubject, (row, one) => {
    const subject = pack.subjects[one.subject];
    const button = row.cells[0].firstChild;
    setText(button, subjectLabel(subject));
    button.onclick = () => dispatch({ subject: one.subject });
    fillCounts(row, one);
    row.classList.toggle("open", one.subject === state.subject);
  });
  drawPager(byId("many-pager"), changed.length, manyFirst, (first) => {
    manyFirst = first;
    drawMany();
  });
}

function headOf(table, names) {
  if (!table.tHead) {
    table.append(node("thead", {}, node("tr", {}, ...names.map(() => node("th")))), node("tbody"));
  }
  names.forEach((name, index) => setText(table.tHead.rows[0].cells[index], name));
}

function makeManySubject() {
  const row = node("tr", {}, node("td", {}, node("button", { class: "link" })));
  for (let index = 0; index < 3; index += 1) row.append(node("td", { class: "number" }));
  return row;
}

function fillCounts(row, one) {
  setText(row.cells[1], counted(one.before));
  setText(row.cells[2], counted(one.after));
  setText(row.cells[3], one.change);
  row.cells[3].classList.toggle("changed", one.before !== one.after);
}

/** Counts before and after, with two bars for each rule, the longest of all as long as there is room. */
function drawManyRules(counts) {
  const table = byId("many-rules");
  headOf(table, ["rule", "before", "after", "change", ""]);
  const make = () => {
    const row = makeManySubject();
    row.cells[0].replaceChildren();
    const bars = [node("span", { class: "before" }), node("span", { class: "after" })];
    row.append(node("td", { class: "bars" }, ...bars));
    return row;
  };
  const most = Math.max(1, ...counts.flatMap((one) => [one.before, one.after]));
  fillList(table.tBodies[0], counts, make, (row, one) => {
    setText(row.cells[0], pack.rules[one.rule].name);
    fillCounts(row, one);
    const [before, after] = row.cells[4].children;
    before.style.width = `${one.before / most * 100}%`;
    after.style.width = `${one.after / most * 100}%`;
  });
}
