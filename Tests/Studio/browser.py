"""Drives Chromium through its debugging pipe. Nothing but the browser and Python's own library is needed."""

import base64
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
KEYS = {
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13, "Escape": 27, "Tab": 9,
    "Home": 36, "End": 35, "Backspace": 8, "Delete": 46, " ": 32,
}
MODIFIERS = {"Alt": 1, "Ctrl": 2, "Meta": 4, "Shift": 8}


class BrowserError(Exception):
    """The browser refused a call, an expression threw, or a page didn't answer in time."""


class Browser:
    """One headless browser with one page.

    `console` collects exceptions, console.error and refused loads, `asked` what dialogs are about; all are accepted.
    """

    def __init__(self, width: int = 1600, height: int = 1000):
        self.folder = tempfile.mkdtemp(prefix="studio-")
        self.console: list[str] = []
        self.asked: list[str] = []
        self.events: list[dict] = []
        self.numbers = itertools.count(1)
        self.rest = b""
        self.start()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def start(self):
        program = next((found for found in map(shutil.which, BROWSERS) if found), None)
        if not program:
            raise BrowserError("no Chromium here; on Debian: apt-get install chromium")
        to_read, self.out = os.pipe()
        self.into, to_write = os.pipe()

        def pass_pipes():
            # The browser reads its descriptor 3 and writes its 4; both may be taken here, so go by way of 50.
            os.dup2(to_read, 50)
            os.dup2(to_write, 51)
            os.dup2(50, 3)
            os.dup2(51, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--hide-scrollbars", "--no-first-run", f"--user-data-dir={self.folder}", "about:blank"],
            preexec_fn=pass_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.session = None

    def receive(self) -> dict:
        while b"\0" not in self.rest:
            data = os.read(self.into, 1 << 20)
            if not data:
                raise BrowserError("the browser closed")
            self.rest += data
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def send(self, method: str, **parameters) -> int:
        """Sends a call of the protocol; the result is its number."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        return number

    def call(self, method: str, **parameters) -> dict:
        """One call of the protocol; events that come meanwhile are kept."""
        number = self.send(method, **parameters)
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.keep(answer)

    def keep(self, event: dict):
        method, values = event.get("method"), event.get("params", {})
        self.events.append(event)
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.console.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "assert"):
            words = [str(one.get("value", one.get("description"))) for one in values["args"]]
            self.console.append(" ".join(words))
        elif method == "Page.javascriptDialogOpening":
            self.asked.append(values["type"])
            self.send("Page.handleJavaScriptDialog", accept=True)
        elif method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.console.append(values["entry"]["text"])

    def open(self, path, ready: str = "window.studio && studio.ready.then(() => true)", after: str = ""):
        """Opens a file and waits until `ready` holds. `after` is what follows its path: a query or a hash."""
        for url in ["about:blank", pathlib.Path(path).resolve().as_uri() + after]:
            self.events.clear()
            self.call("Page.navigate", url=url)
            self.loaded()
        self.wait(ready)

    def reload(self, ready: str = "window.studio && studio.ready.then(() => true)"):
        """Loads the page again and waits until `ready` holds."""
        self.events.clear()
        self.call("Page.reload")
        self.loaded()
        self.wait(ready)

    def loaded(self):
        """Waits until a page is loaded."""
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.keep(self.receive())

    def evaluate(self, expression: str):
        """The value of an expression, awaited; an exception in it is a BrowserError."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def wait(self, expression: str, seconds: float = 20):
        """Waits until an expression is true."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Promise.resolve({expression}).then(Boolean)"):
            if time.monotonic() > end:
                raise BrowserError(f"not within {seconds} s: {expression}")
            time.sleep(0.02)

    def press(self, chord: str):
        """Presses a key: `a`, `ArrowLeft`, `Ctrl+Shift+z`."""
        *held, key = chord.split("+") if chord != "+" else ["+"]
        bits = sum(MODIFIERS[one] for one in held)
        code = KEYS.get(key, ord(key.upper()) if len(key) == 1 and key.isalnum() else 0)
        values = {"key": key, "modifiers": bits, "windowsVirtualKeyCode": code}
        text = "\r" if key == "Enter" else key if len(key) == 1 and not bits & 7 else None
        if text:
            values["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **values)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=bits, windowsVirtualKeyCode=code)

    def type(self, text: str):
        """Types a text into what has the focus, in one go."""
        self.call("Input.insertText", text=text)

    def box(self, selector: str) -> dict:
        """Where an element is: x, y, width, height; it is scrolled into view first."""
        return self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({ block: 'nearest' }); const b = e.getBoundingClientRect();"
            " return { x: b.x, y: b.y, width: b.width, height: b.height }; })()")

    def mouse(self, sort: str, x: float, y: float, buttons: int = 1):
        values = {"type": sort, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1}
        self.call("Input.dispatchMouseEvent", **values)

    def click(self, selector: str, across: float = 0.5, down: float = 0.5):
        """Clicks an element, by default in its middle."""
        box = self.box(selector)
        x, y = box["x"] + box["width"] * across, box["y"] + box["height"] * down
        self.mouse("mouseMoved", x, y, 0)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y, 0)

    def drag(self, selector: str, start: float, end: float, steps: int = 10):
        """Drags across an element, from and to shares of its width."""
        box = self.box(selector)
        y = box["y"] + box["height"] / 2
        shares = [start + (end - start) * step / steps for step in range(steps + 1)]
        places = [box["x"] + box["width"] * share for share in shares]
        self.mouse("mouseMoved", places[0], y, 0)
        self.mouse("mousePressed", places[0], y)
        for x in places[1:]:
            self.mouse("mouseMoved", x, y)
        self.mouse("mouseReleased", places[-1], y, 0)

    def resize(self, width: int, height: int, scale: float = 1, mobile: bool = False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def media(self, kind: str = "", **features: str):
        """Emulates a medium (`print`) and features, such as prefers_color_scheme="dark"."""
        pairs = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", media=kind, features=pairs)

    def picture(self, path, is_whole: bool = False):
        """A PNG of what is seen, or of the whole page."""
        values = {}
        if is_whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}
            values = {"captureBeyondViewport": True, "clip": clip}
        data = self.call("Page.captureScreenshot", format="png", **values)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        """Ends the browser and removes its folder."""
        self.session = None
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
