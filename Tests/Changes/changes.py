#!/usr/bin/env python3
"""Makes the small changes of changes.txt one by one in a copy of the tree, and says which the tests notice.

  Tests/Changes/changes.py [--only REGEX] [--from N] [--scratch FOLDER] [--quick] [--check]

A change is a line `# WHAT`, a line `@ FILE FILTER`, lines `-` with the text that stands in the file exactly once,
and lines `+` with what takes its place. `swift test --filter FILTER` runs first; where it notices nothing, all
tests run, unless --quick. Ends with 1 unless at least 95 of 100 are noticed, and with 2 if a text isn't found.
"""
import argparse, re, subprocess, sys, tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TREE = HERE.parent.parent


class Change:
    def __init__(self, what):
        self.what, self.file, self.filter, self.old, self.new = what, "", "", [], []

    def problem(self, tree):
        """Why it can't be made; empty where it can."""
        path = tree / self.file
        count = path.read_text().count("\n".join(self.old)) if self.file and path.exists() else 0
        if not self.filter or not self.old or self.old == self.new:
            return "is not written as it should be"
        return "" if count == 1 else f"its text stands {count} times in {self.file}"


def changes():
    found = []
    for number, line in enumerate((HERE / "changes.txt").read_text().split("\n"), 1):
        if line.startswith("# "):
            found.append(Change(line[2:]))
        elif line.startswith("@ "):
            found[-1].file, found[-1].filter = line[2:].split(" ", 1)
        elif line.startswith("-"):
            found[-1].old.append(line[1:])
        elif line.startswith("+"):
            found[-1].new.append(line[1:])
        elif line:
            sys.exit(f"changes.txt:{number}: {line}")
    return found


def copy(scratch):
    """Brings a copy of the tree up to date, and leaves alone what is the same, so that little is built again."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=TREE, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        source, target = TREE / name, scratch / name
        if not source.exists():
            target.unlink(missing_ok=True)
        elif not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
            target.chmod(source.stat().st_mode)


def passes(scratch, *words):
    """Whether a command of Swift succeeds; what it says stands in .build/changes.log."""
    with open(scratch / ".build" / "changes.log", "w") as log:
        return subprocess.run(["swift", *words], cwd=scratch, stdout=log, stderr=log).returncode == 0


def judge(change, scratch, is_quick):
    path = scratch / change.file
    text = path.read_text()
    path.write_text(text.replace("\n".join(change.old), "\n".join(change.new)))
    try:
        if not passes(scratch, "build", "--build-tests"):
            return "doesn't build"
        if not passes(scratch, "test", "--skip-build", "--filter", change.filter):
            return "noticed"
        if is_quick or passes(scratch, "test", "--skip-build", "--parallel"):
            return "unseen"
        return "noticed by other tests"
    finally:
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default="", help="only changes in whose words or file this is found")
    parser.add_argument("--from", type=int, default=1, dest="first", help="only those from the Nth of the list on")
    parser.add_argument("--scratch", default=f"{tempfile.gettempdir()}/pace-changes", help="where the copy is")
    parser.add_argument("--quick", action="store_true", help="run no tests but those of the filter")
    parser.add_argument("--check", action="store_true", help="only say which texts aren't found")
    options = parser.parse_args()
    found = changes()
    problems = [f"{change.what}: {problem}" for change in found if (problem := change.problem(TREE))]
    if problems:
        print("\n".join(problems))
        sys.exit(2)
    if options.check:
        sys.exit(0)
    scratch = Path(options.scratch).resolve()
    if scratch == TREE or scratch in TREE.parents or TREE in scratch.parents:
        sys.exit("the copy has to lie outside the tree")
    (scratch / ".build").mkdir(parents=True, exist_ok=True)
    copy(scratch)
    if not passes(scratch, "build", "--build-tests"):
        sys.exit(f"the tree doesn't build; see {scratch}/.build/changes.log")
    wanted = [change for change in found[options.first - 1:] if re.search(options.only, f"{change.what} {change.file}")]
    filters = "|".join(sorted({change.filter for change in wanted}))
    if not passes(scratch, "test", "--skip-build", "--filter", filters):
        sys.exit(f"the tests fail without any change; see {scratch}/.build/changes.log")
    results = []
    for change in wanted:
        results.append(judge(change, scratch, options.quick))
        print(f"{results[-1]:24}{change.file}: {change.what}", flush=True)
    noticed = sum(result.startswith("noticed") for result in results)
    print(f"{noticed} of {len(results)} noticed")
    sys.exit(0 if noticed * 100 >= len(results) * 95 else 1)


main()
