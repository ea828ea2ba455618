"""A small client of Chromium's DevTools protocol over its debugging pipe: standard library, no port."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)


def find_browser() -> str | None:
    """The browser's program, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Chromium:
    """A headless browser with one page.

    Args:
        program: As `find_browser` gives it.
        profile: An empty folder for its profile.
        timeout: Seconds to wait for any answer.
    """

    def __init__(self, program: str, profile: Path, timeout: float = 60) -> None:
        self.events: list[dict[str, Any]] = []
        self._timeout = timeout
        self._next = 0
        self._buffer = b""
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()
        command = [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        # the browser reads commands from descriptor 3 and answers on 4
        script = f'exec 3<&{to_read} 4>&{to_write}; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", script, "bash", *command],
            pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(profile)},
        )
        os.close(to_read)
        os.close(to_write)
        os.set_blocking(self._read, False)
        self._session = ""
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self.send("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._read)
        os.close(self._write)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method and wait for its answer; events that come first are kept.

        Raises:
            RuntimeError: The browser refuses.
        """
        self._next += 1
        message: dict[str, Any] = {"id": self._next, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._next:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def open(self, url: str) -> None:
        """Load a page and wait until it is complete."""
        self.events.clear()
        self.send("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def look(self, width: int, scheme: str = "light", height: int = 900) -> None:
        """Set the size of the screen and the colour scheme."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", features=features)

    def value(self, expression: str) -> Any:
        """What a JavaScript expression gives in the page.

        Raises:
            RuntimeError: It throws.
        """
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def screenshot(self, path: Path, *, whole: bool = True) -> None:
        """A picture of the page, or of the first screen."""
        answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        if whole:
            size = self.send("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
            answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(answer["data"]))

    def pdf(self, path: Path) -> None:
        """The page as it prints on A4."""
        answer = self.send("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True)
        path.write_bytes(base64.b64decode(answer["data"]))

    def _receive(self) -> dict[str, Any]:
        deadline = time.monotonic() + self._timeout
        while b"\0" not in self._buffer:
            try:
                piece = os.read(self._read, 1 << 20)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError("the browser does not answer") from None
                time.sleep(0.005)
                continue
            if not piece:
                raise RuntimeError("the browser ended")
            self._buffer += piece
        message, _, self._buffer = self._buffer.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer
