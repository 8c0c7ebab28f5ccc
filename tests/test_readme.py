"""README and the guide say what is so: their snippets run, their tables are the code's."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner

from mockserver import MockServer
from mockserver.cli import COMMANDS, commands
from mockserver.core import limits
from mockserver.settings import Settings, flag
from mockserver.testing.verbs.clients import as_sh, client_variables
from tests.readme import DOCUMENTS, GUIDE, README, generated

TEXT = README.read_text()
TEXTS = {document.name: document.read_text() for document in DOCUMENTS}
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def snippets(language: str) -> list[str]:
    found = (re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL) for text in TEXTS.values())
    return [*chain.from_iterable(found)]


@pytest.mark.parametrize("name", TEXTS)
def test_the_generated_parts_are_in_step(name):
    assert generated(TEXTS[name]) == TEXTS[name], "run `make docs`"


def test_readme_is_short():
    assert len(TEXT.split()) <= 2_400


def test_every_chapter_is_a_topic():
    assert {path.name for path in GUIDE.glob("*.md")} == TEXTS.keys() - {README.name}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_relative_link_has_a_target(document):
    links = LINK.findall(document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


PYTHON = {
    f"{code.split('def test_')[1].split('(')[0]}_{number}": code
    for number, code in enumerate(snippets("python"))
}


@pytest.fixture(scope="module")
def output(tmp_path_factory) -> str:
    """The output of pytest for all snippets in Python, each of which is a file of tests."""
    folder = tmp_path_factory.mktemp("snippets")
    for name, code in PYTHON.items():
        (folder / f"test_{name}.py").write_text(code)
    loops = "asyncio_mode = auto\nasyncio_default_fixture_loop_scope = function"
    (folder / "pytest.ini").write_text(f"[pytest]\n{loops}")
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-W", "error"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("name", PYTHON)
def test_a_python_snippet_runs(output, name):
    passed = re.findall(rf"^PASSED test_{name}\.py::", output, re.MULTILINE)
    assert len(passed) == PYTHON[name].count("def test_") > 0, output


def test_the_house_has_the_floors_that_are_checked():
    project = tomllib.loads((README.parent / "pyproject.toml").read_text())
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    house = TEXT.partition("```\nmockserver/\n")[2].partition("```")[0]
    lines = re.findall(r"(?m)^  ((?:\w+(?:/|\.py) ?)+)", house)
    floors = [{name.rstrip("/").removesuffix(".py") for name in line.split()} for line in lines]
    assert floors == [set(layer.split(" : ")) for layer in layers]


def commands_of(program: str) -> list[list[str]]:
    lines = [line for snippet in snippets("sh") for line in snippet.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line.split()[0] == program]


@pytest.mark.parametrize("words", commands_of("mockserver"), ids=" ".join)
def test_a_command_is_understood(words):
    name = words[1] if len(words) > 1 else "serve"
    assert name in COMMANDS
    known = CliRunner().invoke(commands, [name, "--help"]).output
    assert all(word in known for word in words if word.startswith("--"))


@pytest.mark.parametrize("words", commands_of("make"), ids=" ".join)
def test_a_make_target_exists(words):
    targets = (README.parent / "Makefile").read_text()
    assert re.search(rf"^{words[1]}:", targets, flags=re.MULTILINE)


def test_the_client_variables_are_those_the_command_prints():
    printed = as_sh(client_variables("http://127.0.0.1:4020", "any")).strip()
    assert printed in TEXT
    assert printed in TEXTS["clients.md"]


@pytest.mark.parametrize(
    "path", re.findall(r"`((?:fixtures|mockserver)/[\w./]+)`", "".join(TEXTS.values()))
)
def test_a_file_that_is_named_exists(path):
    assert (Path(README).parent / path).exists()


def test_every_setting_is_a_flag():
    known = CliRunner().invoke(commands, ["serve", "--help"]).output
    assert [name for name in Settings.model_fields if flag(name) not in known] == []


@pytest.mark.parametrize("file", [text for text in snippets("json") if '"mockserver": 1' in text])
def test_a_data_file_can_be_loaded(make_client, tmp_path, file):
    path = tmp_path / "data.json"
    path.write_text(file)
    kept = make_client(data=(str(path),)).get("/__admin/state").json()
    assert kept["counts"]["calls"] > 0


def test_every_limit_of_the_table_limits_something():
    names = [name for name in vars(limits) if name.isupper()]
    texts = [path.read_text() for path in GUIDE.parent.rglob("*.py") if path.name != "limits.py"]
    used = {name for name in names if any(re.search(rf"\b{name}\b", text) for text in texts)}
    assert [name for name in names if name not in used] == []


@pytest.mark.skipif(not shutil.which("node"), reason="pages run JavaScript")
@pytest.mark.parametrize("program", snippets("js"))
def test_the_snippet_for_browsers_runs(program):
    with MockServer(Settings(port=0, log="quiet")) as server:
        program = program.replace("http://127.0.0.1:4020", server.url)
        words = ["node", "--input-type=module", "--eval", program]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        kept = server.requests[-1]
    assert (kept.operation, kept.status) == ("Chat Completion", 200)
    assert len(printed) > 10
