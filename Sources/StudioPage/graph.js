// Shows the evaluator graph, lit at the cursor. The picture is the engine's, scrubbed before it is shown.

const graphView = { scale: 0, width: 0, height: 0 };

function startGraph() {
  byId("graph").attachShadow({ mode: "open" });
  byId("graph-rule").addEventListener("change", (event) => openRule(event.target.value));
  byId("graph-in").onclick = () => scaleGraph(currentScale() * 1.25);
  byId("graph-out").onclick = () => scaleGraph(currentScale() / 1.25);
  byId("graph-fit").onclick = () => scaleGraph(0);
}

/** How many pixels a unit of the picture takes; 0 in `graphView.scale` means as wide as there is room. */
function currentScale() {
  const room = byId("graph").clientWidth;
  return graphView.scale || Math.min(1, room / Math.max(1, graphView.width));
}

function scaleGraph(scale) {
  graphView.scale = scale && Math.min(4, Math.max(0.1, scale));
  const svg = byId("graph").shadowRoot.querySelector("svg");
  if (!svg) return;
  svg.setAttribute("width", Math.floor(graphView.width * currentScale()));
  svg.setAttribute("height", Math.floor(graphView.height * currentScale()));
}

function drawGraph() {
  fillSelect(byId("graph-rule"), ruleOptions("every rule"), cursorRule());
  const pairs = [...statePairs(), ["at", cursorAt()]];
  if (cursorRule()) pairs.push(["rule", cursorRule()]);
  const text = askOnce("graph", "graph", pairs, true) ?? JSON.stringify({ error: stoppedText });
  if (drawGraph.shown === text) return;
  drawGraph.shown = text;
  const svg = scrubbed(text);
  if (svg) showGraph(svg);
  else showNoGraph(text.startsWith("{") ? JSON.parse(text).error : "There is no picture of this.");
}

function showNoGraph(reason) {
  setAttribute(byId("graph"), "aria-label", `Evaluator graph: ${reason}`);
  byId("graph").shadowRoot.replaceChildren(node("p", {}, reason));
}

function showGraph(svg) {
  graphView.width = Number(svg.getAttribute("width")) || 800;
  graphView.height = Number(svg.getAttribute("height")) || 600;
  const title = svg.querySelector("title");
  setAttribute(byId("graph"), "aria-label", `Evaluator graph: ${title ? title.textContent : cursorRule()}`);
  byId("graph").shadowRoot.replaceChildren(svg);
  scaleGraph(graphView.scale);
}

const drawnElements = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
  "text", "tspan", "title", "desc", "defs", "marker", "style", "clippath", "use"]);

/** The picture without scripts, handlers and foreign links; null where it isn't a picture. */
function scrubbed(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  if (read.querySelector("parsererror") || read.documentElement.localName !== "svg") return null;
  for (const element of [...read.querySelectorAll("*")]) {
    if (!drawnElements.has(element.localName.toLowerCase())) {
      element.remove();
      continue;
    }
    for (const attribute of [...element.attributes]) {
      const isLink = /(^|:)href$/i.test(attribute.name) && !attribute.value.startsWith("#");
      if (isLink || /^on/i.test(attribute.name)) element.removeAttribute(attribute.name);
    }
  }
  return document.importNode(read.documentElement, true);
}
