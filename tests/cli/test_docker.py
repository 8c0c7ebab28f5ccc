"""The image is described in terms of what there is: files, commands, settings."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from click.testing import CliRunner

from mockserver.cli import commands
from mockserver.settings import Settings, variable
from mockserver.testing.verbs.variables import client_variables

ROOT = Path(__file__).parents[2]
CONTAINER = ROOT / "fixtures" / "container"
LINES = (CONTAINER / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
COMPOSE = (CONTAINER / "compose.yaml").read_text()


def said(instruction: str) -> list[str]:
    """What follows an instruction, of each line that has it."""
    return [line.removeprefix(instruction + " ") for line in LINES if line.startswith(instruction)]


def words(instruction: str) -> list[str]:
    """The command of the last such instruction."""
    return list(json.loads(re.findall(r"\[.*\]", said(instruction)[-1])[0]))


def copied() -> list[str]:
    plain = [line.split() for line in said("COPY") if not line.startswith("--from")]
    return [path for line in plain for path in line[:-1]]


@pytest.mark.parametrize("path", copied())
def test_what_is_copied_is_there_and_not_ignored(path):
    ignored = (CONTAINER / "Dockerfile.dockerignore").read_text().split()
    kept = [line[1:] for line in ignored if line[0] == "!"]
    assert (ROOT / path).exists()
    assert any(fnmatch(path, pattern) for pattern in kept)


def test_the_image_serves():
    assert words("ENTRYPOINT") == ["mockserver"]
    understood = CliRunner().invoke(commands, [*words("CMD"), "--show-config"])
    assert understood.exit_code == 0


def test_the_health_check_is_a_command_that_looks_at_the_server(monkeypatch):
    program, *arguments = words("HEALTHCHECK")
    assert [program, arguments[0]] == ["mockserver", "wait"]
    monkeypatch.setenv("MOCKSERVER_HOST", "0.0.0.0")
    monkeypatch.setenv("MOCKSERVER_PORT", "9")
    ended = CliRunner().invoke(commands, [*arguments[:-1], "0"])
    assert (ended.exit_code, "http://127.0.0.1:9" in ended.output) == (1, True)


def test_nobody_is_root_and_the_port_is_the_servers():
    assert said("USER") == ["mockserver"]
    assert said("EXPOSE") == [str(Settings().port)]


def test_the_variables_of_the_image_are_settings():
    named = re.findall(r"(MOCKSERVER_\w+)=", " ".join(said("ENV")))
    assert named
    assert set(named) <= {variable(name) for name in Settings.model_fields}


def test_the_composed_server_is_understood():
    arguments = json.loads(re.findall(r"command: (\[\"serve.*\])", COMPOSE)[0])
    assert CliRunner().invoke(commands, [*arguments, "--show-config"]).exit_code == 0


def test_composed_clients_have_the_variables_of_the_command():
    pairs = dict(re.findall(r"^      ([A-Z_]+): \"?([^\"\n]+)\"?$", COMPOSE, flags=re.MULTILINE))
    assert pairs == client_variables("http://mockserver:4020")
