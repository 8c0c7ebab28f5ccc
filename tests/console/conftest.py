"""A real browser on the console: the system's Chromium through Playwright, or a skip that says so.

A test waits for what it needs to see, never for time. Whatever a script logs as an error, the
policy reports, or is asked of another host fails the test that caused it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from mockserver.server import MockServer
from mockserver.settings import Settings
from tests.conftest import CREDENTIAL

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 20_000
"""Milliseconds that a page may take on a busy machine; what is fast is measured by other means."""


class Console:
    """One page of the console, and what went wrong on it."""

    def __init__(self, browser: Any, server: MockServer, **context: Any) -> None:
        self.server = server
        self.context = browser.new_context(**context)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", self._on_request)

    def _on_console(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    def _on_request(self, request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https"} and parts.netloc != urlsplit(self.server.url).netloc:
            self.problems.append(f"asked of another host: {request.url}")

    def open(self, path: str, *, view: str | None = None) -> Any:
        """The page at a path below the console, once its view stands."""
        self.page.goto(f"{self.server.url}/__console/{path}")
        self.ready(view)
        return self.page

    def ready(self, view: str | None = None) -> None:
        """Wait until a view stands: this one, or any."""
        self.page.wait_for_selector(f'html[data-ready="{view}"]' if view else "html[data-ready]")

    def rows(self) -> Any:
        """The rows of the list or tree that are elements now."""
        return self.page.get_by_role("row")

    @property
    def query(self) -> str:
        """The query of the address by the page itself, which Playwright hears of only later."""
        return str(self.page.evaluate("location.search")).removeprefix("?")


Open = Callable[..., Console]


def work(opened: Console, action: Callable[[], object]) -> float:
    """Seconds of work that an action is, of the page's own thread and of the server, which runs in
    this process: what else a busy machine does counts for nothing."""
    session = opened.context.new_cdp_session(opened.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        page = next(each["value"] for each in metrics if each["name"] == "TaskDuration")
        return float(page) + process_time()

    before = spent()
    action()
    after = spent()
    session.detach()
    return after - before


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Chromium; a skip where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium is installed for the tests of the console")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server() -> Iterator[MockServer]:
    """A server that the tests of a module share; they write into projects of their own."""
    with MockServer(Settings.read({"port": 0})) as server:
        yield server


@pytest.fixture(scope="module")
def api(server: MockServer) -> Iterator[httpx.Client]:
    """A client of that server, with a credential."""
    with httpx.Client(base_url=server.url, headers=CREDENTIAL, timeout=60) as client:
        yield client


@pytest.fixture
def console(browser: Any, server: MockServer) -> Iterator[Open]:
    """Opens pages of the console; fails if one of them had a problem."""
    opened: list[Console] = []

    def make(width: int = 1400, height: int = 900, theme: str = "light", **more: Any) -> Console:
        viewport = {"width": width, "height": height}
        made = Console(browser, server, viewport=viewport, color_scheme=theme, **more)
        opened.append(made)
        return made

    yield make
    problems = [problem for each in opened for problem in each.problems]
    for each in opened:
        each.context.close()
    assert problems == []
