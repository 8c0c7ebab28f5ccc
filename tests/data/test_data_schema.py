"""The JSON Schema of data files: it takes what the server takes, for editors."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from mockserver.cli import commands
from tests.cli.command import DEMO

EXAMPLE = json.loads((files("mockserver.cli") / "example" / "mockserver-data.json").read_bytes())


@pytest.fixture(scope="module")
def schema():
    printed = json.loads(CliRunner().invoke(commands, ["schema"]).output)
    Draft202012Validator.check_schema(printed)
    return Draft202012Validator(printed)


@pytest.mark.parametrize(
    "content",
    [EXAMPLE, json.loads(DEMO.read_text()), {"$schema": "./s.json", **EXAMPLE}],
    ids=["init", "demo", "names its schema"],
)
def test_a_file_that_loads_fits_the_schema(schema, client, content):
    assert not list(schema.iter_errors(content))
    client.post("/__admin/state/load", json=content).raise_for_status()


WRONG = {
    "an unknown key": {"mockserver": 1, "project": {}},
    "a call without an op": {"mockserver": 1, "projects": {"a/b": {"calls": [{"took": "1s"}]}}},
    "no version": {"projects": {}},
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG)
def test_a_mistake_fits_neither(schema, client, content):
    assert list(schema.iter_errors(content))
    assert client.post("/__admin/state/load", json=content).status_code == 400
