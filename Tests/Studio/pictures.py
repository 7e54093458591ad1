"""Pictures of a studio page: pictures.py PAGE OUTDIR [PANEL…]. Complains of overflow and small targets."""

import pathlib
import re
import sys

from browser import Browser

SIZES = [(390, 844, True), (800, 1000, False), (1600, 1000, False)]
PANELS = ["why", "graph", "rules", "events", "many"]

OVERFLOW = """(() => {
  const width = document.documentElement.scrollWidth;
  const wide = width > innerWidth ? [`the page is ${width}`] : [];
  const cuts = (e) => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(e).overflowX);
  const clips = (e) => e.parentElement !== null && (cuts(e.parentElement) || clips(e.parentElement));
  for (const e of document.body.querySelectorAll("*")) {
    const box = e.getBoundingClientRect();
    if (box.width && box.right > innerWidth + 1 && !clips(e) && !e.matches(".spoken, .spoken *"))
      wide.push(`${e.tagName} ${e.id || e.className.baseVal || e.className} to ${Math.round(box.right)}`);
  }
  return wide.slice(0, 8);
})()"""

SMALL = """[...document.querySelectorAll("button, select, input, summary, textarea")].filter((e) => {
  const box = (e.closest("label") || e).getBoundingClientRect();
  return box.width && box.height < 43.5 && !e.matches(".alive, .spoken");
}).map((e) => `${e.tagName} ${e.id || e.className} ${Math.round(e.offsetHeight)}`).slice(0, 12)"""

# Text against what lies behind it: at least 4.5 to 1, or 3 to 1 for large letters. Disabled controls are exempt.
CONTRAST = """(() => {
  const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length > 3 ? n : [...n, 1]; };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = (c) => c.slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => { const all = []; for (let p = e; p; p = p.parentElement) all.unshift(getComputedStyle(p));
    return all.reduce((under, style) => over(parse(style.backgroundColor), under), [255, 255, 255, 1]); };
  const low = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const e = text.parentElement;
    if (!text.data.trim() || !e.checkVisibility() || e.closest(":disabled, .spoken, .skip, svg, script")) continue;
    const style = getComputedStyle(e);
    const back = behind(e);
    const pair = [light(over(parse(style.color), back)), light(back)].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.6 && style.fontWeight >= 700);
    const words = text.data.trim().slice(0, 20);
    if (ratio < (isLarge ? 3 : 4.5)) low.add(`${ratio.toFixed(2)} ${e.tagName} ${e.id || e.className} ${words}`);
  }
  return [...low].slice(0, 8);
})()"""

NAMED = {"button", "checkbox", "combobox", "radio", "searchbox", "slider", "spinbutton", "tab", "textbox"}


def unnamed(browser: Browser) -> list[str]:
    """Controls that a screen reader would have no name for, or only a sign."""
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    return [f"{node['role']['value']} {node['nodeId']}" for node in nodes
            if not node.get("ignored") and node.get("role", {}).get("value") in NAMED
            and not re.search(r"\w", node.get("name", {}).get("value", ""))]


def pictures(page: str, folder: pathlib.Path, panels: list[str]) -> list[str]:
    complaints = []
    folder.mkdir(parents=True, exist_ok=True)
    with Browser() as browser:
        for width, height, is_phone in SIZES:
            browser.resize(width, height, mobile=is_phone)
            for scheme in ("light", "dark"):
                browser.media(prefers_color_scheme=scheme)
                browser.open(page)
                for panel in panels:
                    browser.evaluate(f"studio.dispatch({{ panel: '{panel}' }}); studio.settle()")
                    name = f"{panel}-{width}-{scheme}"
                    browser.picture(folder / f"{name}.png", is_whole=width < 1200)
                    complaints += [f"{name}: too wide: {one}" for one in browser.evaluate(OVERFLOW)]
                    complaints += [f"{name}: contrast {one}" for one in browser.evaluate(CONTRAST)]
                    complaints += [f"{name}: no name: {one}" for one in unnamed(browser)]
                    if is_phone:
                        complaints += [f"{name}: small: {one}" for one in browser.evaluate(SMALL)]
        browser.resize(760, 1000)
        browser.media("print", prefers_color_scheme="light")
        browser.open(page)
        browser.evaluate("studio.settle()")
        browser.picture(folder / "print.png", is_whole=True)
        complaints += [f"print: {one}" for one in browser.evaluate(OVERFLOW)]
        complaints += [f"console: {one}" for one in browser.console]
    return complaints


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: pictures.py PAGE OUTDIR [PANEL…]")
    found = pictures(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:] or PANELS)
    print("\n".join(dict.fromkeys(found)) or "nothing disturbs")
    sys.exit(1 if found else 0)
