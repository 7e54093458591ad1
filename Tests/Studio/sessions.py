"""Random sessions in a studio page: sessions.py PAGE [COUNT [SEED [fast]]].

Clicks, keys, drags and edits, as a hand would make them. After each session every step is undone, and the state,
the address and what the engine says of the night must be what they were at first, to the byte. No error may reach
the console. Events come from the browser's own input, or with `fast` from a script in the page: ten times as many
in the same time, but no pointers on the timeline.
"""

import json
import random
import sys

from browser import Browser

KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "Home", "End", "Tab", "Shift+Tab",
        "1", "2", "3", "9", "0", "[", "]", "f", "e", "g", "w", "m", "/", "+", "-", "z", "Shift+ArrowLeft",
        "Shift+ArrowRight", "Ctrl+z", "Ctrl+Shift+Z", "Ctrl+y", "?", "x", " "]
TYPED = ["12 min", "3", "21:09", "zzz", "rule x {", "}", "\n", "fast", "999999", "-1", "é😀", "2026-11-20 21:09", ""]

CLICKABLE = """[...document.querySelectorAll(
  "button, select, input, summary, textarea, [role=tab], [role=slider]")].filter((e) => {
    const box = e.getBoundingClientRect();
    const dialog = document.querySelector("dialog[open]");
    return box.width && !e.disabled && e.id !== "export-save" && (!dialog || dialog.contains(e));
  })"""

FIRST = """(() => { studio.settle();
  return JSON.stringify([studio.state(), studio.address(), studio.night().summary, studio.night().notices]); })()"""

BACK = """(() => { for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.activeElement.blur(); document.querySelector("#find").value = "";
  // The button tells of what was drawn; the last frame may still be due.
  studio.settle();
  for (let step = 0; step < 10000 && !document.querySelector("#undo").disabled; step += 1) {
    studio.undo(); studio.settle();
  }
  studio.settle(); })()"""

# The same in the page: a session from a seed gives what it did.
FAST = """(seed, keys, typed) => {
  const next = (count) => { seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff; return (seed >> 8) % count; };
  const pick = (all) => all[next(all.length)];
  const tell = (e, name) => e.dispatchEvent(new Event(name, { bubbles: true }));
  const acts = {
    key: () => {
      const chord = pick(keys).split("+").filter(Boolean);
      const key = chord.pop() || "+";
      const target = document.activeElement;
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true,
        ctrlKey: chord.includes("Ctrl"), shiftKey: chord.includes("Shift") });
      const isLeft = target.dispatchEvent(event);
      if (isLeft && ["Enter", " "].includes(key) && target.matches("button") && target.id !== "export-save") target.click();
      return key;
    },
    click: () => { const e = pick(CLICKABLE); if (e) { e.focus(); e.click(); } return e && (e.id || e.textContent); },
    type: () => {
      const e = document.activeElement;
      if (!e.matches("textarea, input:not([type=range], [type=radio], [type=checkbox])") || e.readOnly) return "";
      const text = pick(typed);
      e.setRangeText(text, next(e.value.length + 1), e.value.length, "end");
      tell(e, "input");
      if (next(2)) { tell(e, "change"); e.blur(); }
      return text;
    },
    choose: () => {
      const e = pick([...document.querySelectorAll("select")].filter((one) => one.getClientRects().length));
      e.selectedIndex = next(e.options.length);
      tell(e, "change");
      return e.id;
    },
    drag: () => {
      const e = pick([...document.querySelectorAll("#params input[type=range]")]);
      if (!e) return "";
      for (let step = 0; step < 4; step += 1) { e.value = next(Number(e.max) + 1); tell(e, "input"); studio.draw(); }
      tell(e, "change");
      return e.value;
    },
  };
  const done = [];
  for (let count = 5 + next(25); count > 0; count -= 1) {
    const sort = pick(["key", "key", "key", "click", "click", "type", "choose", "drag"]);
    if (document.querySelector("dialog[open]") && (sort === "choose" || sort === "drag")) continue;
    done.push(sort + " " + acts[sort]());
    if (next(2)) studio.draw();
    if (!next(6)) studio.settle();
  }
  return done;
}"""


def act(browser: Browser, chance: random.Random) -> str:
    """One thing that a hand might do; gives what it was."""
    sort = chance.choices(["key", "click", "type", "choose", "drag", "plot", "wheel"], [6, 5, 2, 2, 2, 2, 1])[0]
    pick = f"(() => {{ const all = {CLICKABLE}; return all[Math.floor({chance.random()} * all.length)]; }})()"
    if sort == "key":
        key = chance.choice(KEYS)
        browser.press(key)
        return f"key {key}"
    if sort == "click":
        place = browser.evaluate(f"""(() => {{ const e = {pick}; if (!e) return null;
          e.scrollIntoView({{ block: "nearest" }}); const b = e.getBoundingClientRect();
          return [b.x + b.width / 2, b.y + b.height / 2, e.id || e.className || e.textContent.slice(0, 20)]; }})()""")
        if place:
            browser.mouse("mouseMoved", place[0], place[1], 0)
            browser.mouse("mousePressed", place[0], place[1])
            browser.mouse("mouseReleased", place[0], place[1], 0)
        return f"click {place}"
    if sort == "type":
        text = chance.choice(TYPED)
        browser.type(text)
        return f"type {text!r}"
    if sort == "choose":
        return "choose " + str(browser.evaluate(f"""(() => {{
          const all = [...document.querySelectorAll("select")].filter((e) => e.getClientRects().length);
          const e = all[Math.floor({chance.random()} * all.length)];
          if (!e || !e.options.length || document.querySelector("dialog[open]")) return null;
          e.selectedIndex = Math.floor({chance.random()} * e.options.length);
          e.dispatchEvent(new Event("change", {{ bubbles: true }}));
          return [e.id, e.value]; }})()"""))
    if browser.evaluate('Boolean(document.querySelector("dialog[open]"))'):
        return "nothing"
    if sort == "drag":
        count = browser.evaluate('document.querySelectorAll("#params input[type=range]").length')
        if not count:
            return "nothing"
        place = f".param:nth-child({chance.randint(1, count)}) input[type=range]"
        if browser.evaluate(f"Boolean(document.querySelector('{place}'))"):
            browser.drag(place, chance.random(), chance.random(), 5)
        return f"drag {place}"
    box = browser.box("#plot")
    x, y = box["x"] + box["width"] * chance.random(), box["y"] + box["height"] * chance.random()
    if sort == "wheel":
        browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0,
                     deltaY=chance.choice([-100, 100]), modifiers=chance.choice([0, 2, 8]))
        return "wheel"
    if chance.random() < 0.5:
        y = box["y"] + box["height"] - 14
    browser.mouse("mouseMoved", x, y, 0)
    browser.mouse("mousePressed", x, y)
    if chance.random() < 0.5:
        browser.mouse("mouseMoved", x + chance.randint(-200, 200), y)
    browser.mouse("mouseReleased", x, y, 0)
    return "plot"


def session(browser: Browser, number: int, is_fast: bool) -> list[str]:
    """What one session did."""
    if is_fast:
        code = FAST.replace("CLICKABLE", CLICKABLE)
        return browser.evaluate(f"({code})({number}, {json.dumps(KEYS)}, {json.dumps(TYPED)})")
    chance = random.Random(number)
    return [act(browser, chance) for _ in range(chance.randint(5, 30))]


def main(page: str, count: int = 100, seed: int = 1, is_fast: bool = False) -> int:
    with Browser(1400, 900) as browser:
        browser.open(page)
        first = browser.evaluate(FIRST)
        for number in range(count):
            acts = session(browser, seed * 100000 + number, is_fast)
            browser.evaluate(BACK)
            if browser.console or browser.evaluate(FIRST) != first:
                print(f"session {number} of seed {seed}:", *acts, sep="\n  ")
                print("console:", browser.console)
                print("first:", first[:600], "\nnow:  ", browser.evaluate(FIRST)[:600])
                return 1
        print(f"{count} sessions; the engine stopped {browser.evaluate('studio.stopped()')} times")
        return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:4]), *[one == "fast" for one in sys.argv[4:5]]))
