"""`mockserver check`: what is wrong and warnings about data files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import DEMO, run
from tests.conftest import P


@pytest.fixture
def written(tmp_path):
    """Write a data file with a project and other members."""

    def write(name: str, project: Any = None, **members: Any) -> Path:
        content = {"mockserver": 1, **members, "projects": {P: project or {}}}
        path = tmp_path / name
        path.write_text(json.dumps(content, indent=1))
        return path

    return write


def line(path: Path, text: str) -> int:
    lines = path.read_text().splitlines()
    return next(at for at, found in enumerate(lines, 1) if text in found)


def test_a_valid_file_is_reported_with_its_contents():
    ended = run("check", DEMO)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"{DEMO}: 1 project, 23 calls, 5 object versions\n"


def test_every_mistake_in_every_file_is_reported_with_its_line(written):
    first = written("first.json", {"calls": [{"took": "1s"}, {"op": "a", "input": 1}]})
    second = written("second.json", {"objects": [{"name": "o"}]})
    ended = run("check", first, DEMO, second)
    assert (ended.returncode, ended.stdout) == (1, "")
    call, obj = line(first, '"took"') - 1, line(second, '"name"') - 1
    place, nearest = f"projects.{P}", "the nearest known key is 'inputs'"
    assert ended.stderr.splitlines() == [
        f"{first}:{call}: {place}.calls[0].op: is missing",
        f"{first}:{line(first, 'input')}: {place}.calls[1]: unknown key 'input'; {nearest}",
        f"{second}:{obj}: {place}.objects[0].versions: is missing",
    ]


def test_the_refusal_of_a_service_is_reported(written):
    file = written("data.json", {"objects": [{"name": "no name", "versions": [1]}]})
    ended = run("check", file)
    assert ended.returncode == 1
    assert f"{file}:{line(file, 'no name') - 1}: projects.{P}.objects[0]: Invalid" in ended.stderr


def test_a_name_of_an_earlier_file_is_known_and_a_repeated_one_causes_a_warning(written):
    objects = {"objects": [{"name": "o", "versions": [1]}]}
    first = written("first.json", objects)
    second = written("second.json", {**objects, "feedback": [{"on": "o", "note": "good"}]})
    ended = run("check", first, second)
    assert ended.returncode == 0
    assert ended.stdout.startswith(f"{first}, {second}: 1 project, 1 object version, 1 feedback")
    assert ended.stderr == f"warning: {P}: object o of {first} is overridden by {second}\n"


def test_a_ref_to_any_version_is_no_warning(written):
    ref = f"weave:///{P}/op/none:*"
    ended = run("check", written("data.json", {"calls": [{"op": "a", "inputs": {"x": ref}}]}))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("rest", ["object/none:xyz", "call/none", "op/none:xyz/attr/a"])
def test_a_dangling_ref_causes_a_warning(written, rest):
    ref = f"weave:///{P}/{rest}"
    file = written("data.json", {"calls": [{"op": "a", "inputs": {"x": ref}}]})
    ended = run("check", file)
    place = f"projects.{P}.calls[0].inputs.x"
    warning = f"warning: {file}:{line(file, rest)}: {place}: the ref leads to nothing: {ref}\n"
    assert (ended.returncode, ended.stderr) == (0, warning)
    assert run("check", "--strict", file).returncode == 1


def test_other_refs_cause_no_warning(written):
    refs = [f"weave:///{P}/{rest}" for rest in ("object/o:latest", "call/one", "table/rows", "o")]
    project = {
        "objects": [{"name": "o", "versions": [1]}],
        "calls": [{"op": "a", "id": "one", "inputs": {"refs": refs}}],
    }
    assert run("check", "--strict", written("data.json", project)).returncode == 0


def test_a_reply_that_is_never_reached_causes_a_warning(written):
    replies = [{"when": {"last_user": "sea"}, "text": "Calm."}, {"when": {"last_user": "the sea"}}]
    replies[1]["text"] = "Rough."
    file = written("data.json", replies=replies)
    ended = run("check", file)
    assert ended.returncode == 0
    assert (
        f"{file}:{line(file, 'the sea') - 2}: replies[1]: never reached: replies[0]" in ended.stderr
    )


def test_warnings_are_in_the_banner(serve, written):
    objects = {"objects": [{"name": "o", "versions": [1]}]}
    first, second = written("first.json", objects), written("second.json", objects)
    banner = serve("--data", first, "--data", second).banner
    assert f"  note       {P}: object o of {first} is overridden by {second}" in banner


def test_the_files_of_init_are_valid(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("init").returncode == 0
    ended = run("check", "mockserver.json", "mockserver-data.json")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("mockserver.json: settings\nmockserver-data.json: 1 project")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"port": 1, "lisitng": "a"}, "no setting 'lisitng'; the nearest is 'listing'"),
        ({"listing": "c"}, "listing 'c': has to be 'a', 'b' or 'both'"),
        (
            {"first_token": 300},
            "first_token 300: 300s or 300ms? A number without a unit is seconds",
        ),
    ],
)
def test_an_invalid_settings_file_is_reported(tmp_path, settings, sentence):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(settings))
    ended = run("check", path)
    assert (ended.returncode, ended.stderr) == (1, f"{path}: {sentence}\n")


def test_the_key_for_editors_is_ignored(written):
    file = written("data.json", {"calls": [{"op": "a"}]}, **{"$schema": "mockserver.schema.json"})
    assert run("check", file).returncode == 0
