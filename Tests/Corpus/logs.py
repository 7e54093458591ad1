"""The files that the lines of commands.txt read, besides the logs that `pace sample` makes."""
import hashlib, json, sqlite3, sys
from pathlib import Path

START = 1_795_208_400_000  # 2026-11-20 21:00 UTC
MINUTE = 60_000

TAKE_CARE = """
CREATE TABLE session(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER, sensitivity TEXT,
  notices INTEGER, hydration_reminders INTEGER, hydration_cadence REAL, auto_end INTEGER);
CREATE TABLE drink(id TEXT, session TEXT, at INTEGER, kind TEXT, units REAL, alcoholic INTEGER, device TEXT);
"""


def database(path, sql, rows=()):
    """A database made by SQL, with the rows of its tables."""
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    for table, *values in rows:
        connection.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(values))})", values)
    connection.commit()
    connection.close()


def drink(id, session, minute, kind, units=None, alcoholic=None):
    return ("drink", id, session, START + int(minute * MINUTE), kind, units, alcoholic, None)


def session(id, preset="balanced", ended=None, notices=None, cadence=None):
    end = None if ended is None else START + ended * MINUTE
    return ("session", id, START, end, preset, notices, None, cadence, None)


FRIDAY = [
    session("s1"), drink("a2e1", "s1", 0, "beer"), drink("77b0", "s1", 9, "beer"),
    drink("8c1f", "s1", 31, "cocktail"),
]


def nights(folder):
    """Logs of take-care in its own layout, each with something odd about it."""
    database(folder / "friday.db", TAKE_CARE, FRIDAY)
    database(folder / "empty.db", TAKE_CARE)
    database(folder / "tables.db", "CREATE TABLE other(a, b);")
    (folder / "text.db").write_text("this is no database\n")
    (folder / "nothing.db").write_text("")
    database(
        folder / "long.db", TAKE_CARE,
        [("session", "long", START, None, "strict", None, None, 3, 10**9)]
        + [drink(f"r{n:05}", "long", n * 17 + n * n % 13, ["beer", "water", "shot", "wine", None][n * n % 5])
           for n in range(3000)])
    database(
        folder / "repeated.db", TAKE_CARE,
        FRIDAY + [drink("77b0", "s1", 12, "shot"), drink("a2e1", "s1", 0, "beer"), session("s2", "strict"),
                  drink("x", "s2", 5, "shot"), drink("x", "s2", 5, "wine"), drink("8c1f", "s2", 7, "beer")])
    database(
        folder / "ties.db", TAKE_CARE,
        [session("s1", "strict"), drink("b", "s1", 0, "shot"), drink("a", "s1", 0, "water"),
         drink("c", "s1", 0, "beer"), drink("B", "s1", 10, "shot"), drink("é", "s1", 10, "wine"),
         drink("", "s1", 20, "beer"), drink(None, "s1", 25, "shot"), drink("z", "nobody", 3, "beer"),
         drink("y", None, 4, "beer"), drink("late", "s1", 2000, "beer"), session("s0", "relaxed", ended=0),
         drink("q", "s0", -5, "shot"), drink("r", "s0", 5, "shot")])
    database(
        folder / "broken.db", TAKE_CARE,
        FRIDAY + [
            ("drink", "t1", "s1", "noon", "beer", None, None, None),
            ("drink", "t2", "s1", None, "beer", None, None, None),
            ("drink", "t3", "s1", 1.5e18, "beer", None, None, None),
            drink("k1", "s1", 40, "mead"), drink("u1", "s1", 41, "beer", 51), drink("u2", "s1", 42, "beer", "two"),
            drink("u3", "s1", 43, "beer", -0.5), drink("b1", "s1", 44, "beer", None, 2),
            drink("b2", "s1", 45, "beer", None, "yes"), drink(b"\xff\x00", "s1", 46, "beer"),
            drink("f1", "s1", 47.00001, "beer", 0.3333333333), drink("n\nl", "s1", 48, None),
            session("s2", "loud"), session("s3", "strict", notices=7), session("s4", None, cadence=21),
            drink("o1", "s2", 1, "beer"), drink("o2", "s3", 2, "shot"), drink("o3", "s4", 3, "shot"),
            drink("o4", "s4", 5, "shot"), ("session", "s5", "soon", -1, None, None, None, None, "3 h"),
            drink("o5", "s5", 6, "shot"),
        ])
    notice = "CREATE TABLE notice(id TEXT PRIMARY KEY, session TEXT, at INTEGER, rule TEXT);"
    told = [("rapid_repeat", 9.002), ("hydration", 14), ("nice_reset", 51), ("shot_stacking", 31), ("escalation", 40)]
    for name, given in [("given", [("hydration", 10), ("fast_pace", 20)]), ("told", told),
                        ("unknown", [("gone_rule", 9), ("fast_pace", 39)])]:
        rows = [("notice", f"n{n}", "s1", START + int(at * MINUTE), rule) for n, (rule, at) in enumerate(given)]
        database(folder / f"{name}.db", TAKE_CARE + notice, FRIDAY + rows)


def foreign(folder):
    """Logs in layouts of someone else's choosing, and a pack that maps one of them."""
    apple = START / 1000 - 978_307_200
    ledger = [
        ("ledger", "P", f"l{n}", evening, apple + 60 * minute, glass, amount)
        for n, (evening, minute, glass, amount) in enumerate(
            [(3, 0, 11, None), (3, 9, 11, 0.8), (3, 31, 13, None), (10, 0, 10, None), (10, 4, 10, 2), (10, 11, 99, 1)])
    ]
    database(
        folder / "tavern.db",
        """
        CREATE TABLE "The Evenings"("Evening No." INTEGER, opened REAL, mode INT, mute INT, hours REAL);
        CREATE TABLE ledger(what TEXT, line TEXT, evening INTEGER, t REAL, glass, amount REAL);
        CREATE TABLE wine_list(label TEXT, "who drank" TEXT, poured TEXT, amount REAL);
        """,
        [('"The Evenings"', 3, START / 86_400_000 + 2_440_587.5, 3, 0, None),
         ('"The Evenings"', 10, START / 86_400_000 + 2_440_587.5, 1, 1, 2.5)] + ledger
        + [("ledger", "W", "w1", 3, apple + 1500, None, None), ("ledger", "X", "x1", 3, apple + 1560, 10, 1),
           ("wine_list", "m1", "3", "2026-11-20T21:40:00Z", 1.25), ("wine_list", "m2", "3", "2026-11-20 22:40+01:00", 1),
           ("wine_list", "m3", "10", "yesterday", 1)])
    (folder / "tavern.pace").write_text("""include "rules/take-care.pace"

source tavern {
  session from "The Evenings" {
    id = "Evening No.", started_at = opened as julian_day
    sensitivity = mode as { "1" = relaxed, "2" = balanced, "3" = strict }
    notices = mute as { "1" = no, "0" = yes }, auto_end = hours as hours
  }
  drink from ledger where what == "P" {
    id = line, session = evening, at = t as apple_seconds, units = amount
    kind = glass as { "10" = shot, "11" = beer, "13" = cocktail }
  }
  drink from wine_list {
    id = label, session = "who drank", at = poured as iso8601, units = amount, kind = wine
  }
  drink from ledger where what == "W" {
    id = line, session = evening, at = t as apple_seconds, units = amount, kind = water
  }
}
""")
    for encoding, at in [("unix", START // 1000), ("apple", apple), ("julian", START / 86_400_000 + 2_440_587.5),
                         ("iso", "2026-11-20T21:00:01Z")]:
        database(
            folder / f"draft-{encoding}.db",
            "CREATE TABLE visits(visit_id INTEGER PRIMARY KEY, who, ts, amount REAL, what);"
            "CREATE TABLE people(id, sensitivity TEXT);",
            [("people", 1, "strict"), ("visits", 1, 1, at, 1.5, "beer"), ("visits", 2, 1, at, 2, "wine")])


def lines(folder):
    """Logs as JSON lines: a good one, and one for each way to be wrong."""
    good = [
        {"subject": "s1", "started_at": START, "attributes": {"sensitivity": "strict"}},
        {"subject": "s1", "at_ms": START, "event": "drink", "kind": "beer", "units": 1},
        {"subject": "s1", "at_ms": START + 9 * MINUTE, "event": "drink", "kind": "beer"},
        {"subject": "s2", "at_ms": START, "event": "drink", "kind": "shot"},
        {"subject": "s2", "at_ms": START + MINUTE, "event": "drink", "kind": "shot", "units": 2.25},
    ]
    texts = {"good": "".join(json.dumps(line) + "\n" for line in good), "none": ""}
    texts["bare"] = texts["good"].rstrip("\n").replace(" ", "")
    texts["not-json"] = texts["good"] + '{"subj\n'
    texts["unsorted"] = texts["good"] + json.dumps({**good[4], "at_ms": START}) + "\n"
    texts["again"] = texts["good"] + json.dumps(good[1]) + "\n"
    texts["doubtful"] = texts["good"] + "".join(
        json.dumps({**good[4], "at_ms": START + 2 * MINUTE, **more}) + "\n"
        for more in [{"kind": "mead"}, {"units": 99}, {"units": "one"}, {"event": "meal"}, {"glass": 1}, {"id": "x"}])
    for name, text in texts.items():
        (folder / f"{name}.jsonl").write_text(text)
    wanted = "s01,2026-11-14T00:00,2026-11-21T00:00,yes\ns02,2026-11-01T00:00,2026-11-30T00:00,no\n"
    (folder / "labels.csv").write_text("subject,from,to,wanted\n" + wanted)
    (folder / "judged.csv").write_text(
        "subject,from,to,wanted,rule\n"
        "s001,2026-03-28T10:05Z,2026-03-28T10:06Z,yes,rapid_repeat\n"
        "s001,2026-03-28T13:34Z,2026-03-28T13:35Z,yes,fast_pace\n"
        "s003,2026-08-21T12:10Z,2026-08-21T12:11Z,yes,rapid_repeat\n"
        "s005,2026-03-13T15:25Z,2026-03-13T15:35Z,yes,\n"
        "s006,2026-04-03T15:22Z,2026-04-03T15:23Z,no,fast_pace\n"
        "s012,2026-11-01T17:47Z,2026-11-01T17:48Z,no,rapid_repeat\n"
        "s018,2026-08-02T11:56Z,2026-08-02T12:20Z,no,fast_pace\n")
    (folder / "bad-labels.csv").write_text("subject,from,to,wanted\n" + wanted.replace("yes", "maybe"))


TEA = """subject day per day {}
event cup of day { sugar: number = 0 in 0 .. 9
kind green {}
kind black "Black, \\"strong\\"" { sugar = 2 } }
param most: number = 3 in 1 .. 9 step 1 "cups a day"
param unused: duration = 5 min in 1 min .. 9 min
scale mood = calm < lively
rule many { on cup
  when count(cup, today) > most
  raise mood to lively
  emit note "Cup {count(cup, today)}, \\"enough\\"; that is , quoted"
  cooldown 30 min }
rule sweet {
  on cup
  when sum(cup.sugar, last 2 h) >= 4
  emit note "Sweet."
}
rule never {
  on cup
  when sum(cup.sugar, last 2 h) > 1000 # never
  emit note "\\""
}
scenario "four cups" {
  start 2026-11-20 08:00
  at 08:00 green
  at 09:00 green
  at 10:00 black
  at 11:00 black
  expect many at 11:00
  expect sweet at 11:00
  expect never exactly 0 times
}
scenario "a wrong one" {
  start 2026-11-20 08:00
  at 08:00 green
  expect many at 08:00
  expect mood == lively at 08:00
}
"""


def packs(folder):
    """Packs to lint, format and test: untidy, wrong, broken."""
    (folder / "tea.pace").write_text(TEA)
    (folder / "wrong.pace").write_text(
        TEA.replace("count(cup, today) > most", "cuont(cup, today) > 5 min").replace("lively\n  emit", "livly\n  emit"))
    (folder / "cut.pace").write_text(TEA[: len(TEA) // 3] + "\x01\n")
    (folder / "tidy.pace").write_text("# Only a comment.\n")
    (folder / "bytes.pace").write_bytes(TEA.encode().replace(b"Sweet", b"Sw\xffet"))
    (folder / "folder").mkdir()
    (folder / "folder" / "one.pace").write_text(TEA)
    (folder / "folder" / "two.pace").write_text('include "one.pace"\ninclude "gone.pace"\n')


def shuffle(source, target):
    """The same rows without keys or indices, in an order that has nothing to do with them."""
    old, new = sqlite3.connect(source), sqlite3.connect(target)
    names = [row[0] for row in old.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    for name in names:
        columns = [row[1] for row in old.execute(f"PRAGMA table_info({name})")]
        new.execute(f"CREATE TABLE {name}({','.join(columns)})")
        rows = sorted(old.execute(f"SELECT * FROM {name}"), key=lambda row: hashlib.md5(repr(row).encode()).digest())
        new.executemany(f"INSERT INTO {name} VALUES ({','.join('?' * len(columns))})", rows)
    new.commit()


def dump(path):
    """The tables of a database as text, apart from how SQLite lays them out."""
    connection = sqlite3.connect(path)
    for line in connection.iterdump():
        print(line)


def write(folder):
    """Makes every file in a folder."""
    for part in (nights, foreign, lines, packs):
        part(folder)
    (folder / "logs.py").write_bytes(Path(__file__).read_bytes())


if __name__ == "__main__":
    {"shuffle": shuffle, "dump": dump}[sys.argv[1]](*sys.argv[2:])
