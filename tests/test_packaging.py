"""The packages: a wheel and an sdist, their dependencies, an import that costs little,
and systems other than this one as far as this one can play them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from mockserver import __version__
from tests.pace import slowness

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

HIDDEN = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""

WINDOWS = """
import asyncio, importlib, os, pkgutil, signal, subprocess, sys, sysconfig, tempfile, types
from pathlib import Path
import click, httpx, uvicorn

sysconfig.get_config_vars()

locked = set()
msvcrt = types.ModuleType("msvcrt")
msvcrt.LK_NBLCK = 2
def locking(file, mode, count):
    place = os.fstat(file).st_ino
    if place in locked:
        raise OSError(36, "Resource deadlock avoided")
    locked.add(place)
msvcrt.locking = locking
sys.modules["msvcrt"] = msvcrt
sys.platform = "win32"
for name in ("SIGHUP", "SIGUSR1"):
    delattr(signal, name)
for name in ("fork", "fdatasync", "sync", "getuid", "fchmod", "kill"):
    delattr(os, name)
"""

SERVING = """
import mockserver
for module in pkgutil.walk_packages(mockserver.__path__, "mockserver."):
    if not module.name.endswith(("__main__", "lark_reader")):
        importlib.import_module(module.name)

from mockserver import MockServer, Settings
from mockserver.store.errors import StoreError
from tinydb import TinyDB

file = str(Path(tempfile.mkdtemp()) / "db.json")
with MockServer(Settings(port=0, db=file, fsync=True, auth="none")) as server:
    call = {"project_id": "a/b", "op_name": "f", "started_at": "2025-01-01T09:00Z"}
    body = {"start": {**call, "attributes": {}, "inputs": {}}}
    assert httpx.post(f"{server}/call/start", json=body).status_code == 200
    try:
        MockServer(Settings(port=0, db=file)).start()
    except StoreError as error:
        print(error)
print(len(TinyDB(file).table("calls")))
"""

COMMAND = """
def refuse(*_):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = refuse
from mockserver.cli import main
client = "import os, httpx; print(httpx.get(os.environ['MOCKSERVER_URL'] + '/health').text)"
sys.argv = ["mockserver", "exec", "--", sys.executable, "-c", client]
main()
"""

COST = """
import sys
{before}
from time import process_time
began = process_time()
import {module}
print(process_time() - began)
"""


def python(code: str) -> str:
    """The output of a program."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The sdist, and the wheel that is made of it."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(folder.iterdir())


def test_what_is_shipped_passes_the_check_of_the_index(shipped):
    check = [sys.executable, "-m", "twine", "check", "--strict", *map(str, shipped)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") == len(shipped) == 2


def test_the_wheel_has_all_that_is_read_at_run_time_under_the_only_version(shipped):
    [wheel] = [path for path in shipped if path.suffix == ".whl"]
    assert wheel.name.startswith(f"mockserver-{__version__}-")
    names = set(zipfile.ZipFile(wheel).namelist())
    own = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "mockserver").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert own <= names
    assert not [name for name in names if name.startswith("tests/")]


def imported() -> set[str]:
    """The packages outside the standard library that a module of ours imports."""
    trees = [ast.parse(path.read_text()) for path in (ROOT / "mockserver").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    modules += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    given = {"mockserver", "pydantic_core", "pytest", *sys.stdlib_module_names}
    return {module for module in modules if module.partition(".")[0] not in given}


def test_every_package_that_is_imported_is_a_dependency():
    """No operation needs more than the package. Pydantic brings its own core, and pytest is
    there when it imports the plugin."""
    declared = {re.split(r"[^\w-]", line)[0] for line in PROJECT["dependencies"]}
    providers = {
        module: {name.lower().replace("_", "-") for name in names}
        for module, names in packages_distributions().items()
    }
    missing = {
        module for module in imported() if not declared & providers[module.partition(".")[0]]
    }
    assert missing == set()


def on_windows(code: str) -> str:
    """The output of a program on a system that has as little as Windows."""
    hidden = ["fcntl", "grp", "pwd", "resource", "termios", "uvloop"]
    return python(WINDOWS + HIDDEN.format(hidden=hidden) + code)


def test_no_module_of_posix_alone_is_needed():
    refused, kept = on_windows(SERVING).splitlines()[-2:]
    assert "is in use by another mockserver" in refused
    assert kept == "1"


def test_a_command_runs_against_a_server_where_no_loop_handles_signals():
    assert on_windows(COMMAND) == '{"status":"ok"}\n'


def cost(module: str, before: str = "") -> float:
    """Seconds of CPU that an import takes, at best."""
    program = COST.format(before=before, module=module)
    return min(float(python(program)) for _ in range(5))


def test_the_package_is_imported_in_less_than_fifty_milliseconds():
    assert cost("mockserver") < 0.05 * slowness()


def test_the_plugin_costs_a_run_that_does_not_use_it_five_milliseconds():
    """More only on a machine where pytest itself takes more than a tenth of a second."""
    assert cost("mockserver.pytest_plugin", "import pytest") < max(0.005, 0.05 * cost("pytest"))
