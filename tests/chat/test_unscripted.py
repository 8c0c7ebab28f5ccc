"""What answers where no rule of the script fits."""

from __future__ import annotations

import pytest

from mockserver import InProcess, Settings
from tests.chat.asking import PATH, QUESTION, request

HEADER = "X-Mockserver-Unscripted"
RULE = {"name": "greeting", "when": {"last_user": {"contains": "hello"}}, "text": "Hi!"}
ONCE = {"when": {"model": "m1", "turn": 3}, "text": "late"}


@pytest.fixture
def server():
    with InProcess(Settings(auth="none")) as each:
        yield each


def said(server, **headers):
    with server.client() as client:
        return client.post(PATH, json=request(), headers=headers)


def content(answer):
    return answer.json()["choices"][0]["message"]["content"]


def test_an_echo_says_the_last_user_message(server):
    assert content(said(server, **{HEADER: "echo"})) == QUESTION


def test_the_setting_holds_for_every_request():
    with InProcess(Settings(auth="none", unscripted="echo")) as server:
        assert content(said(server)) == QUESTION
        assert content(said(server, **{HEADER: "model"})) != QUESTION


def test_a_refusal_without_rules_says_so(server):
    answer = said(server, **{HEADER: "error"})
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == "BadRequestError"
    assert "There are no rules." in answer.json()["error"]["message"]


def test_a_refusal_tells_of_every_rule_why_it_did_not_fit(server):
    with server.client() as client:
        for rule in (RULE, ONCE):
            assert client.post("/__admin/replies", json=rule).status_code in (200, 201)
    message = said(server, **{HEADER: "error"}).json()["error"]["message"]
    assert 'rule 1 (greeting): last_user: expected "hello" in it, got "How do I' in message
    assert "rule 2: turn: expected 3, got 1" in message


def test_a_rule_that_fits_answers_before_the_refusal(server):
    with server.client() as client:
        client.post("/__admin/replies", json={"when": {}, "text": "Scripted."})
    assert content(said(server, **{HEADER: "error"})) == "Scripted."


def test_another_value_of_the_header_is_refused(server):
    answer = said(server, **{HEADER: "silence"})
    assert answer.status_code == 400
    assert HEADER in answer.json()["error"]["message"]
