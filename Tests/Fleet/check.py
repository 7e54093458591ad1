"""Shows that a fleet says what one machine says: check.py PACE FOLDER [ROWS]. Run by .ci/fleet."""

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pandas

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import fleet  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
PACE, FOLDER = sys.argv[1], Path(sys.argv[2])
ROWS = int(sys.argv[3]) if len(sys.argv) > 3 else 2_000_000
PACK = str(HERE / "fleet.pace")
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "America/St_Johns", None]
START = 1_795_208_400_000


def make_tables() -> dict[str, pandas.DataFrame]:
    """Events of `ROWS / 20` subjects in random order, some at one instant, what is known of those, and notices."""
    random = numpy.random.default_rng(17)
    people = ROWS // 20
    names = numpy.char.add("p", numpy.char.zfill(numpy.arange(people).astype(str), 7)).astype(object)
    who = random.permutation(numpy.repeat(numpy.arange(people), 20))
    minute = random.integers(0, 5 * 24 * 60, ROWS)
    is_visit = random.random(ROWS) < 0.9
    kind = random.choice(numpy.array(["short", "long", None], dtype=object), ROWS)
    minutes = numpy.where(random.random(ROWS) < 0.3, random.integers(1, 240, ROWS) / 2, numpy.nan)
    events = pandas.DataFrame(
        {
            "subject": names[who],
            "at_ms": START + minute * 60_000,
            "event": numpy.where(is_visit, "visit", "pause").astype(object),
            "kind": numpy.where(is_visit, kind, None),
            "minutes": numpy.where(is_visit, minutes, numpy.nan),
            "id": numpy.char.add("e", numpy.arange(ROWS).astype(str)).astype(object),
        }
    )
    subjects = pandas.DataFrame(
        {
            "subject": names,
            "zone": random.choice(numpy.array(ZONES, dtype=object), people),
            "strictness": random.choice(numpy.array(["normal", "strict", None], dtype=object), people),
        }
    )
    given = random.choice(people, people // 4, replace=False)
    notices = pandas.DataFrame(
        {
            "subject": names[given],
            "at_ms": START + random.integers(0, 24 * 60, len(given)) * 60_000,
            "notice": random.choice(numpy.array(["often", "late"], dtype=object), len(given)),
        }
    )
    return {"events": events, "subjects": subjects, "notices": notices}


def write_database(tables: dict[str, pandas.DataFrame], path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        CREATE TABLE person(id TEXT PRIMARY KEY, zone TEXT, strictness TEXT);
        CREATE TABLE visit(id TEXT PRIMARY KEY, person TEXT, at INTEGER, kind TEXT, minutes REAL);
        CREATE TABLE pause(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
        CREATE TABLE notice(id INTEGER PRIMARY KEY, person TEXT, at INTEGER, rule TEXT);
        """
    )
    events = tables["events"].astype(object).where(tables["events"].notna(), None)
    visits, pauses = events[events.event == "visit"], events[events.event == "pause"]
    for table, rows in [
        ("person(id, zone, strictness)", tables["subjects"].astype(object).where(tables["subjects"].notna(), None)),
        ("visit(id, person, at, kind, minutes)", visits[["id", "subject", "at_ms", "kind", "minutes"]]),
        ("pause(id, person, at)", pauses[["id", "subject", "at_ms"]]),
        ("notice(person, at, rule)", tables["notices"]),
    ]:
        places = ", ".join("?" * len(rows.columns))
        connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows.values.tolist())
    connection.commit()
    connection.close()


def sort(source: str, target: Path) -> None:
    subprocess.run(
        f"{source} | LC_ALL=C sort -S 1G > {target}", shell=True, check=True, env={**os.environ, "TMPDIR": str(FOLDER)}
    )


def same(what: str, single: Path, other: Path, seconds: float) -> None:
    subprocess.run(["cmp", single, other], check=True)
    print(f"{what}: the same bytes, {seconds:.1f} s, {ROWS / seconds:,.0f} rows a second", flush=True)


def spark_run(what: str, spark: SparkSession, single: Path, partitions: int, pace: str = PACE) -> None:
    start = time.monotonic()
    tables = [spark.read.parquet(str(FOLDER / f"{name}.parquet")) for name in ("events", "subjects", "notices")]
    result = fleet.evaluate(tables[0], PACK, tables[1], tables[2], partitions, pace=pace)
    result.select("line").write.mode("overwrite").text(str(FOLDER / "out"))
    seconds = time.monotonic() - start
    sort(f"cat {FOLDER}/out/part-*", FOLDER / "fleet.sorted")
    same(what, single, FOLDER / "fleet.sorted", seconds)


def main() -> None:
    tables = make_tables()
    for name, table in tables.items():
        table.to_parquet(FOLDER / f"{name}.parquet", index=False)
    write_database(tables, FOLDER / "fleet.db")
    single = FOLDER / "single.sorted"
    evaluate = [PACE, "eval", PACK, "--db", str(FOLDER / "fleet.db"), "--given", "--format", "jsonl"]
    start = time.monotonic()
    with open(FOLDER / "single.jsonl", "wb") as output:
        subprocess.run(evaluate, check=True, stdout=output)
    seconds = time.monotonic() - start
    sort(f"cat {FOLDER}/single.jsonl", single)
    notices = sum(1 for _ in open(single, "rb"))
    print(f"{ROWS:,} rows of {ROWS // 20:,} subjects, {notices:,} notices", flush=True)
    print(f"one machine, one thread: {seconds:.1f} s, {ROWS / seconds:,.0f} rows a second", flush=True)

    start = time.monotonic()
    parts = " ".join(f"'{word}'" for word in evaluate)
    xargs = f"seq 5 | xargs -P 2 -I {{}} sh -c \"{parts} --subjects-from {{}}/5 > {FOLDER}/part-{{}}.jsonl\""
    subprocess.run(xargs, shell=True, check=True)
    seconds = time.monotonic() - start
    sort(f"cat {FOLDER}/part-*.jsonl", FOLDER / "parts.sorted")
    same("five parts by --subjects-from, two at a time", single, FOLDER / "parts.sorted", seconds)

    spark = (
        SparkSession.builder.master("local[2,4]").appName("pace-fleet").config("spark.driver.memory", "4g")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.local.dir", str(FOLDER)).getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    for partitions in (8, 1, 37):
        spark_run(f"Spark, partitions: {partitions}", spark, single, partitions)

    # The first worker reads some of its lines and is killed; Spark gives its partition to another.
    killed = FOLDER / "killed-once"
    killed.write_text(
        f"#!/bin/bash\nif mkdir {FOLDER}/killed 2>/dev/null; then head -c 1000000 >/dev/null; kill -9 $$; fi\n"
        f'exec {PACE} "$@"\n'
    )
    killed.chmod(0o755)
    spark_run("Spark, a worker killed once", spark, single, 8, str(killed))
    assert (FOLDER / "killed").is_dir(), "no worker was killed"

    events = spark.read.parquet(str(FOLDER / "events.parquet")).limit(1000)
    wrong = events.limit(1).selectExpr("subject", "at_ms", "'vsit' AS event", "kind", "minutes", "id")
    try:
        fleet.evaluate(events.union(wrong), PACK, partitions=4, pace=PACE).count()
    except Exception as error:
        words = str(error)
        assert "no event is called `vsit`; did you mean `visit`?" in words, words
        assert "1 line cannot be taken" in words, words
        print("Spark, a line that cannot be taken: the job fails and names it", flush=True)
    else:
        raise SystemExit("a failing partition did not fail the job")
    result = fleet.evaluate(events, PACK, partitions=4, pace=PACE)
    print(f"as a data frame: {', '.join(result.columns)}", flush=True)
    spark.stop()


main()
