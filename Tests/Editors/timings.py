"""How long `pace lsp` takes in large packs. It tells times and decides nothing.

Tests/Editors/timings.py PACE [RULES]
"""

import json
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path


def pack(rules: int) -> str:
    """As many rules, with a tenth as many parameters and definitions."""
    text = [
        "subject person { zone: text }",
        "event entry of person { size: number = 1, kind small { size = 1 }, kind large { size = 9 } }",
    ]
    for number in range(max(1, rules // 10)):
        text.append(f'param most_{number}: number = 3 in 1 .. 99 step 1 "entries"')
        text.append(f"define many_{number} = count(entry, last {number % 50 + 1} h)")
    text.append("preset few { most_0 = 2 }")
    for number in range(rules):
        which = number % max(1, rules // 10)
        text += [
            f"rule often_{number} {{",
            "  on entry",
            f"  when many_{which} > most_{which}",
            f'  emit note_{number} "Often: {{most_{which}}}."',
            "  cooldown 2 h",
            "}",
        ]
    return "\n".join(text) + "\n"


class Server:
    def __init__(self, pace: str, folder: Path):
        self.process = subprocess.Popen([pace, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.arrived: queue.Queue = queue.Queue()
        self.number = 0
        self.uri = (folder / "a.pace").as_uri()
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", {"rootUri": folder.as_uri(), "capabilities": {}})
        self.tell("initialized", {})

    def read(self):
        stream = self.process.stdout
        while header := stream.readline():
            length = int(header.split(b":")[1])
            stream.readline()
            self.arrived.put((time.monotonic(), json.loads(stream.read(length))))

    def send(self, message: dict):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method: str, params: dict):
        self.send({"method": method, "params": params})

    def begin(self, method: str, params: dict) -> int:
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def until(self, is_wanted):
        """The first message of the sort, when it came, and those before it."""
        passed = []
        while True:
            arrived, message = self.arrived.get(timeout=120)
            if is_wanted(message):
                return arrived, message, passed
            passed.append(message)

    def ask(self, method: str, params: dict):
        """The answer, and how many milliseconds it took."""
        start = time.monotonic()
        number = self.begin(method, params)
        arrived, message, _ = self.until(lambda message: message.get("id") == number)
        return message["result"], (arrived - start) * 1000

    def open(self, text: str):
        document = {"uri": self.uri, "languageId": "pace", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def change(self, version: int, line: int, start: int, end: int, text: str):
        places = [{"line": line, "character": character} for character in (start, end)]
        self.tell(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri, "version": version},
                "contentChanges": [{"range": {"start": places[0], "end": places[1]}, "text": text}],
            },
        )

    def at(self, line: int, character: int) -> dict:
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}}

    def end(self):
        self.ask("shutdown", {})
        self.tell("exit", {})
        self.process.wait(timeout=30)


def tell(what: str, times: list[float]):
    times = sorted(times)
    print(f"  {what:58} median {statistics.median(times):7.1f} ms   longest {times[-1]:7.1f} ms")


def is_told(message: dict) -> bool:
    return message.get("method") == "textDocument/publishDiagnostics"


def findings(server: Server, rules: int):
    """From a change that makes an error to the error, and from the last change to what lint says."""
    lines = pack(rules).split("\n")
    server.open("\n".join(lines))
    server.until(is_told)
    line = next(number for number, text in enumerate(lines) if "  when " in text)
    end = len(lines[line])
    errors, rest = [], []
    for version in range(2, 22):
        start = time.monotonic()
        if version % 2 == 0:
            server.change(version, line, end, end, " andd")
            arrived, message, _ = server.until(is_told)
            errors.append((arrived - start) * 1000)
        else:
            server.change(version, line, end, end + 5, "")
            arrived, message, _ = server.until(
                lambda message: is_told(message) and message["params"]["version"] == version
            )
            rest.append((arrived - start) * 1000)
        assert message["params"]["version"] == version
    tell(f"an error in {rules:,} rules (30 of them it waits)", errors)
    tell(f"what lint finds in {rules:,} rules (150 of them it waits)", rest)


def completions(server: Server, rules: int):
    """At a name's first letters and at none, right after each change, as an editor asks."""
    lines = pack(rules).split("\n")
    server.open("\n".join(lines))
    server.until(is_told)
    line = len(lines) - 5
    before = lines[line][: lines[line].index(">") + 2]
    version, times = 1, {"": [], "m": [], "most_99": []}
    server.change(2, line, len(before), len(lines[line]), "")
    for _ in range(10):
        for typed, taken in times.items():
            version += 1
            server.change(version, line, len(before), len(before) + 99, typed)
            answer, milliseconds = server.ask("textDocument/completion", server.at(line, len(before) + len(typed)))
            assert 0 < len(answer["items"]) <= 60
            taken.append(milliseconds)
    for typed, taken in times.items():
        tell(f"completion in {rules:,} rules after `{typed}`", taken)


def flood(server: Server, rules: int):
    """Two seconds of 200 changes each, with a hover after every fifth."""
    lines = pack(rules).split("\n")
    server.open("\n".join(lines))
    server.until(is_told)
    line = next(number for number, text in enumerate(lines) if text.startswith("rule "))
    hovers, begin = {}, time.monotonic()
    for number in range(400):
        time.sleep(max(0, begin + number / 200 - time.monotonic()))
        server.change(number + 2, line, 0, 0, f"# {number}\n" if number % 2 == 0 else " ")
        if number % 5 == 4:
            began = time.monotonic()
            hovers[server.begin("textDocument/hover", server.at(2, 8))] = began
    times, runs, left = [], [], dict(hovers)
    while left or not runs or runs[-1] != 401:
        arrived, message = server.arrived.get(timeout=120)
        if message.get("id") in left:
            times.append((arrived - left.pop(message["id"])) * 1000)
            assert message["result"]["contents"]
        elif is_told(message) and message["params"]["uri"] == server.uri:
            runs.append(message["params"]["version"])
    tell(f"a hover in {rules:,} rules under 200 changes a second", times)
    print(f"  findings were told {len(runs)} times in 400 changes, of the versions {runs}")


def main():
    pace = sys.argv[1]
    large = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    for measure, rules in [(findings, 1_000), (completions, large), (flood, large)]:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(pace, Path(folder))
            measure(server, rules)
            server.end()


main()
