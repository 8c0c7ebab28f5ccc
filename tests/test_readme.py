"""README says what is so: its snippets run, its tables are the code's."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from mockserver.cli import COMMANDS, commands
from mockserver.cli.env import as_sh, client_variables
from mockserver.settings import Settings, flag
from tests.readme import README, generated

TEXT = README.read_text()


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, flags=re.DOTALL)


def test_the_generated_parts_are_in_step():
    assert generated(TEXT) == TEXT, "run `make docs`"


@pytest.mark.parametrize("snippet", snippets("python"), ids=lambda code: code.split("def ")[1][:30])
def test_a_python_snippet_runs(pytester, snippet):
    pytester.makepyfile(snippet)
    pytester.makeini("[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function")
    result = pytester.runpytest_subprocess("-W", "error")
    result.assert_outcomes(passed=snippet.count("def test_"))


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
    assert as_sh(client_variables("http://127.0.0.1:4020", "any")).strip() in TEXT


@pytest.mark.parametrize("path", re.findall(r"`((?:fixtures|mockserver)/[\w./]+)`", TEXT))
def test_a_file_that_is_named_exists(path):
    assert (Path(README).parent / path).exists()


def test_every_setting_is_a_flag_and_told():
    known = CliRunner().invoke(commands, ["serve", "--help"]).output
    assert [name for name in Settings.model_fields if flag(name) not in known] == []
