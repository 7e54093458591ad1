#!/usr/bin/env python3
"""Runs the lines of commands.txt and records, or checks, what they write and how they end.

  Tests/Corpus/corpus.py record .build/release/pace
  Tests/Corpus/corpus.py check .build/release/pace [--threads N] [--only REGEX] [--keep FOLDER]

A line is run by sh, in a folder of its own that holds rules, presets and the files that logs.py makes. A line
that makes a log always runs. `== NAME` begins the part that Expected/NAME.txt answers for. Of a long text only the
beginning and a hash are kept: to see what differs, run the line in a folder that --keep left.
"""
import argparse, difflib, hashlib, os, re, shutil, subprocess, sys, tempfile, time
from pathlib import Path

sys.dont_write_bytecode = True
import logs

HERE = Path(__file__).resolve().parent
LONGEST = 20_000

# `--threads N` reaches the commands that take it and do not name it themselves.
WRAPPER = """#!/bin/sh
case "$PACE_THREADS: $1 : $*" in
  :*|*--threads*|*--help*) ;;
  *": eval :"*|*": sweep :"*) exec "$PACE_BINARY" "$@" --threads "$PACE_THREADS" ;;
esac
exec "$PACE_BINARY" "$@"
"""


def parts():
    """The lines of commands.txt by part."""
    lines, name = {}, "misc"
    for line in (HERE / "commands.txt").read_text().splitlines():
        if line.startswith("== "):
            name = line[3:].strip()
        elif line.strip() and not line.startswith("#"):
            lines.setdefault(name, []).append(line.strip())
    return lines


def prepare(folder, binary, threads):
    """Lays out the folder that the lines are run in; gives their environment."""
    for name in ("rules", "presets"):
        shutil.copytree(HERE.parent.parent / name, folder / name)
    logs.write(folder)
    bin = folder / ".bin"
    bin.mkdir()
    (bin / "pace").write_text(WRAPPER)
    (bin / "pace").chmod(0o755)
    return {
        "PATH": f"{bin}:{os.environ['PATH']}", "HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8",
        "TZ": "UTC", "PACE_BINARY": binary, "PACE_THREADS": threads,
    }


def marked(mark, text):
    """Each line of a text behind a mark; a long text as its beginning and a hash of the whole."""
    if len(text) > LONGEST:
        digest = hashlib.sha256(text.encode()).hexdigest()
        text = text[:1000] + f"\n… {len(text)} characters, {text.count(chr(10))} lines, sha256 {digest}\n"
    if not text:
        return []
    ending = [] if text.endswith("\n") else [f"{mark}\\ no newline at the end"]
    return [mark + line for line in text.removesuffix("\n").split("\n")] + ending


def answer(line, folder, environment):
    """What a line gives: its output behind `|`, its remarks behind `!`, its exit code where that is not 0."""
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, stdin=subprocess.DEVNULL)

    def text(data):
        text = data.decode("utf-8", "backslashreplace").replace(str(folder), "FOLDER")
        return re.sub(r"pace-demo-\d+", "pace-demo-UID", text)

    code = [f"exit {done.returncode}"] if done.returncode else []
    return [f"$ {line}"] + marked("|", text(done.stdout)) + marked("!", text(done.stderr)) + code


def expected(part):
    """What was recorded for the lines of a part."""
    path, found = HERE / "Expected" / f"{part}.txt", {}
    for line in path.read_text().split("\n")[:-1] if path.exists() else []:
        if line.startswith("$ "):
            found[line[2:]] = []
        list(found.values())[-1].append(line)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("mode", choices=["record", "check"])
    parser.add_argument("binary")
    parser.add_argument("--threads", default="", help="for every eval and sweep that names none")
    parser.add_argument("--only", default="", help="only the lines in which this is found")
    parser.add_argument("--keep", help="a new folder to run in, which is left as it is at the end")
    parser.add_argument("--slow", action="store_true", help="name the ten slowest lines")
    options = parser.parse_args()
    if options.mode == "record" and (options.only or options.threads):
        parser.error("record takes no --only and no --threads")
    folder = Path(options.keep or tempfile.mkdtemp(prefix="pace-corpus-")).resolve()
    folder.mkdir(exist_ok=True)
    environment = prepare(folder, str(Path(options.binary).resolve()), options.threads)
    count, differing, times = 0, 0, []
    for part, lines in parts().items():
        known, got = expected(part), []
        if len(set(lines)) < len(lines):
            sys.exit(f"a line stands twice in {part}")
        for line in lines:
            if not re.search(options.only, line) and not re.match("pace sample|python3 logs.py shuffle", line):
                continue
            start = time.monotonic()
            found = answer(line, folder, environment)
            times.append((time.monotonic() - start, line))
            count += 1
            got += found
            if options.mode == "check" and found != known.get(line):
                differing += 1
                was = known.get(line, [f"$ {line}", "never recorded"])
                print("\n".join(difflib.unified_diff(was, found, line, "now", lineterm="", n=2)), flush=True)
        if options.mode == "record":
            (HERE / "Expected" / f"{part}.txt").write_text("\n".join(got) + "\n")
    if not options.keep:
        shutil.rmtree(folder)
    for seconds, line in sorted(times, reverse=True)[: 10 if options.slow else 0]:
        print(f"{seconds:6.2f} s  {line}")
    print(f"{count} lines, {differing} differ, {sum(seconds for seconds, _ in times):.0f} s")
    sys.exit(1 if differing else 0)


main()
