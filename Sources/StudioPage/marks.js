// Shows the marks of the timeline: marks that fall on the same pixel are drawn once, a path per row and sort.

/** Brings the shapes of the plot up to date, by position. */
function fillGroups(svg, groups) {
  const names = groups.map((group) => group.name);
  while (svg.children.length > names.length) svg.lastElementChild.remove();
  groups.forEach((group, index) => {
    let child = svg.children[index];
    if (!child || child.tagName !== group.name) {
      const made = drawn(group.name);
      if (child) child.replaceWith(made);
      else svg.append(made);
      child = made;
    }
    if (isShown(child, `${group.text || ""} ${Object.values(group.attributes).join(" ")}`)) return;
    for (const attribute of [...child.attributes]) {
      if (!(attribute.name in group.attributes)) child.removeAttribute(attribute.name);
    }
    setAttributes(child, group.attributes);
    setText(child, group.text || "");
  });
}

function shape(name, className, attributes, text) {
  return { name, attributes: { class: className, ...attributes }, text };
}

/** Everything that stands in the plot but the cursor. */
function drawMarks(width, height) {
  const shapes = [];
  let end = 0;
  for (const tick of night.ticks) {
    const x = round(placeOf(tick.at));
    if (!isInPlot(x)) continue;
    shapes.push(shape("path", "grid", { d: `M${x} ${rowHeight.axis - 4}V${height}` }));
    // Clocks that go back show a time twice, the second one sooner than the others, and with their offsets.
    const half = tick.text.length * 3.4;
    const anchor = x < half ? "start" : x > width - half ? "end" : "middle";
    const place = anchor === "start" ? 2 : anchor === "end" ? width - 2 : x;
    const start = anchor === "start" ? place : anchor === "end" ? place - 2 * half : place - half;
    if (start < end) continue;
    end = start + 2 * half + 4;
    shapes.push(shape("text", "tick", { x: place, y: 14, "text-anchor": anchor }, tick.text));
  }
  for (const row of plotRows) {
    if (row.kind === "scale") shapes.push(...bandShapes(row));
    if (row.kind === "rule") shapes.push(...ruleShapes(row, width));
    if (row.kind === "events") shapes.push(...eventShapes(row, width));
  }
  return shapes;
}

function round(value) {
  return Math.round(value * 10) / 10;
}

/** A band of each level's colour wherever it stands, with its name where it has room. */
function bandShapes(row) {
  const names = [];
  const paths = new Map();
  const levels = pack.scales[row.index].levels;
  const found = night.levels.find((one) => one.scale === row.index);
  const right = plotWidth() - edge;
  let lastEnd = -1;
  for (const span of found ? found.spans : []) {
    const start = Math.max(edge, placeOf(span.from));
    const end = Math.min(right, placeOf(span.to));
    if (end <= edge || start >= right || end - lastEnd < 0.5) continue;
    lastEnd = end;
    const level = levels[span.level];
    const width = round(Math.max(1, end - start));
    const box = `M${round(start)} ${row.top + 4}h${width}v${row.height - 8}h${-width}z`;
    paths.set(level, (paths.get(level) || "") + box);
    if (end - start > level.name.length * 7 + 8) {
      const place = { x: round(start + 5), y: row.top + row.height / 2 + 4, fill: inkOn(level.colour) };
      names.push(shape("text", "band-name", place, level.name));
    }
  }
  const bands = [...paths].map(([level, d]) => shape("path", "band", { d, fill: level.colour }));
  return [...bands, ...names];
}

const inks = new Map();

/** Black or white, whichever is easier to read on a colour, however a pack writes it. */
function inkOn(colour) {
  if (!inks.has(colour)) inks.set(colour, inkFor(colour));
  return inks.get(colour);
}

function inkFor(colour) {
  const sample = node("span");
  sample.style.color = colour;
  sample.style.forcedColorAdjust = "none";
  document.body.append(sample);
  const parts = (getComputedStyle(sample).color.match(/\d+/g) || []).slice(0, 3).map(Number);
  sample.remove();
  const light = parts.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

function circle(x, y, radius) {
  const half = (way) => `a${radius} ${radius} 0 1 0 ${way * 2 * radius} 0`;
  return `M${x - radius} ${y}${half(1)}${half(-1)}z`;
}

/** The places of some items, one for each pixel. */
function placesOf(items) {
  const places = new Set();
  for (const item of items) {
    const x = Math.round(placeOf(item.at));
    if (isInPlot(x)) places.add(x);
  }
  return [...places];
}

/** The outline of each mark around a point. Given is filled, gone hollow, new ringed, held a dash; logged events are
 * bars, moved and added ones pointed, dropped ones crossed out; refused ones have none. */
const markPaths = {
  held: (x, y) => `M${x - 5} ${y}h10`,
  gone: (x, y) => circle(x, y, 4),
  same: (x, y) => circle(x, y, 4.5),
  new: (x, y) => circle(x, y, 3),
  ring: (x, y) => circle(x, y, 6.5),
  logged: (x, y) => `M${x} ${y - 8}v16`,
  moved: (x, y) => `M${x} ${y - 8}l6 8l-6 8l-6 -8z`,
  added: (x, y) => `M${x - 6} ${y}h12M${x} ${y - 6}v12`,
  dropped: (x, y) => `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`,
};

/** The line that a row's marks stand on, and a path for each sort of mark, with the items that it is drawn for. */
function rowShapes(row, y, width, kind, sorts) {
  const shapes = [shape("path", "guide", { d: `M${edge} ${y}H${width - edge}` })];
  for (const [sort, ...states] of sorts) {
    const places = placesOf(row.items.filter((item) => states.includes(item.state || "held")));
    const d = places.map((x) => markPaths[sort](x, y)).join("");
    if (d) shapes.push(shape("path", `${kind} ${sort}`, { d }));
  }
  return shapes;
}

/** The open notice has a halo. */
function ruleShapes(row, width) {
  const y = row.top + row.height / 2;
  const [guide, ...marks] = rowShapes(row, y, width, "mark", [
    ["held", "held"], ["gone", "gone"], ["same", "same", "moved", "changed", "reworded"],
    ["new", "new"], ["ring", "new"],
  ]);
  const isOpen = row.name === cursorRule();
  if (isOpen && isInPlot(placeOf(cursorAt())) && row.items.some((item) => item.at === cursorAt())) {
    marks.unshift(shape("path", "halo", { d: circle(round(placeOf(cursorAt())), y, 9) }));
  }
  return [guide, ...marks];
}

function eventShapes(row, width) {
  return rowShapes(row, row.top + row.height / 2, width, "event", [
    ["logged", "logged"], ["moved", "moved", "changed"], ["added", "added"], ["dropped", "dropped"],
  ]);
}

function cursorLine(height) {
  const x = round(placeOf(cursorAt()));
  return shape("path", "cursor", { d: isInPlot(x) ? `M${x} ${rowHeight.axis - 6}V${height}` : "M0 0" });
}
