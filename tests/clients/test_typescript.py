"""The TypeScript package as `mockserver init --typescript` writes it: types, Vitest, Playwright."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from mockserver.testing.verbs.clients import client_variables
from tests import typescript
from tests.clients.conftest import PROGRAMS, FindLibrary
from tests.console.conftest import NAMES
from tests.readme import README

VITEST = "node_modules/vitest/vitest.mjs"
PLAYWRIGHT = "node_modules/@playwright/test/cli.js"
TSC = "node_modules/typescript/bin/tsc"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the tests beside this one."""
    folder = tmp_path_factory.mktemp("project") / "tests"
    shutil.copytree(PROGRAMS / "typescript", folder)
    return folder


@pytest.fixture(scope="module")
def run(library: FindLibrary, folder: Path) -> Run:
    """Run a program of Node.js in the project, after the package has been written there."""
    node = library("node").environment
    (folder / "node_modules").symlink_to(node / "node_modules")
    for number, snippet in enumerate(re.findall(r"```ts\n(.*?)```", README.read_text(), re.DOTALL)):
        kind = "test" if "/vitest" in snippet else "spec"
        (folder / f"readme{number}.{kind}.ts").write_text(snippet)
    serve = [sys.executable, "-m", "mockserver"]
    variables = {
        "HOME": str(folder),
        "MOCKSERVER_COMMAND": " ".join(serve),
        "NO_COLOR": "1",
        "PATH": f"{node / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(README.parent),
    }
    subprocess.run(
        [*serve, "init", "--typescript"], cwd=folder, env=variables, check=True, timeout=60
    )

    def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [node / "bin" / "node", *words],
            cwd=folder,
            env={**variables, **more},
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def vitest(run: Run, folder: Path) -> dict[str, Any]:
    """The result of each test that Vitest ran, by its full name."""
    reporters = "--reporter=default", "--reporter=json", "--outputFile.json=report.json"
    done = run(VITEST, "run", "test.ts", *reporters, "--testTimeout=60000")
    report = json.loads((folder / "report.json").read_text())
    found = [test for file in report["testResults"] for test in file["assertionResults"]]
    return {test["fullName"]: test for test in found} | {"log": done.stderr}


@pytest.fixture(scope="module")
def playwright(run: Run) -> dict[str, Any]:
    """The result of each test that Playwright ran, by its title; a skip without a browser."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"Playwright needs a browser: {' or '.join(NAMES)}")
    done = run(PLAYWRIGHT, "test", "--reporter=json", CHROMIUM=found)
    files = json.loads(done.stdout)["suites"]
    return {
        spec["title"]: spec["tests"][0]["results"][0] for file in files for spec in file["specs"]
    }


def test_the_types_are_in_step_with_the_control_api():
    assert typescript.TYPES.read_text(encoding="utf-8") == typescript.types(), "run `make docs`"


def test_its_server_has_the_variables_of_the_command():
    source = typescript.TYPES.with_name("index.ts").read_text(encoding="utf-8")
    for name in client_variables("http://localhost"):
        assert f"      {name}: " in source


def test_the_package_and_its_users_pass_the_type_checker(run):
    done = run(TSC, "--project", ".")
    assert done.returncode == 0, done.stdout


def test_a_vitest_test_has_the_verbs(vitest):
    results = {name: test for name, test in vitest.items() if name.startswith("passes ")}
    failed = {name: test for name, test in results.items() if test["status"] != "passed"}
    assert len(results) > 9
    assert not failed


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a fault that was not used", "unused fault: Call End"),
        ("a reply that was not used", 'expected "weather" in it, got "The sea?"'),
        ("an expectation, with the requests", "expected 404 to be 200"),
    ],
)
def test_a_vitest_test_fails_by_what_it_planned_and_did_not_use(vitest, name, reason):
    test = vitest[f"fails {name}"]
    assert test["status"] == "failed"
    assert reason in test["failureMessages"][0]


def test_a_failed_vitest_test_shows_its_requests(vitest):
    assert "GET /call/strat  404  nearest: POST /call/start" in vitest["log"]


def test_a_playwright_test_has_a_page_and_a_server(playwright):
    passed = {name: test for name, test in playwright.items() if not name.startswith("fails")}
    assert len(passed) == 4
    assert {test["status"] for test in passed.values()} == {"passed"}


def test_a_playwright_test_fails_by_what_it_planned_and_did_not_use(playwright):
    test = playwright["fails: a fault that was not used"]
    assert test["status"] == "failed"
    assert "unused fault: Call End" in test["errors"][0]["message"]


def test_a_failed_playwright_test_has_its_requests_attached(playwright):
    attached = playwright["fails: an expectation, with the requests"]["attachments"]
    assert "mockserver" in [attachment["name"] for attachment in attached]


def test_readme_shows_both(vitest, playwright):
    assert vitest["the agent looks the weather up"]["status"] == "passed"
    assert playwright["the page says what went wrong"]["status"] == "passed"


def test_a_command_that_is_not_there_is_told(run):
    start = 'process.env.MOCKSERVER_COMMAND = "no-such-command"; import("./mockserver/index.ts")'
    done = run("--eval", f"{start}.then((package_) => package_.start())")
    assert "cannot run no-such-command (pip install mockserver)" in done.stderr


def test_the_server_ends_with_the_process_that_started_it(run):
    start = 'import("./mockserver/index.ts").then((package_) => package_.start())'
    done = run("--eval", f"{start}.then((server) => {{ console.log(server.url); process.exit() }})")
    with pytest.raises(httpx.ConnectError):
        httpx.get(done.stdout.strip(), timeout=5)
