"""The image is described in terms of what there is: files, commands, settings. Its steps are taken
in a folder, with packages that `make` has installed before."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import ExitStack
from fnmatch import fnmatch
from pathlib import Path

import pytest
from click.testing import CliRunner

from mockserver.cli import commands
from mockserver.settings import Settings, variable
from mockserver.testing.verbs.clients import client_variables
from tests.cli.command import Running, environment, until

ROOT = Path(__file__).parents[2]
CONTAINER = ROOT / "fixtures" / "container"
LINES = (CONTAINER / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
COMPOSE = (CONTAINER / "compose.yaml").read_text()


def arguments_of(instruction: str) -> list[str]:
    """The rest of each line that begins with an instruction."""
    return [line.removeprefix(instruction + " ") for line in LINES if line.startswith(instruction)]


def words(instruction: str) -> list[str]:
    """The command of the last such instruction."""
    return list(json.loads(re.findall(r"\[.*\]", arguments_of(instruction)[-1])[0]))


def copied() -> list[str]:
    plain = [line.split() for line in arguments_of("COPY") if not line.startswith("--from")]
    return [path for line in plain for path in line[:-1]]


@pytest.mark.parametrize("path", copied())
def test_copied_files_exist_and_are_not_ignored(path):
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


@pytest.fixture
def installed(tmp_path) -> Path:
    """The environment that the steps of the image make of the files that are copied."""
    uv, place, source = (
        Path(sys.executable).with_name("uv"),
        tmp_path / "image",
        tmp_path / "source",
    )
    if not uv.exists():
        pytest.skip("uv is not installed for the tests: run `make test`")
    source.mkdir()
    for path in copied():
        copy = shutil.copytree if (ROOT / path).is_dir() else shutil.copy
        copy(ROOT / path, source / Path(path).name)
    [step] = [line for line in arguments_of("RUN") if "pip install" in line]
    install = shlex.split(step.partition("bin/pip install --no-cache-dir ")[2])
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, place], check=True)
    quietly = "--quiet", "--offline", "--python", place
    subprocess.run([uv, "pip", "install", *quietly, *install], cwd=source, check=True)
    return place / "bin" / "mockserver"


def test_the_installed_image_serves_and_is_healthy(installed, tmp_path):
    named = dict(re.findall(r"(MOCKSERVER_\w+)=(\S+)", " ".join(arguments_of("ENV"))))
    variables = environment(**named, PYTHONPATH="", MOCKSERVER_PORT="0")
    log = tmp_path / "log"
    with ExitStack() as stack:
        process = stack.enter_context(
            subprocess.Popen(
                [installed, *words("CMD")],
                cwd=tmp_path,
                env=variables,
                stdout=subprocess.PIPE,
                stderr=stack.enter_context(log.open("w")),
                text=True,
            )
        )
        stack.callback(process.kill)
        server = Running(process, log)
        stack.callback(server.http.close)
        _, *check = words("HEALTHCHECK")
        there = {**variables, "MOCKSERVER_PORT": server.url.rpartition(":")[2]}
        until(lambda: subprocess.run([installed, *check], env=there, check=False).returncode == 0)
        assert server.http.get("/health").status_code == 200
        assert server.end()[0] == 0


def test_the_user_is_not_root_and_the_port_is_the_servers():
    assert arguments_of("USER") == ["mockserver"]
    assert arguments_of("EXPOSE") == [str(Settings().port)]


def test_the_variables_of_the_image_are_settings():
    named = re.findall(r"(MOCKSERVER_\w+)=", " ".join(arguments_of("ENV")))
    assert named
    assert set(named) <= {variable(name) for name in Settings.model_fields}


def test_the_composed_server_is_understood():
    arguments = json.loads(re.findall(r"command: (\[\"serve.*\])", COMPOSE)[0])
    assert CliRunner().invoke(commands, [*arguments, "--show-config"]).exit_code == 0


def test_composed_clients_have_the_variables_of_the_command():
    pairs = dict(re.findall(r"^      ([A-Z_]+): \"?([^\"\n]+)\"?$", COMPOSE, flags=re.MULTILINE))
    assert pairs == client_variables("http://mockserver:4020")
