#!/usr/bin/env python3
"""Counts the instructions that the engine takes for a row of each pack, and compares them with engine.txt.

  swift build -c release --product pace && swift build -c release --product PaceBenchmarks
  Tests/Benchmarks/engine.py [--record] [PACK…]

Run it in the repository; it needs valgrind. It counts the difference of two runs, which leaves out starting and
reading the rows.
"""
import re, subprocess, sys
from pathlib import Path

FILE = Path(__file__).with_name("engine.txt")
BINARY = ".build/release/PaceBenchmarks"
ROWS = 1_000
# How many times fewer instructions than in engine.txt are wanted; 3 for other packs.
TARGETS = {"activities": 2, "hydration-pace": 1.3}
PACKS = ["take-care", "hydration", "nail-guard", "dose-window", "hydration-pace", "activities"]


def instructions(words):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", BINARY, "engine", *words],
        capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]), done.stdout


def a_row(pack, levels):
    once, printed = instructions([pack, str(ROWS), "1", *levels])
    thrice, _ = instructions([pack, str(ROWS), "3", *levels])
    return (thrice - once) / 2 / int(printed.split()[0])


def main():
    words = [word for word in sys.argv[1:] if word != "--record"]
    known = {}
    for line in FILE.read_text().splitlines() if FILE.exists() else []:
        pack, *counts = line.split()
        known[pack] = [int(count) for count in counts]
    subprocess.run([BINARY, "engine", "take-care", "1", "0"], check=True, capture_output=True)
    print("instructions a row              now   levels   recorded   levels   times fewer   levels   wanted")
    for pack in words or PACKS:
        found = [a_row(pack, []), a_row(pack, ["levels"])]
        if "--record" in sys.argv:
            known[pack] = [round(count) for count in found]
        base = known.get(pack, [0, 0])
        times = [was / now for was, now in zip(base, found)]
        print(f"{pack:24}{found[0]:11.0f}{found[1]:9.0f}{base[0]:11}{base[1]:9}"
              f"{times[0]:14.2f}{times[1]:9.2f}{TARGETS.get(pack, 3):9}", flush=True)
    if "--record" in sys.argv:
        FILE.write_text("".join(f"{pack} {a} {b}\n" for pack, (a, b) in known.items()))


main()
