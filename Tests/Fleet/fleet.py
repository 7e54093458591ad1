"""The notices of a table of events: pace as a worker of Spark.

    spark-submit fleet.py PACK EVENTS OUT [--subjects TABLE] [--notices TABLE] [--partitions N] [-- OPTION…]

Tables are Parquet. The columns are the keys of pace's JSON lines:

    EVENTS    subject, at_ms, event, and if there are any kind, id and the fields
    SUBJECTS  subject, and if there are any started_at, ended_at and the attributes, such as a zone or a preset
    NOTICES   subject, at_ms, notice: those really given, by the names of their rules

OUT is Parquet too, a row for each notice. What follows `--` is handed to `pace eval`, such as `--until 2026-12-01`.
"""

import argparse
import subprocess
import sys
import tempfile

import pandas
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f

RESULT = """subject string, at timestamp, at_ms bigint, rule string, kind string, level string,
    severity int, preset string, message string"""
SUBJECT_KEYS = ["subject", "started_at", "ended_at"]


def as_lines(table: DataFrame, keys: list[Column | str]) -> DataFrame:
    """One line of JSON a row, with what the rows are ordered by; NULL is told, so that pace judges it."""
    at = f.col("at_ms").cast("bigint") if "at_ms" in table.columns else f.lit(None).cast("bigint")
    return table.select(
        f.col("subject").cast("string").alias("subject"),
        at.alias("at_ms"),
        f.to_json(f.struct(*keys), {"ignoreNullFields": "false"}).alias("line"),
    )


def all_lines(events: DataFrame, subjects: DataFrame | None, notices: DataFrame | None) -> DataFrame:
    """All that is known of the subjects."""
    lines = as_lines(events, events.columns)
    if subjects is not None:
        own = [key for key in SUBJECT_KEYS if key in subjects.columns]
        attributes = [name for name in subjects.columns if name not in SUBJECT_KEYS]
        lines = lines.union(as_lines(subjects, own + [f.struct(*attributes).alias("attributes")]))
    if notices is not None:
        lines = lines.union(as_lines(notices, notices.columns))
    return lines


def worker(command: list[str]):
    """What evaluates a partition: its lines go in at one end, and notices come out at the other."""

    def run(batches):
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as remarks:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, stderr=remarks)
            try:
                for batch in batches:
                    process.stdin.write(("\n".join(batch["line"]) + "\n").encode())
                process.stdin.close()
            except BrokenPipeError:
                pass  # It ended early, and tells why.
            except BaseException:
                process.kill()  # The task was taken from it.
                raise
            status = process.wait()
            remarks.seek(0)
            words = remarks.read().decode(errors="replace")
            if status != 0:
                raise RuntimeError(f"{command[0]} ended with {status}: {words[-2000:]}")
            sys.stderr.write(words)
            # Nothing goes on before the whole partition is done, so that a retry repeats nothing.
            output.seek(0)
            while lines := output.readlines(1 << 22):
                yield pandas.DataFrame({"line": [line[:-1].decode() for line in lines]})

    return run


def evaluate(
    events: DataFrame,
    pack: str,
    subjects: DataFrame | None = None,
    notices: DataFrame | None = None,
    partitions: int | None = None,
    options: list[str] = [],
    pace: str = "pace",
) -> DataFrame:
    """A row for each notice, as `RESULT` has them, and the line itself.

    The pack and the binary have to be at these paths on every machine.
    """
    command = [pace, "eval", pack, "--stdin", "--sort", "--format", "jsonl", *options]
    if notices is not None:
        command.append("--given")
    lines = all_lines(events, subjects, notices)
    spread = lines.repartition(partitions, "subject") if partitions else lines.repartition("subject")
    # What is said of a subject has no instant, and so comes first.
    ordered = spread.sortWithinPartitions("subject", "at_ms").select("line")
    notices_given = ordered.mapInPandas(worker(command), "line string")
    return notices_given.select(f.from_json("line", RESULT).alias("notice"), "line").select("notice.*", "line")


def main() -> None:
    parser = argparse.ArgumentParser(description="The notices of a table of events.")
    parser.add_argument("pack")
    parser.add_argument("events")
    parser.add_argument("out")
    parser.add_argument("--subjects")
    parser.add_argument("--notices")
    parser.add_argument("--partitions", type=int)
    parser.add_argument("--pace", default="pace", help="where the binary is")
    arguments, options = parser.parse_known_args()
    spark = SparkSession.builder.appName("pace").getOrCreate()

    def table(path: str | None) -> DataFrame | None:
        return spark.read.parquet(path) if path else None

    result = evaluate(
        table(arguments.events),
        arguments.pack,
        table(arguments.subjects),
        table(arguments.notices),
        arguments.partitions,
        [option for option in options if option != "--"],
        arguments.pace,
    )
    result.drop("line").write.mode("overwrite").parquet(arguments.out)


if __name__ == "__main__":
    main()
