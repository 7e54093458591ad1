"""What a hand does in a studio page, act by act: times typed, edits refused, keys, drags, an engine that stops.

Unlike the random sessions each act has its own right outcome.
"""

import json
import pathlib

from browser import Browser, BrowserError

# Lets a test stop the engine: `traps` is how many requests still end in a trap.
TRAPS = """window.traps = 0;
  const Plain = WebAssembly.Instance;
  WebAssembly.Instance = function (...given) {
    const made = new Plain(...given).exports;
    return { exports: { ...made, studio_ask: () => {
      if (window.traps > 0) { window.traps -= 1; throw new WebAssembly.RuntimeError("unreachable"); }
      return made.studio_ask(); } } };
  };"""


class Hands:
    def __init__(self, checker, browser: Browser, edges: pathlib.Path):
        self.checker = checker
        self.browser = browser
        self.edges = edges
        _, self.page = checker.make("take-care", 12)

    def all(self):
        for act in [self.typed_time, self.refused_add, self.keys, self.neighbours, self.zoomed_drag, self.first_event,
                    self.emoji, self.notes, self.spoken, self.days, self.usual, self.covered, self.levels,
                    self.tallies, self.stopped, self.unreadable]:
            self.browser.open(self.edges if act in [self.neighbours, self.first_event, self.emoji, self.tallies,
                                                    self.days, self.usual] else self.page)
            act()

    def same(self, what: str, page, right):
        self.checker.same(what, json.dumps(page, ensure_ascii=False), json.dumps(right, ensure_ascii=False))

    def do(self, script: str):
        """The value of a script, a function's body with `$` for `querySelector`, once everything is drawn."""
        return self.browser.evaluate(f"""(() => {{ const $ = (one) => document.querySelector(one);
          {script} }})()""")

    def says(self, what: str, expression: str):
        """Waits until an expression is true: what is spoken comes a moment later."""
        try:
            self.browser.wait(expression, 3)
            self.same(what, True, True)
        except BrowserError:
            self.same(what, self.do("return $('#spoken').textContent"), "something else")

    def typed_time(self):
        self.do("studio.dispatch({ panel: 'events' }); studio.settle(); $('#add-time').select()")
        self.browser.type("22:30")
        self.browser.press("Tab")
        value = self.do("studio.settle(); return $('#add-time').value")
        self.same("a time typed in the form, left by Tab", value, "22:30")

    def refused_add(self):
        """An added event with a value that is none: it goes with its own button, and no other goes with it."""
        start, end = self.do("studio.settle(); return [studio.night().from, studio.night().to].map(String)")
        edits = json.dumps([["add", "beer", start, "units=abc"], ["add", "beer", end]])
        for row, button, left in [("refused", "Take away", ["beer"]), ("added", "Take away", ["beer", "units=abc"])]:
            kept = self.do(f"""studio.dispatch({{ edits: {edits}, panel: "events" }}); studio.settle();
              const buttons = [...$("#events tr.{row}").querySelectorAll("button")];
              buttons.find((one) => one.textContent === "{button}").click();
              return studio.state().edits.flat().filter((part) => part === "beer" || part.includes("="))""")
            self.same(f"{button} beside a refused event", kept, left)

        kept = self.do("""studio.dispatch({ edits: [] }); studio.settle();
          const units = $("#add [data-field=units]"); units.value = "1,5"; $("#add button").click(); studio.settle();
          const refused = [studio.state().edits.length, $("#add-problem").textContent, units.value];
          units.value = "1.5"; $("#add button").click(); studio.settle();
          return [...refused, studio.state().edits.length, $("#add-problem").textContent]""")
        self.same("a wrong value in the form", [kept[0], "decimals stand after a point: `1.5`" in kept[1], *kept[2:]],
                  [0, True, "1,5", 1, ""])

    def keys(self):
        self.do("studio.settle(); $('#params input[type=range]').focus()")
        self.browser.press("Home")
        told = self.do("""studio.settle(); const name = JSON.parse(studio.ask("pack", [])).params
          .find((one) => one.control === "slider").name;
          const first = JSON.parse(studio.ask("grid", [["param", name]])).values[0];
          const is = studio.night().params.find((one) => one.name === name).value === first;
          return [is, studio.night().instants[0] === studio.state().at && !studio.state().rule]""")
        self.same("Home on a slider", told, [True, False])
        self.do("studio.dispatch({ preset: 'balanced', set: {} }); $('#export-open').click()")
        self.do("document.activeElement.blur()")
        self.browser.press("3")
        self.same("a key under a dialog", self.do("return studio.state().preset"), "balanced")
        self.do("$('#export').close(); const box = $('#letter-keys'); if (box) box.click()")
        self.browser.press("3")
        self.browser.press("ArrowRight")
        told = self.do("return [studio.state().preset, studio.state().at !== null]")
        self.same("keys of one letter, turned off", told, ["balanced", True])

    def neighbours(self):
        """No subject before the first, and no instant where nothing is logged."""
        subject = self.do("""studio.dispatch({ subject: 1 }); studio.settle();
          $("#subject-before").click(); $("#subject-before").click(); return studio.state().subject""")
        self.same("two steps before the second subject", subject, 0)
        self.do(f"studio.dispatch({{ subject: {self.subject('empty')} }}); studio.settle()")
        self.browser.click("#plot")
        for key in ["Home", "End"]:
            self.browser.press(key)
            self.same(f"{key} where nothing is logged", self.do("return Number.isFinite(studio.state().at)"), True)

    def subject(self, name: str) -> int:
        subjects = json.loads(self.browser.evaluate("studio.ask('pack', [])"))["subjects"]
        return [one["id"] for one in subjects].index(name)

    def hold(self, places: list[float], y: float, end: bool = True):
        """Drags the plot along some places; what is drawn follows at each."""
        self.browser.mouse("mouseMoved", places[0], y, 0)
        self.browser.mouse("mousePressed", places[0], y)
        for x in places[1:]:
            self.browser.mouse("mouseMoved", x, y)
            self.do("studio.settle()")
        if end:
            self.browser.mouse("mouseReleased", places[-1], y, 0)
            self.do("studio.settle()")

    def zoomed_drag(self):
        """The edge of what is shown is as far as a drag goes, and a click beside it is no earlier than the night."""
        ticks = "studio.settle(); return [...document.querySelectorAll('#plot .tick')].map((one) => one.textContent)"
        # A night that begins ten seconds after a whole minute.
        self.do("""studio.dispatch({ edits: [["add", "beer", String(studio.night().from - 50000)]] });
          studio.settle()""")
        box = self.browser.box("#plot")
        self.hold([box["x"] + 2], box["y"] + 8)
        self.same("a click left of the plot", self.do("return studio.state().at >= studio.night().from"), True)
        # Zoomed in four times upon this instant, what is shown begins a quarter after a whole second.
        self.do("studio.dispatch({ at: studio.night().from + 201 * 60000 }); studio.settle()")
        for _ in range(4):
            self.browser.press("+")
        before = self.do(ticks)
        self.hold([box["x"] + box["width"] / 2] + [box["x"] + place for place in range(40, 0, -3)], box["y"] + 8)
        self.same("a drag to the edge of a zoomed plot", self.do(ticks), before)

    def first_event(self):
        """The event with which the night begins stays under the pointer."""
        place = self.subject("night")
        night = self.do(f"""studio.dispatch({{ subject: {place} }}); studio.settle();
          studio.dispatch({{ edits: [["add", "tick", String(studio.night().from - 7200000)]] }}); studio.settle();
          return studio.night()""")
        box = self.browser.box("#plot")
        x = box["x"] + 14
        self.hold([x + 30 * step for step in range(7)], box["y"] + box["height"] - 14)
        right = night["from"] + 180 / (box["width"] - 28) * (night["to"] - night["from"])
        at = self.do("return Number(studio.state().edits[0][2])")
        self.same("the first event dragged 180 pixels", abs(at - right) <= 60_000, True)
        self.same("the whole night after it", self.do("return $('#zoom-whole').disabled"), True)

    def emoji(self):
        chosen = self.do("""const [file] = JSON.parse(studio.ask("pack", [])).files;
          const text = file.text.replace('"Again.", cooldown pause', '"😀😀 Again.", cooldown pauze');
          studio.dispatch({ files: { [file.path]: text }, panel: "rules" }); studio.settle();
          $("#findings .error button").click();
          return $("#text").value.slice($("#text").selectionStart, $("#text").selectionEnd)""")
        self.same("a finding after an emoji", chosen, "pauze")

    def notes(self):
        note = self.do("""studio.dispatch({ set: { fast_pace_units: "3" }, edits: [["drop", "0"]] });
          studio.settle(); return $("#apply-note") && $("#apply-note").textContent""")
        self.same("the note beside the command", note, "rows that are only supposed are not part of it")

    def spoken(self):
        self.do("studio.dispatch({ set: { fast_pace_units: '999999' } }); studio.settle()")
        self.says("a refused value is spoken", "document.querySelector('#spoken').textContent.includes('999999')")
        self.do("studio.dispatch({ set: {} }); studio.settle(); $('#find').focus()")
        self.browser.type("e")
        self.says("what is found is spoken", "/^[0-9]+ found$/.test(document.querySelector('#spoken').textContent)")

    def days(self):
        """The day of an instant is heard wherever its time is, in a night of two days."""
        told = self.do(f"""studio.dispatch({{ subject: {self.subject("night")} }}); studio.settle();
          studio.dispatch({{ at: studio.night().instants.at(-1), panel: "events" }}); studio.settle();
          return [$("#plot").getAttribute("aria-valuetext"), $("#events tr:last-child input").ariaLabel,
            $("#list li:last-child .said").ariaLabel, $("#list li .said").ariaLabel]""")
        self.same("the day beside each time", ["25 October 2026" in str(one) for one in told], [True, True, True, False])
        self.same("the first day", str(told[3]).endswith(", Saturday 24 October 2026"), True)
        self.browser.press("ArrowUp")
        self.says("the day of a notice is spoken",
                  "/, \\w+day 2[45] October 2026$/.test(document.querySelector('#spoken').textContent)")

    def usual(self):
        """Where there are no presets, none is named."""
        told = self.do("""studio.dispatch({ set: { pause: "40 min" } }); studio.settle();
          return [$("#reset-all").textContent, $("#params-table tr").textContent, $(".param .reset").title]""")
        self.same("the way back without presets", told,
                  ["all back to the defaults", "SettingValueDefault", "pause back to the default 30 min"])

    def covered(self):
        """Enter shows the beginning of an explanation, not under the headline, however small the window."""
        for width, height in [(640, 400), (700, 450), (1000, 600), (1400, 900)]:
            self.browser.resize(width, height)
            self.do("scrollTo(0, 0); document.activeElement.blur(); studio.dispatch({ at: null }); studio.settle()")
            for key in ["ArrowDown", "ArrowDown", "Enter"]:
                self.browser.press(key)
            seen = self.do("""const { left, top } = $("#why-text").getBoundingClientRect();
              const shown = document.elementFromPoint(left + 30, top + 3);
              return shown !== null && shown.closest("#why-text") !== null""")
            self.same(f"the beginning of an explanation at {width} × {height}", seen, True)
        self.browser.resize(1600, 1000)

    def levels(self):
        """The level at an instant in words: for the cursor, and under the pointer."""
        told = self.do("""studio.settle(); const [scale] = studio.night().levels; const span = scale.spans.at(-1);
          studio.dispatch({ at: span.from }); studio.settle();
          return [$("#readout").textContent, $("#plot").getAttribute("aria-valuetext")]
            .map((text) => text.includes(span.text))""")
        self.same("the level at the cursor", told, [True, True])
        box = self.browser.box("#plot")
        self.browser.mouse("mouseMoved", box["x"] + 20, box["y"] + 36, 0)
        tip = self.do("return [$('#tip').hidden ? '' : $('#tip').textContent, studio.night().levels[0].spans[0].text]")
        self.same("the level under the pointer", *tip)

    def tallies(self):
        """Nights too long to count are no measure, even for rules with which they can be counted."""
        answers = self.do("""const [file] = JSON.parse(studio.ask("pack", [])).files;
          const first = studio.ask("many", []);
          studio.ask("check", [["file", file.path + "\\n" + file.text.replace(/rule steady .*/, "")]]);
          return [first, studio.ask("many", [])].map((answer) => Object.keys(JSON.parse(answer)))""")
        self.same("counts against nights that were cut short", answers, [["error"], ["error"]])

    def stopped(self):
        """After a trap the last rules that checked run on, and nothing old stands where the engine gave nothing."""
        made = self.browser.call("Page.addScriptToEvaluateOnNewDocument", source=TRAPS)
        self.browser.open(self.page)
        told = self.do("""const { files } = JSON.parse(studio.ask("pack", []));
          const file = files.find((one) => one.text.includes("cooldown"));
          const put = (text) => { studio.dispatch({ files: { [file.path]: text } }); studio.settle(); };
          put(file.text.replaceAll(/cooldown [^\\n]*/g, "cooldown 3 h"));
          const before = studio.ask("night", []);
          put("rule x {");
          traps = 1;
          const during = studio.ask("night", []);
          return [during, studio.ask("night", []) === before]""")
        self.same("the rules after a trap", told, [None, True])
        self.browser.open(self.page)
        for panel, place in [("why", "$('#why-text')"), ("graph", "$('#graph').shadowRoot")]:
            text = self.do(f"""studio.dispatch({{ panel: "{panel}" }}); studio.settle();
              studio.dispatch({{ at: studio.night().instants.at(-2) }}); traps = 100; studio.settle(); traps = 0;
              const text = {place}.textContent; studio.dispatch({{ at: null }}); return text""")
            self.same(f"the panel {panel} after a trap", text, "The engine stopped at this.")
        self.browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=made["identifier"])

    def unreadable(self):
        """A page whose log is of another version says so, and not only to a pointer that rests there."""
        other = self.checker.folder / "other.html"
        other.write_text(self.page.read_text().replace('id="content">', 'id="content">////', 1))
        self.browser.open(other)
        notice = self.do("return $('#engine-notice').textContent")
        self.same("a page of another version", "make the page anew" in notice, True)
