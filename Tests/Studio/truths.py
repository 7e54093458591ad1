"""What a studio page says as the command line does, where a page may easily say less or something else.

A log without ends, subjects with a preset of their own, levels that change, times that clocks skip, rows that can't be
read, names that are spelt like others, and addresses that name what isn't there.
"""

import contextlib
import json
import pathlib
import re
import sqlite3
from collections import Counter

from browser import Browser
from hands import Hands

RULES = """preset short "for a try" { span = 30 min }
preset long { span = 2 h }
subject visit { zone: text }
event call of visit { units: number = 1 }
scale strain = low "green" < tired "#ffaa00"
scale mood = low "blue" < tired "purple"
param span: duration = 1 h in 10 min .. 4 h step 5 min
rule tired { when since(call) >= span, raise strain to tired, emit note "Tired.", repeat 1 h }
rule again { on call, when count(call) >= 2, raise mood to tired, emit note "שלום {count(call)}" }
"""
START = 1_774_735_200_000  # 2026-03-28 22:00 UTC; clocks in Berlin go forward 3 hours later.


class Truths(Hands):
    def all(self):
        self.take_care, _ = self.checker.make("take-care", 12)
        self.make_own()
        for act in [self.own_preset, self.compared]:
            self.browser.open(self.page)
            act()
        for act in [self.cut_off, self.skipped_time, self.refused, self.equivalent, self.stale, self.addressed,
                    self.nothing_logged, self.names, self.colours, self.signs, self.undeclared, self.both_limits,
                    self.many_findings, self.presets, self.changed_rules, self.paper,
                    self.declared_otherwise, self.comments, self.preset_gone, self.unzoned, self.dated, self.written]:
            self.browser.open(self.own)
            act()
        self.browser.resize(360, 800, mobile=True)
        self.browser.open(self.own)
        self.columns()
        self.browser.resize(1600, 1000)
        self.schedules()
        self.later_rows()
        self.until()
        self.untold()
        self.for_everyone()
        self.presets_own()

    def make_own(self):
        """A page of an own pack with a row that can't be read and a subject of which nothing is logged."""
        folder = self.checker.folder
        pack = folder / "truths.pace"
        pack.write_text(RULES)
        database = folder / "truths.db"
        rows = [(f"r{place}", "v1", START + 600_000 * place, 1) for place in range(4)]
        with contextlib.closing(sqlite3.connect(database)) as file, file:
            file.execute("create table visit (id text primary key, zone text)")
            file.execute("create table call (id text primary key, visit text, at integer, units)")
            file.executemany("insert into visit values (?, 'Europe/Berlin')", [("empty",), ("v1",)])
            file.executemany("insert into call values (?, ?, ?, ?)", [*rows, ("bad", "v1", START, "abc")])
        self.own = folder / "truths.html"
        self.words = [str(pack), "--db", str(database), "--subject", "empty", "--subject", "v1", "--set", "span=2 h"]
        self.checker.run("studio", *self.words, "-o", str(self.own))

    def ask(self, verb: str, *pairs: list) -> dict:
        return json.loads(self.browser.evaluate(f"studio.ask('{verb}', {json.dumps(pairs)})"))

    def own_preset(self):
        """The line that is to be changed belongs to the preset in force, or is refused."""
        for subject in range(12):
            state = [["subject", str(subject)], ["set", "fast_pace_units=3"]]
            preset = self.ask("night", *state)["preset"]
            answer = self.ask("export", *state, ["what", "preset"])
            if "error" in answer:
                continue
            path, line = re.match(r"(.*?):(\d+):", answer["note"]).groups()
            above = pathlib.Path(path).read_text().split("\n")[:int(line)]
            named = [text.split()[1] for text in above if text.startswith("preset ")][-1]
            self.same(f"the preset that is changed for subject {subject}", named, preset)

    def compared(self):
        """Notices that leave other levels, and the sessions with any, are those that `compare` counts."""
        told = self.checker.run("compare", "rules/take-care.pace", "--db", self.take_care, "--set",
                                "fast_pace_units=3", "--limit", "0")
        counts = Counter()
        for subject in range(12):
            night = self.ask("night", ["subject", str(subject)], ["set", "fast_pace_units=3"])
            states = Counter(notice["state"] for notice in night["notices"])
            counts += states
            for word in ["changed", "moved"]:
                self.same(f"what the summary of subject {subject} says of notices {word}",
                          f"{states[word]} {word}" in night["summary"], states[word] > 0)
        told_counts = re.search(r"all rules (.*)", told)[1].replace("·", "0").split()[-4:]
        counts["changed"] += counts["reworded"]
        self.same("notices added, removed, moved, changed",
                  [str(counts[word]) for word in ["new", "gone", "moved", "changed"]], told_counts)
        self.same("whether any have moved", counts["moved"] > 0, True)
        text = self.ask("many", ["set", "fast_pace_units=3"])["text"]
        self.same("sessions changed", text.split()[0], re.search(r"(\d+) differs?", told)[1])
        shown = self.do("""for (let subject = 0; subject < 12; subject += 1) {
            studio.dispatch({ subject, set: { fast_pace_units: "3" } }); studio.settle();
            const line = $("#list .changed .turn");
            if (line) return line.textContent;
          }""")
        self.same("a changed line names its level", bool(re.match(r"\w+ \w+ → \w+$", shown or "")), True)

    def own_night(self):
        self.do("studio.dispatch({ subject: 1 }); studio.settle()")

    def cut_off(self):
        self.own_night()
        note = self.do("return $('#list-note').checkVisibility() && $('#list-note').textContent")
        self.same("a log without an end", "to the last event only" in str(note), True)
        self.same("rows that can't be read", "1 row that can't be read was skipped" in
                  self.do("return $('footer').textContent"), True)
        command = self.do("return $('#command').textContent")
        self.same("what made the page", command, " ".join(["pace studio", *self.words[:-1], "'span=2 h'"]))

    def skipped_time(self):
        """Clocks in Berlin skip the hour from 02:00 on 29 March."""
        self.own_night()
        for text in ["02:30", "2026-03-29 02:30"]:
            self.do("$('#cursor-time').focus(); $('#cursor-time').select()")
            before = self.do("return studio.state().at")
            self.browser.type(text)
            self.browser.press("Enter")
            told = self.do("""const text = $("#engine-notice").hidden ? "" : $("#engine-notice").textContent;
              return [text.includes("skip what lies from 02:00 to 03:00 on 2026-03-29"), studio.state().at]""")
            self.same(f"{text} typed for the cursor", told, [True, before])
            self.do(f"""studio.dispatch({{ panel: "events" }}); studio.settle(); const field = $("#add-time");
              field.value = "{text}"; field.dispatchEvent(new Event("input")); $("#add button").click();
              studio.settle()""")
            told = self.do("""return [$("#add-problem").textContent.includes("skip what lies"),
              studio.state().edits.length]""")
            self.same(f"{text} typed for an event", told, [True, 0])

    def refused(self):
        self.own_night()
        told = self.do(f"""studio.dispatch({{ panel: "events", edits: [["add", "call", "{START}", "units=abc"]] }});
          studio.settle(); return [$("#what-if").textContent, $("#events .refused .state").textContent,
            document.querySelectorAll("#plot .event.dropped").length]""")
        self.same("an event that can't be added", told, ["What if: 1 refused", "refused", 0])

    def schedules(self):
        """A text that is no schedule is refused for an event, as the command line skips it."""
        pack = self.checker.folder / "schedules.pace"
        pack.write_text("""subject person { zone: text }
event plan of person { on_days: schedule }
rule due { at 09:00, when due(latest(plan.on_days)), emit note "due" }
""")
        database = self.checker.folder / "schedules.db"
        with contextlib.closing(sqlite3.connect(database)) as file, file:
            file.execute("create table person (id text primary key, zone text)")
            file.execute("create table plan (id text primary key, person text, at integer, on_days text)")
            file.execute("insert into person values ('p', 'Europe/Berlin')")
            file.execute("insert into plan values ('a', 'p', ?, 'daily')", (START,))
        page = self.checker.folder / "schedules.html"
        self.checker.run("studio", str(pack), "--db", str(database), "-o", str(page))
        self.browser.open(page)
        for text in ["junk", "weekly xyz", "monthly 99", "2026-02-30", "weekly"]:
            night = self.ask("night", ["edit", f"add\tplan\t{START}\ton_days={text}"])
            self.same(f"the schedule {text}", [night["supposed"], f"`{text}` is no schedule" in str(night["problems"])],
                      ["1 refused", True])
        for text in ["weekly mon", "monthly 1 15", "2026-02-28", "sticky", ""]:
            night = self.ask("night", ["edit", f"add\tplan\t{START}\ton_days={text}"])
            self.same(f"the schedule {text}", night["supposed"], "1 added")

    def equivalent(self):
        self.own_night()
        self.do("studio.dispatch({ set: {} }); studio.settle(); const field = $('#param-0'); field.focus();"
                "field.select()")
        self.browser.type("60 min")
        self.browser.press("Enter")
        self.same("a preset's value in other words", self.do("return studio.state().set"), {})

    def stale(self):
        self.own_night()
        shown = self.do("return $('#cursor-time').value")
        for text, isHidden in [("25:99", False), (shown, True)]:
            self.do("studio.settle(); $('#cursor-time').focus(); $('#cursor-time').select()")
            self.browser.type(text)
            self.browser.press("Enter")
            self.same(f"what is wrong after {text}", self.do("return $('#engine-notice').hidden"), isHidden)

    def addressed(self):
        for after, part in [("#subject=zzz", "no visit “zzz”"), ("#preset=zzz", "no preset “zzz”")]:
            self.browser.open(self.own, after=after)
            told = self.do("return [$('#engine-notice').hidden, $('#engine-notice').textContent]")
            self.same(f"the address {after}", [told[0], part in told[1]], [False, True])

    def nothing_logged(self):
        told = self.do("""studio.dispatch({ subject: 0 }); studio.settle(); const night = studio.night();
          return [night.ticks.length, night.levels.flatMap((one) => one.spans).length, $("#cursor-time").value,
            $("#readout").textContent]""")
        self.same("an axis where nothing is logged", told, [0, 0, "", ""])

    def names(self):
        """A level's words lead nowhere, even where a rule has its name; the rule's own name does."""
        self.own_night()
        lines = self.do("""studio.dispatch({ at: studio.night().instants[1], rule: "" }); studio.settle();
          const answer = JSON.parse(studio.ask("explain", [["subject", 1], ["at", studio.state().at]]));
          return answer.links.filter((link) => link.kind === "rule")
            .map((link) => answer.text.slice(0, link.start).split("\\n").at(-1).split(" ")[0])""")
        self.same("links in the line of levels", "levels" in lines, False)
        self.same("links to rules", len(lines) >= 2, True)

    def colours(self):
        self.own_night()
        shown = self.do("""const line = [...document.querySelectorAll("#list .said")]
            .find((one) => one.textContent.includes("שלום"));
          const message = line.querySelector(".message");
          return [getComputedStyle(line).borderLeftColor, getComputedStyle(message).direction]""")
        self.same("the colour of a level that two scales have, and a message from right to left", shown,
                  ["rgb(128, 0, 128)", "rtl"])

    def signs(self):
        """Signs for which some keyboards need AltGr or Option."""
        self.own_night()
        for held in ["{}", "{ altKey: true }", "{ altKey: true, ctrlKey: true }"]:
            told = self.do(f"""studio.dispatch({{ set: {{}} }}); studio.settle(); document.activeElement.blur();
              document.body.dispatchEvent(new KeyboardEvent("keydown",
                {{ key: "]", bubbles: true, cancelable: true, ...{held} }}));
              studio.settle(); return studio.state().set""")
            self.same(f"the key ] with {held}", told, {"span": "1 h 5 min"})

    def undeclared(self):
        """Rules that no longer declare an event: its rows are missed, and that is said."""
        self.own_night()
        told = self.do("""const [file] = JSON.parse(studio.ask("pack", [])).files;
          studio.dispatch({ files: { [file.path]: file.text.replaceAll("call", "ring") } }); studio.settle();
          return $("#problems").textContent""")
        self.same("rows of an event that was renamed", told,
                  "4 rows of the log are of events that these rules don't declare")

    def both_limits(self):
        """An evaluation that ends early, with more notices than a page shows."""
        self.own_night()
        told = self.do("""const [file] = JSON.parse(studio.ask("pack", [])).files;
          const rule = 'rule fast { when count(call) >= 1, emit note "i", repeat 1 ms }\\n';
          studio.dispatch({ files: { [file.path]: file.text + rule } }); studio.settle();
          return studio.night().problems""")
        self.same("what is said of two limits", ["evaluation ended" in told[0], "told up to" in told[-1]], [True, True])

    def many_findings(self):
        told = self.do("""const [file] = JSON.parse(studio.ask("pack", [])).files;
          const more = Array.from({ length: 60 }, (_, place) => `define u${place} = 1\\n`).join("");
          studio.dispatch({ panel: "rules", files: { [file.path]: file.text + more } }); studio.settle();
          return [$("#findings").children.length, $("#findings-more").textContent.split(" ")[0]]""")
        self.same("findings beyond those shown", [told[0], int(told[1] or 0) >= 10], [50, True])
        self.browser.resize(1280, 800)
        edges = self.do("""$("#rules-state").textContent += " ".repeat(3) + "long words ".repeat(9); return [
          $("#format").getBoundingClientRect().bottom <= $(".editor").getBoundingClientRect().top]""")
        self.browser.resize(1600, 1000)
        self.same("buttons above the text of the rules", edges, [True])

    def presets(self):
        """Presets are named as `--preset` and the summary name them, with their label beside it."""
        self.own_night()
        told = self.do("""studio.dispatch({ preset: "short", against: "short" }); studio.settle();
          const [field] = $("#presets").querySelectorAll("label:has(:checked)"); const list = $("#against");
          return [field.textContent, list.selectedOptions[0].textContent,
            $("#summary").textContent.split(" ").at(-1)]""")
        self.same("the names of a preset", told, ["short (for a try)", "short (for a try)", "short"])

    def changed_rules(self):
        """Whatever panel is open, and on paper, it is said that the rules are others than they came."""
        self.own_night()
        path = self.do("return JSON.parse(studio.ask('pack', [])).files[0].path")
        shown = "const mark = $('#changed-rules'); return mark && mark.checkVisibility() && mark.textContent"
        for text, right in [("# more\n", f"Rules changed: {path}"), ("rul\n", f"Rules don't check: {path}")]:
            self.do(f"""const [file] = JSON.parse(studio.ask("pack", [])).files;
              studio.dispatch({{ files: {{ [file.path]: {json.dumps(text)} + file.text }} }}); studio.settle()""")
            self.same("the mark of changed rules", self.do(shown), right)
            self.browser.media("print")
            self.same("the mark on paper", self.do(shown), right)
            self.browser.media()
        self.do("if ($('#to-rules')) $('#to-rules').click(); studio.settle()")
        self.same("rules as they came", self.do(f"const files = studio.state().files; {shown}"), False)
        self.same("no text is changed", self.do("return studio.state().files"), {})

    def paper(self):
        """On paper every colour is that of the light page, and every notice of a run stands there."""
        self.browser.media("print", prefers_color_scheme="dark")
        self.browser.open(self.edges)
        self.do(f"studio.dispatch({{ subject: {self.subject('night')} }}); studio.settle()")
        colours = self.do("""const light = [["--what-if", "#7a3ea3"], ["--bad", "#b3261e"], ["--field", "#838a92"]];
          const style = getComputedStyle(document.documentElement);
          return light.filter(([name, value]) => style.getPropertyValue(name) !== value)""")
        self.same("colours on paper that are those of the dark page", colours, [])
        told = self.do("""return [document.querySelectorAll("#list .said").length,
          studio.night().notices.length + studio.night().held.length,
          [...document.querySelectorAll("#list .more")].filter((one) => one.checkVisibility()).length,
          studio.night().notices.some((one) => one.more)]""")
        self.same("notices on paper", told, [told[1], told[1], 0, True])
        self.browser.media()

    def columns(self):
        """On a phone no line of an explanation is broken again by the page."""
        self.own_night()
        for width in range(320, 420, 4):
            self.browser.resize(width, 800, mobile=True)
            counts = self.do("""studio.settle(); window.dispatchEvent(new Event("resize"));
              studio.dispatch({ at: studio.night().notices[0].at, rule: "again", full: !studio.state().full });
              studio.settle(); const place = $("#why-text"); const style = getComputedStyle(place);
              const room = place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
              const sample = document.createElement("span"); sample.textContent = "0".repeat(20);
              place.prepend(sample); const letter = sample.getBoundingClientRect().width / 20; sample.remove();
              const longest = Math.max(...place.textContent.split("\\n").map((line) => line.length));
              return longest * letter <= room + 0.01""")
            self.same(f"lines of an explanation at {width} pixels", counts, True)

    def later_rows(self):
        """What is said of a row that comes later "if nothing else is logged till then" is no button where more is."""
        _, page = self.checker.make("hydration-pace", 4)
        self.browser.open(page)
        told = self.do("""const wrong = []; let count = 0;
          for (let subject = 0; subject < 4; subject += 1) {
            const night = JSON.parse(studio.ask("night", [["subject", subject]]));
            for (const { at } of night.notices) {
              const answer = JSON.parse(studio.ask("explain", [["subject", subject], ["at", at]]));
              for (const flip of answer.flips || []) {
                if (!flip.edit || !flip.edit.startsWith("move")) continue;
                count += 1;
                const later = Number(flip.edit.split("\\t")[2]);
                if (night.events.some((one) => one.at > at && one.at <= later)) wrong.push(flip.text);
              }
            }
          }
          return [wrong, count]""")
        self.same("delays past other rows", told[0], [])
        print(f"{told[1]} delays are offered")

    def until(self):
        """After `--until` nothing is told: a later instant is answered as of then, as by the command."""
        page = self.checker.folder / "until.html"
        words = ["rules/take-care.pace", "--db", self.take_care, "--subject", "s01", "--zone", "Europe/Berlin"]
        self.browser.open(self.checker.make("take-care", 12)[1])
        start = self.ask("night")["from"]
        last, later = str(start + 90 * 60_000), str(start + 150 * 60_000)
        self.checker.run("studio", *words, "--until", last, "-o", str(page))
        self.browser.open(page)
        night = self.ask("night")
        ends = [span["to"] for scale in night["levels"] for span in scale["spans"]]
        self.same("the end of what is told until an instant", [max(ends) <= int(last), night["to"] <= int(last)],
                  [True, True])
        for rule in ["nice_reset", "hydration"]:
            told = self.browser.evaluate(f"""studio.ask("text", [["command", "explain"], ["subject", 0],
              ["rule", "{rule}"], ["at", "{later}"]])""")
            self.checker.same(f"{rule} after --until", told,
                              self.checker.run("explain", *words, "--until", last, "--rule", rule, "--at", later))
            self.same(f"{rule} after --until is of then", "is followed no further than" in told, True)

    def untold(self):
        """Of a log too long for a page nothing is told beyond the end, and nothing has changed in it."""
        pack, database = self.checker.folder / "long.pace", self.checker.folder / "long.db"
        pack.write_text("""subject desk { }
event tap of desk { }
scale load = low "green" < mid "#ffaa00" < high "red"
param most: number = 3 in 1 .. 9 step 1
param spare: number = 7 in 0 .. 9 step 1
rule busy { when count(tap, last 40 min) > most, raise load to mid }
rule full { when count(tap, last 15 min) > most, raise load to high }
rule each { on tap, emit note "Tap." , cooldown 1 min }
""")
        with contextlib.closing(sqlite3.connect(database)) as file, file:
            file.execute("create table desk (id text primary key)")
            file.execute("create table tap (id integer primary key, desk text, at integer)")
            file.execute("insert into desk values ('a')")
            file.executemany("insert into tap (desk, at) values ('a', ?)",
                             [(START + 7_000 * place * (1 + place % 300),) for place in range(80_000)])
        page = self.checker.folder / "long.html"
        self.checker.run("studio", str(pack), "--db", str(database), "-o", str(page))
        self.browser.open(page)
        night = self.do("studio.settle(); return studio.night()")
        self.same("a night that isn't told whole", night["isWhole"], False)
        self.same("what changed in it", "as when the page was made" in night["summary"], True)
        last = max(one["at"] for one in night["notices"])
        ends = [span["to"] for scale in night["levels"] for span in scale["spans"]]
        self.same("levels beyond what is told", max(ends) < night["to"] and max(ends) >= last, True)
        self.same("a parameter that no rule uses", self.do("""const known = studio.night().params[1];
          return [known.value, known.preset, known.index]"""), ["7", "7", 7])
        # A change that says nothing else: events aren't told again, nor is anything evaluated.
        asked = self.do("""const [file] = JSON.parse(studio.ask("pack", [])).files; const night = studio.night();
          studio.dispatch({ files: { [file.path]: file.text + "# more\\n" } }); studio.settle();
          const same = studio.night() === night;
          studio.dispatch({ set: { most: "4" } }); studio.settle();
          return [same, studio.night() !== night, studio.night().events === night.events]""")
        self.same("a night after a comment, and its events after a slider", asked, [True, True, True])

    def for_everyone(self):
        """A value that the shown subject's own preset has too is still set for all."""
        _, page = self.checker.make("take-care", 12)
        self.browser.open(page)
        told = self.do("""studio.settle(); const find = () => studio.night().params.findIndex(
            (one) => one.name === "rapid_window");
          const index = find(); const value = studio.night().params[index].preset;
          const field = document.querySelector(`#param-${index}`); field.focus(); field.value = value;
          field.dispatchEvent(new Event("input")); field.dispatchEvent(new Event("change")); studio.settle();
          return [studio.state().set.rapid_window === value, studio.night().params[index].isSet]""")
        self.same("the shown subject's own value, set for all", told, [True, True])

    def presets_own(self):
        """A preset that was renamed in the text is missed; what is compared with keeps its own."""
        _, page = self.checker.make("take-care", 12)
        self.browser.open(page)
        told = self.do("""const files = JSON.parse(studio.ask("pack", [])).files;
          const file = files.find((one) => one.text.includes("preset strict"));
          studio.dispatch({ subject: 0, preset: "strict", against: "strict" });
          studio.dispatch({ files: { [file.path]: file.text.replaceAll("strict", "strikt") } }); studio.settle();
          return [$("#problems").textContent.includes("no preset `strict`"), $("#against").value,
            studio.night().summary.includes("strict")]""")
        self.same("a chosen preset that was renamed", told, [True, "strict", True])

    def declared_otherwise(self):
        """Rows that other declarations don't take are left out, and what can't be read anew is said."""
        self.own_night()
        told = self.do("""const [file] = JSON.parse(studio.ask("pack", [])).files; const said = [];
          for (const units of ["number = 2 in 2 .. 3", "duration"]) {
            const text = file.text.replace("units: number = 1", `units: ${units}`);
            studio.dispatch({ files: { [file.path]: text } }); studio.settle();
            said.push($("#problems").textContent);
          }
          return said""")
        self.same("rows out of range, and another type", [
            "4 rows of the log have a kind or a value" in told[0],
            "`units`: declared otherwise" in told[1]], [True, True])

    def comments(self):
        """The tab of the rules and a comment leave what is evaluated as it was; places move on."""
        self.own_night()
        told = self.do("""const night = studio.night(); studio.dispatch({ panel: "rules" }); studio.settle();
          const isKept = studio.night() === night; const [file] = JSON.parse(studio.ask("pack", [])).files;
          studio.dispatch({ files: { [file.path]: "# one\\n" + file.text } }); studio.settle();
          const lines = JSON.parse(studio.ask("pack", [])).rules.map((one) => one.line);
          return [isKept, studio.night() === night, lines[0]]""")
        self.same("what a comment changes", told, [True, True, RULES.split("rule tired")[0].count("\n") + 2])

    def preset_gone(self):
        self.own_night()
        told = self.do("""studio.dispatch({ preset: "none" }); studio.settle(); return $("#problems").textContent""")
        self.same("a preset that isn't there", "no preset `none`" in told, True)

    def dated(self):
        """Levels of a night past midnight are told with their dates: the line beside the cursor has one day of two."""
        self.own_night()
        later = START + 12_600_000
        spans = self.do(f"""studio.dispatch({{ edits: [["add", "call", "{later}"]] }}); studio.settle();
          return studio.night().levels[0].spans.map((one) => one.text)""")
        self.same("levels past midnight", spans[0], "low from 23:00 on 28 Mar to 01:30 on 29 Mar")

    def written(self):
        """The command that writes a value names the preset in force, and its place is said."""
        self.own_night()
        told = self.do("""studio.dispatch({ preset: "short", set: { span: "50 min" } }); studio.settle();
          return [$("#apply-line").textContent, $("#apply-places").textContent.split(": ").slice(1)]""")
        pack = self.words[0]
        self.same("the command that writes a value", told,
                  [f"pace sweep {pack} --apply 'span=50 min' --preset short", ["span 30 min → 50 min"]])
        told = self.do("""studio.dispatch({ preset: "", set: { span: "20" } }); studio.settle();
          return $("#problems").textContent""")
        self.same("a value without its unit", told,
                  "`span` can't be `20`: expected a duration such as `20 min` from 10 min to 4 h")

    def unzoned(self):
        """An instant without a zone is one of the subject's clocks, and `now` is now."""
        self.browser.open(self.own, after="#subject=v1&at=2026-03-28T23:20")
        self.same("an instant of an address", self.do("return studio.state().at"), START + 20 * 60_000)
        told = self.do("""const ask = (now) => JSON.parse(studio.ask("instant",
            [["subject", 1], ["text", "now"], ["near", "5"], ["now", now]])).at; return ask("1774735200123")""")
        self.same("now", told, START + 123)
