// Shows the exports: the values for --set, the command, the preset file, a scenario, and the page anew.

const exportSorts = [
  ["set", "Values for --set"], ["command", "Command"], ["preset", "Changed file"], ["scenario", "Scenario"],
  ["page", "This page anew"],
];

/** The page as it was before anything was drawn into it: what an exported page is made of. */
let pageAsMade = null;
let exported = { name: "", text: "" };

function startExports() {
  byId("export-open").onclick = openExport;
  byId("export-copy").onclick = (event) => copyText(exported.text, event.target);
  byId("export-save").onclick = saveExport;
  for (const [value, text] of exportSorts) {
    const radio = node("input", { type: "radio", name: "export", value, checked: value === "set" });
    radio.addEventListener("change", () => drawExport(value));
    byId("export-what").append(node("label", {}, radio, node("span", {}, text)));
  }
}

function openExport() {
  drawExport(byId("export-what").querySelector("input:checked").value);
  byId("export").showModal();
}

function drawExport(sort) {
  const isPage = sort === "page";
  exported = isPage ? { name: `${pack.title}-studio.html`, text: "", note: null }
    : askValue("export", [...statePairs(), ["what", sort]]) || { error: "The engine stopped at this." };
  setText(byId("export-note"), exported.error || (isPage
    ? `One file that opens as the page stands now, with the texts and settings changed here. ${pack.holds}`
    : exported.note || ""));
  byId("export-text").hidden = isPage || Boolean(exported.error);
  byId("export-text").value = exported.text || "";
  byId("export-copy").hidden = byId("export-text").hidden;
  byId("export-save").disabled = Boolean(exported.error);
}

/** The page anew: as it was made, with the state it starts with. */
function pageAnew() {
  const page = pageAsMade.cloneNode(true);
  const old = page.querySelector("#start");
  if (old) old.remove();
  const start = JSON.stringify(address(state, true)).replaceAll("<", "\\u003c");
  const block = document.createElement("script");
  block.type = "application/json";
  block.id = "start";
  block.textContent = start;
  page.querySelector("#content").after(block);
  return `<!doctype html>\n${page.outerHTML}\n`;
}

function saveExport() {
  const isPage = byId("export-what").querySelector("input:checked").value === "page";
  if (isPage) rules.kept = state.files;
  guardTexts();
  const text = isPage ? pageAnew() : exported.text;
  const link = node("a", { download: exported.name.split("/").pop() });
  link.href = URL.createObjectURL(new Blob([text], { type: isPage ? "text/html" : "text/plain" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
