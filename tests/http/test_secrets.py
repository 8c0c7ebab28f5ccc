"""Credentials and terminal codes of callers, as they are kept, exported and printed."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mockserver.cli import commands
from tests.conftest import P

SECRET = "sk-a-key-of-somebody-7890"
REDUCED = "...7890"


def requests(client):
    return client.get("/__admin/requests").json()["requests"]


QUERIES = {
    f"api_key={SECRET}": f"api_key={REDUCED}",
    f"limit=1&API-Key={SECRET}&offset=0": f"limit=1&API-Key={REDUCED}&offset=0",
    f"access_token={SECRET}": f"access_token={REDUCED}",
    f"key={SECRET}": f"key={REDUCED}",
    f"%61pi_key={SECRET}": f"%61pi_key={REDUCED}",
    "api_key=short": "api_key=...",
    "limit=3&author=x&digests=a%20b": "limit=3&author=x&digests=a%20b",
}


@pytest.mark.parametrize(("query", "kept"), QUERIES.items())
@pytest.mark.parametrize("path", ["/v2/acme/demo/ops", "/nowhere", "/v2/acme/demo/ops/"])
def test_keys_in_a_query_string_are_reduced_in_the_request_log(client, path, query, kept):
    client.get(f"{path}?{query}", follow_redirects=False)
    [request] = requests(client)
    assert request["query"] == kept
    assert SECRET not in json.dumps(request)


def test_a_key_in_a_query_string_is_reduced_on_a_connection_too(server, caller):
    caller.get(f"/v2/acme/demo/ops?api_key={SECRET}")
    [request] = server.channel.get("/requests")["requests"]
    assert request["query"] == f"api_key={REDUCED}"


INPUTS = {
    "model": "m1",
    "messages": [{"role": "user", "content": 'say "token": "no-secret-at-all"'}],
    "extra_headers": {"Authorization": f"Bearer {SECRET}", "X-Trace": "a", "X-Api-Key": SECRET},
    "vertex_credentials": f'{{"private": "{SECRET}"}}',
}


@pytest.mark.parametrize("path", ["/completions/create", "/completions/create_stream"])
def test_credentials_of_completions_are_neither_stored_nor_logged(client, path):
    answer = client.post(path, json={"project_id": P, "inputs": INPUTS})
    assert answer.status_code == 200
    [call] = client.query()
    assert call["inputs"]["extra_headers"] == {
        "Authorization": f"Bearer {REDUCED}",
        "X-Trace": "a",
        "X-Api-Key": REDUCED,
    }
    [request, _] = requests(client)
    assert request["request"]["body"]["inputs"]["messages"] == INPUTS["messages"]
    assert SECRET not in json.dumps(requests(client))
    assert SECRET not in client.get("/__admin/state/export").text


@pytest.mark.parametrize("name", ["X-Api-Key", "X-Goog-Api-Key", "X-Amz-Security-Token", "Api-Key"])
def test_headers_with_credentials_for_others_are_reduced(client, name):
    client.get("/health", headers={name: SECRET, "Authorization": f"Bearer {SECRET}"})
    [request] = requests(client)
    headers = request["request"]["headers"]
    assert (headers[name.lower()], headers["authorization"]) == (REDUCED, f"Bearer {REDUCED}")


CALL = {
    "project_id": P,
    "op_name": "op",
    "trace_id": "t",
    "started_at": "2024-01-01T00:00:00Z",
    "attributes": {},
    "inputs": {},
}
CODES = {
    "a control sequence": "\x9b31mred",
    "text turned around": "abc\u202egnp.exe",
    "isolated text": "\u2066a\u2069",
    "a line separator": "a\u2028b",
    "escape": "\x1b]0;title\x07",
}


@pytest.mark.parametrize("text", CODES.values(), ids=CODES)
def test_control_prints_no_code_that_a_terminal_obeys(server, caller, text):
    caller.post("/call/start", json={"start": {**CALL, "op_name": text}})
    asked = ["control", "GET", "/state/calls", "--url", server.url]
    printed = CliRunner().invoke(commands, asked).stdout
    assert [each for each in printed if not each.isprintable()] == ["\n"] * printed.count("\n")
    assert json.loads(printed)["records"][0]["op_name"] == text


def test_control_prints_words_of_all_languages_as_they_are(server, caller):
    caller.post("/call/start", json={"start": {**CALL, "op_name": "größer 大きい 😀"}})
    asked = ["control", "GET", "/state/calls", "--url", server.url]
    assert "größer 大きい 😀" in CliRunner().invoke(commands, asked).stdout
