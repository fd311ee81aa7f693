"""A headless Chromium that is told what to do over a pipe, in the DevTools protocol; no library is needed."""
import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
TIMEOUT_SECONDS = 60


def find() -> str | None:
    """The path of the browser, None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One page at a time. What it complains of, and what runs although it must not, gathers in `complaints`."""

    def __init__(self, program: str, folder: Path):
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def use_pipes():  # the protocol's ends are 3 and 4
            low = [os.dup2(to_browser, 100), os.dup2(from_browser, 101)]
            os.dup2(low[0], 3)
            os.dup2(low[1], 4)

        self._process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--disable-background-networking", f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=use_pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._buffer, self._next, self._session, self._events = b"", 0, None, []
        self.complaints: list[str] = []
        target = next(t for t in self._call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self._session = self._call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def close(self) -> None:
        try:
            self._session = None
            self._call("Browser.close")
        except (OSError, RuntimeError, TimeoutError):
            self._process.kill()
        self._process.wait()
        os.close(self._write)
        os.close(self._read)

    def open(self, url: str, dark: bool = False, width: int = 1280, height: int = 900, script: bool = True) -> None:
        """Loads the page and waits until it is there."""
        self.complaints = []
        self._call("Emulation.setScriptExecutionDisabled", value=not script)
        self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        for address in ("about:blank", url):  # from one page to a place in the same page nothing would be loaded
            self._events = []
            self._call("Page.navigate", url=address)
            self._wait_for("Page.loadEventFired")

    def value(self, expression: str):
        """What the expression gives in the page."""
        answer = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                            allowUnsafeEvalBlockedByCSP=False)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def point_at(self, x: float, y: float) -> None:
        self._call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path: Path, whole: bool = False) -> None:
        answer = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))

    def _call(self, method: str, **parameters):
        self._next += 1
        message = {"id": self._next, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == self._next:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def _wait_for(self, method: str) -> None:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while method not in self._events:
            self._receive(deadline)

    def _receive(self, deadline: float) -> dict:
        while b"\0" not in self._buffer:
            if not select.select([self._read], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            got = os.read(self._read, 1 << 16)
            if not got:
                raise RuntimeError("the browser ended")
            self._buffer += got
        text, self._buffer = self._buffer.split(b"\0", 1)
        message = json.loads(text)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, parameters: dict) -> None:
        self._events.append(method)
        if method == "Runtime.exceptionThrown":
            self.complaints.append("exception: " + json.dumps(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.complaints.append(f"{parameters['entry']['source']}: {parameters['entry']['text']}")
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append("console: " + json.dumps(parameters["args"]))
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append("dialog: " + parameters["message"])
        elif method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("file:", "about:")):
            self.complaints.append("network: " + parameters["request"]["url"])
