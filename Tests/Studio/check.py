"""Holds studio pages against the command line: check.py PACE [SUBJECTS [SESSIONS [TEXTS]]].

Makes a sampled log of each pack and pages of it in two zones, opens them in Chromium, and compares what the page says
with what the command prints, byte by byte. Then does what a hand does, act by act, asks where a page may easily say
less than the command line, supposes other rows and tests the scenarios that the page gives of them, drags every
parameter through its values, plays random sessions, and types mutated rules. Times are printed and decide nothing.
"""

import concurrent.futures
import contextlib
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

import sessions
from browser import Browser
from hands import Hands
from kept import Kept
from looks import Looks
from truths import Truths

PACKS = ["take-care", "hydration", "hydration-pace", "activities", "nail-guard", "dose-window"]
ZONES = ["Europe/Berlin", "America/St_Johns"]


EDGES = """subject night { }
event tick of night { }
param pause: duration = 30 min in 1 min .. 6 h step 1 min
rule steady { when since(tick) >= 1 h, emit note "Still here.", repeat 1 h }
rule again { on tick, emit note "Again.", cooldown pause }
"""


class Checker:
    def __init__(self, pace: str, folder: pathlib.Path):
        self.pace = pace
        self.folder = folder
        self.compared = 0
        self.differences = 0

    def run(self, *arguments: str) -> str:
        """What the command prints; failures of rules are results too."""
        done = subprocess.run([self.pace, *arguments], capture_output=True)
        if done.returncode > 1:
            raise SystemExit(f"pace {' '.join(arguments)}: {done.stderr.decode()}")
        return done.stdout.decode()

    def make(self, pack: str, subjects: int, *options: str) -> tuple[str, pathlib.Path]:
        """A sampled log and a page of it."""
        log = self.folder / f"{pack}-{subjects}.db"
        if not log.exists():
            self.run("sample", f"rules/{pack}.pace", "--db", str(log), "--subjects", str(subjects), "--seed", "11")
        page = self.folder / f"{pack}.html"
        self.run("studio", f"rules/{pack}.pace", "--db", str(log), "-o", str(page), *options)
        return str(log), page

    def same(self, what: str, page: str, command: str):
        self.compared += 1
        if page == command:
            return
        self.differences += 1
        pairs = zip(page.split("\n") + [""], command.split("\n") + [""])
        first = next(((a, b) for a, b in pairs if a != b), ("", "more lines"))
        print(f"{what} differs:\n  page    {first[0][:200]}\n  command {first[1][:200]}")

    def pack(self, browser: Browser, pack: str, subjects: int, number: int):
        """One page: everything of a pack, and every other subject."""
        zone = ZONES[number]
        log, page = self.make(pack, subjects, "--zone", zone)
        browser.open(page)
        base = [f"rules/{pack}.pace", "--db", log, "--zone", zone]
        asked: list[tuple[list, list]] = []
        for form in ["table", "jsonl", "csv", "summary"]:
            asked.append(([["command", "eval"], ["format", form]], ["eval", *base, "--format", form]))
        for form in ["text", "json"]:
            asked.append(([["command", "lint"], ["format", form]], ["lint", base[0], "--format", form]))
        said = json.loads(browser.evaluate("studio.ask('pack', [])"))
        presets = [preset["name"] for preset in said["presets"]] or [""]
        for index in range(number, len(said["subjects"]), len(ZONES)):
            preset = presets[index % len(presets)]
            state = [["subject", str(index)], ["preset", preset]]
            options = [*base, "--subject", said["subjects"][index]["id"], *(["--preset", preset] if preset else [])]
            asked.append(([*state, ["command", "eval"]], ["eval", *options]))
            self.standings(browser, pack, index, state)
            night = json.loads(browser.evaluate(f"studio.ask('night', {json.dumps(state)})"))
            given = [notice["n"] for notice in night["notices"] if notice["n"]]
            explain = [*state, ["command", "explain"]]
            if given:
                notice = str(given[index % len(given)])
                for form in ["text", "json"]:
                    asked.append(([*explain, ["notice", notice], ["format", form]],
                                  ["explain", *options, "--notice", notice, "--format", form]))
            if night["instants"]:
                at = str(night["instants"][index % len(night["instants"])])
                asked.append(([*explain, ["at", at]], ["explain", *options, "--at", at]))
        texts = browser.evaluate(f"{json.dumps([pairs for pairs, _ in asked])}.map(p => studio.ask('text', p))")
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for (pairs, words), text, printed in zip(asked, texts, pool.map(lambda a: self.run(*a[1]), asked)):
                self.same(f"{pack}: {' '.join(words)}", text, printed)

    def standings(self, browser: Browser, pack: str, subject: int, state: list):
        """With one more row just like one of the subject's: what is new and what is gone, notice by notice."""
        def night(pairs: list) -> dict:
            return json.loads(browser.evaluate(f"studio.ask('night', {json.dumps(pairs)})"))

        def notices(night: dict, *states: str) -> Counter:
            return Counter((one["rule"], one["at"]) for one in night["notices"] if one["state"] in states)

        before = night([["subject", str(subject)]])
        if not before["events"]:
            return
        row = before["events"][subject % len(before["events"])]
        after = night([*state, ["edit", f"add\t{row['name']}\t{row['at']}"]])
        given = ["same", "new", "moved", "changed", "reworded"]
        was, now = notices(before, *given), notices(after, *given)
        self.same(f"{pack}: {row['text']} once more, new and moved",
                  str(sorted(notices(after, "new", "moved").elements())), str(sorted((now - was).elements())))
        gone, moved = notices(after, "gone"), notices(after, "moved")
        self.same(f"{pack}: {row['text']} once more, gone", str([gone - (was - now), gone.total() + moved.total()]),
                  str([Counter(), (was - now).total()]))

    def drag(self, browser: Browser):
        """Every value of every parameter of a pack, as a hand drags through them."""
        log, page = self.make("take-care", 12)
        browser.open(page)
        said = json.loads(browser.evaluate("studio.ask('pack', [])"))
        subject = said["subjects"][browser.evaluate("studio.state().subject")]["id"]
        times: list[float] = []
        for param in said["params"]:
            name = param["name"]
            steps = browser.evaluate(f"""(() => {{
              const values = JSON.parse(studio.ask("grid", [["param", "{name}"]])).values;
              return values.map((value) => {{
                const before = performance.now();
                studio.dispatch({{ set: {{ "{name}": value }} }}, "drag");
                studio.draw();
                document.body.getBoundingClientRect();
                const took = performance.now() - before;
                const given = studio.night().notices.filter((notice) => notice.n);
                return [value, took, given.map((notice) => [notice.at, notice.rule])];
              }});
            }})()""")
            rules = [rule["name"] for rule in said["rules"]]
            words = [["eval", "rules/take-care.pace", "--db", log, "--subject", subject,
                      "--format", "csv", "--set", f"{name}={value}"] for value, _, _ in steps]
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                for (value, took, given), printed in zip(steps, pool.map(lambda a: self.run(*a), words)):
                    times.append(took)
                    shown = "\n".join(f"{at} {rules[rule]}" for at, rule in given)
                    lines = [line.split(",") for line in printed.splitlines()]
                    at, rule = lines[0].index("at_ms"), lines[0].index("rule")
                    self.same(f"{name} {value}", shown, "\n".join(f"{line[at]} {line[rule]}" for line in lines[1:]))
        times.sort()
        print(f"dragging: {len(times)} steps, half within {times[len(times) // 2]:.1f} ms, "
              f"95 of 100 within {times[len(times) * 95 // 100]:.1f} ms")

    def supposed(self, browser: Browser):
        """Rows dropped, moved, changed and added: the scenarios that the page gives of them hold."""
        _, page = self.make("take-care", 12)
        browser.open(page)
        rules = pathlib.Path("rules").resolve()
        paths: list[str] = []
        for subject in range(12):
            of = [["subject", str(subject)]]
            events = json.loads(browser.evaluate(f"studio.ask('night', {json.dumps(of)})"))["events"]
            for event in events[:6]:
                row = f"{event['key']}\t{event['at']}"
                for edit in [f"drop\t{event['key']}", f"move\t{event['key']}\t{event['at'] + 600_000}",
                             f"move\t{row}\tunits=4", f"move\t{row}\talcoholic=no", f"move\t{row}\tunits=",
                             f"add\tbeer\t{event['at']}\tunits=2"]:
                    pairs = [*of, ["edit", edit], ["what", "scenario"]]
                    given = json.loads(browser.evaluate(f"studio.ask('export', {json.dumps(pairs)})"))
                    path = self.folder / f"{len(paths)}.test.pace"
                    path.write_text(given["text"].replace('"rules/', f'"{rules}/'))
                    paths.append(str(path))
        failures = [line for line in self.run("test", *paths).splitlines() if line.startswith("FAIL")]
        self.compared += len(paths)
        self.differences += len(failures)
        print(f"{len(paths)} scenarios of what is only supposed: {len(failures)} fail")
        for line in failures[:10]:
            print(f"  {line}")

    def many(self, browser: Browser, subjects: int):
        """A move of a slider with many subjects."""
        _, page = self.make("take-care", subjects)
        browser.open(page)
        took = browser.evaluate("""(() => { studio.ask("many", []); const before = performance.now();
          const text = studio.ask("many", [["set", "fast_pace_units=3"]]);
          return [performance.now() - before, JSON.parse(text).text]; })()""")
        print(f"{subjects} subjects counted anew in {took[0]:.0f} ms: {took[1]}")

    def edges(self, browser: Browser):
        """Nights past midnight and over a change of clocks, ids that don't show, and logs too large for a page."""
        pack = self.folder / "edges.pace"
        pack.write_text(EDGES)
        rows = {"A": [0], "empty": [], "night": [1_792_864_800_000, 1_792_899_000_000], "a\nb": [0], "a\\nb": [60_000],
                "late": [0, 253_000_000_000_000], "many": [7_000_000 * place for place in range(9000)]}
        database = self.folder / "edges.db"
        with contextlib.closing(sqlite3.connect(database)) as file, file:
            file.execute("create table night (id text primary key)")
            file.execute("create table tick (id integer primary key, night text, at integer)")
            file.executemany("insert into night values (?)", [(subject,) for subject in rows])
            file.executemany("insert into tick (night, at) values (?, ?)",
                             [(subject, at) for subject in rows for at in rows[subject]])
        page = self.folder / "edges.html"
        self.run("studio", str(pack), "--db", str(database), "--zone", "Europe/Berlin", "-o", str(page))
        browser.open(page)
        ids = [subject["id"] for subject in json.loads(browser.evaluate("studio.ask('pack', [])"))["subjects"]]

        def ask(verb: str, subject: str, *pairs: list) -> dict:
            request = json.dumps([["subject", str(ids.index(subject))], *pairs])
            return json.loads(browser.evaluate(f"studio.ask('{verb}', {request})"))

        # From 20:00 on 24 October to 04:30 on the next day; clocks go back at 03:00.
        evening = ["near", str(rows["night"][0] + 60_000)]
        typed = {"21:00": "Saturday 24 October 2026 21:00:00", "00:30": "Sunday 25 October 2026 00:30:00",
                 "02:30+01:00": "Sunday 25 October 2026 02:30:00+01:00"}
        for text, shown in typed.items():
            said = ask("instant", "night", ["text", text], evening)
            near = ask("clock", "night", ["at", str(said.get("at", 0))])
            self.same(f"{text} typed in the evening", f"{near['day']} {near['text']}", shown)
        ticks = [tick["text"] for tick in ask("night", "night", ["ticks", "12"])["ticks"]]
        self.same("marks where clocks go back", " ".join(ticks),
                  "20:00 21:00 22:00 23:00 25 Oct 01:00 02:00+02:00 02:00+01:00 03:00 04:00")
        years = [tick["text"] for tick in ask("night", "late", ["ticks", "8"])["ticks"]]
        self.same("marks over thousands of years", " ".join(years), "2000 4000 6000 8000")
        for subject in ["a\nb", "a\\nb"]:
            place = ids.index(subject)
            back = browser.evaluate(f"""new Promise((done) => {{
              studio.dispatch({{ subject: {place} }});
              const address = studio.address();
              studio.dispatch({{ subject: {ids.index("night")} }});
              addEventListener("hashchange", () => done(studio.state().subject), {{ once: true }});
              location.hash = address; }})""")
            self.same(f"the address of {subject!r}", str(back), str(place))
        late = ask("night", "late")
        self.same("a rule that ticks for thousands of years", str(late["isWhole"]), "False")
        self.same("what is said of it", late["problems"][0][:11], "told up to ")
        self.same("marks of 9,000 rows", str(ask("marks", "many", ["param", "pause"])["marks"]), "[116, 233, 349]")

    def loaded_again(self, browser: Browser):
        """What was changed is there again, texts too, unless the file is another page by now."""
        _, page = self.make("take-care", 12)
        browser.open(page)
        browser.evaluate("""(() => {
          const file = JSON.parse(studio.ask("pack", [])).files.find((one) => one.text.includes("cooldown"));
          studio.dispatch({ subject: 3, preset: "strict" });
          studio.dispatch({ files: { [file.path]: file.text.replace("cooldown", "# 30 %\\ncooldown") } });
          studio.dispatch({ edits: [["drop", "1"]], at: studio.night().events[2].at, panel: "rules" });
          studio.settle();
        })()""")
        shown = ("JSON.stringify([studio.state(), studio.ask('night', [['subject', 3], ['preset', 'strict']]), "
                 "document.querySelector('#text').value])")
        before = browser.evaluate(shown)
        browser.wait("location.hash.includes('panel=rules')")
        browser.reload()
        browser.evaluate("studio.settle()")
        self.same("the page loaded again", browser.evaluate(shown), before)
        self.make("take-care", 11)
        browser.reload()
        self.same("texts of another page in its place", browser.evaluate("JSON.stringify(studio.state().files)"), "{}")
        browser.evaluate("studio.dispatch({ preset: 'strict' })")
        browser.open(page)
        self.same("the page opened once more", browser.evaluate("studio.state().preset"), "")

    def texts(self, browser: Browser, count: int):
        """Mutated rules: whatever is typed, the engine goes on."""
        _, page = self.make("take-care", 12)
        browser.open(page)
        first = browser.evaluate("studio.ask('night', [])")
        files = json.loads(browser.evaluate("studio.ask('pack', [])"))["files"]
        chance = random.Random(7)
        alphabet = "{}()\"#=<>,.: \n0123456789abcxyz_é😀\0"
        for _ in range(0, count, 50):
            batch = []
            for _ in range(50):
                file = chance.choice(files)
                text = file["text"]
                for _ in range(chance.randint(1, 4)):
                    start = chance.randrange(len(text) + 1)
                    end = min(len(text), start + chance.choice([0, 1, 1, 5, 40]))
                    piece = "".join(chance.choice(alphabet) for _ in range(chance.choice([0, 1, 1, 3])))
                    if chance.random() < 0.3:
                        other = chance.randrange(len(text) + 1)
                        piece = text[other:other + chance.randint(1, 60)]
                    text = text[:start] + piece + text[end:]
                batch.append([["file", f"{file['path']}\n{text}"]])
            browser.evaluate(f"""(() => {{ for (const pairs of {json.dumps(batch)}) {{
              studio.ask("check", pairs); studio.ask("night", []); studio.ask("pack", []); }} }})()""")
        browser.evaluate("studio.ask('check', [])")
        self.same("the night after mutated rules", browser.evaluate("studio.ask('night', [])"), first)
        print(f"{count} mutated texts: the engine stopped {browser.evaluate('studio.stopped()')} times")


def main(pace: str, subjects: int, played: int, texts: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(pace, pathlib.Path(folder))
        with Browser() as browser:
            for pack in PACKS:
                for number in range(len(ZONES)):
                    checker.pack(browser, pack, subjects, number)
            print(f"{len(PACKS)} packs, {subjects} subjects each: {checker.compared} texts compared")
            checker.edges(browser)
            Hands(checker, browser, checker.folder / "edges.html").all()
            Kept(checker, browser, checker.folder / "edges.html").all()
            Truths(checker, browser, checker.folder / "edges.html").all()
            Looks(checker, browser, checker.folder / "edges.html").all()
            checker.supposed(browser)
            checker.drag(browser)
            checker.loaded_again(browser)
            checker.many(browser, 1000)
            checker.texts(browser, texts)
            for line in browser.console:
                print(f"console: {line}")
            failed = checker.differences > 0 or bool(browser.console)
        _, page = checker.make("take-care", 12)
        failed = sessions.main(str(page), played, 1) != 0 or failed
    print(f"{checker.differences} differences")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    numbers = [int(one) for one in sys.argv[2:5]]
    sys.exit(main(sys.argv[1], *(numbers + [50, 1000, 10000][len(numbers):])))
