"""Remembered requests: found by what they say, explained, and made into something else."""

from __future__ import annotations

import pytest

from tests.chat.asking import PATH, request
from tests.conftest import P


def ask(client, text, **more):
    return client.post(PATH, json={**request(), "messages": [said(text)], **more})


def said(text):
    return {"role": "user", "content": text}


def found(client, **query):
    answer = client.get("/__admin/requests", params={"bodies": False, **query})
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()["requests"]]


def rule(client, **fields):
    answer = client.post("/__admin/replies", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def one(client, number="1"):
    return client.get(f"/__admin/requests/{number}").json()


def test_requests_are_found_by_words_of_their_bodies_and_headers(client):
    ask(client, "When does the Ferry leave?")
    ask(client, "And the train?")
    client.get("/v1/models", headers={"X-Team": "harbour"})
    assert found(client, q="ferry") == ["1"]
    assert found(client, q="THE train") == ["2"]
    assert found(client, q="harbour") == ["3"]
    assert found(client, q="ferry train") == []


def test_requests_are_found_by_answer_fault_rule_and_place(client):
    rule(client, when={"last_user": "ferry"}, text="At six.")
    client.post("/__admin/faults", json={"operation": "Call Start", "status": 503, "times": 1})
    ask(client, "ferry?")
    client.start()
    client.start()
    client.get("/nowhere")
    assert found(client, status="5xx") == found(client, fault="any") == ["2"]
    assert found(client, fault="status=503") == ["2"]
    assert found(client, status="404") == ["4"]
    assert found(client, reply="any") == found(client, reply="1") == ["1"]
    assert found(client, reply="2") == found(client, ms=60_000) == []
    assert found(client, before=3) == ["1", "2"]
    assert found(client, before=3, limit=1) == ["2"]


@pytest.mark.parametrize("query", [{"status": "9xx"}, {"before": "x"}, {"operation": "Call Strat"}])
def test_an_invalid_query_is_refused(client, query):
    assert client.get("/__admin/requests", params=query).status_code in (400, 422)


def test_the_rule_that_replied_is_named(client):
    rule(client, when={"last_user": "ferry"}, text="At six.")
    ask(client, "ferry?")
    ask(client, "train?")
    assert (one(client)["reply"], one(client, "2")["reply"]) == ("1", None)


def test_near_misses_have_field_expected_and_found(client):
    far = {"last_user": "storm", "turn": 3, "model": "other"}
    rule(client, when=far, text="Far.")
    rule(client, when={"last_user": "ferry", "has_tool": "book"}, text="Near.")
    ask(client, "ferry?")
    near = one(client)["near"]
    assert [miss["id"] for miss in near] == [2, 1]
    assert near[0]["fields"] == [
        {"field": "last_user", "fits": True, "wanted": '{"contains":"ferry"}', "found": '"ferry?"'},
        {"field": "has_tool", "fits": False, "wanted": '"book"', "found": "[]"},
    ]
    assert [field["fits"] for field in near[1]["fields"]] == [False, False, False]


def test_near_misses_look_at_parts_of_bodies_and_headers(client):
    when = {"headers": {"X-Team": "a"}, "body": {"temperature": 1, "messages[0].role": "user"}}
    rule(client, when=when, text="Never.")
    ask(client, "ferry?", temperature=0)
    fields = one(client)["near"][0]["fields"]
    assert [(field["field"], field["fits"], field["found"]) for field in fields] == [
        ("headers X-Team", False, "null"),
        ("body temperature", False, "0"),
        ("body messages[0].role", True, '"user"'),
    ]


def test_at_most_three_rules_are_near_and_none_to_other_requests(client):
    for number in range(5):
        rule(client, when={"last_user": f"no {number}"}, text="Never.")
    ask(client, "ferry?")
    client.start()
    assert (len(one(client)["near"]), one(client, "2")["near"]) == (3, [])


def test_bodies_are_shown_as_they_were_received_and_sent(client):
    body = '{ "project_id" : "e/p",  "id":"nobody" }'
    answer = client.post("/call/read", content=body)
    shown = one(client)
    assert (shown["request"]["text"], shown["answer"]["text"]) == (body, answer.text)


def test_a_reply_and_a_fault_are_changed_in_their_place(client):
    first = rule(client, when={"last_user": "ferry"}, text="At six.")
    rule(client, when={}, text="Anything else.")
    ask(client, "ferry?")
    changed = client.put(f"/__admin/replies/{first}", json={"when": {}, "text": "At seven."})
    assert (changed.json()["id"], changed.json()["used"]) == (first, 0)
    assert ask(client, "train?").json()["choices"][0]["message"]["content"] == "At seven."
    fault = client.post("/__admin/faults", json={"operation": "*", "status": 500}).json()["id"]
    client.put(f"/__admin/faults/{fault}", json={"operation": "Call Read", "status": 502})
    assert client.start().status_code == 200
    assert client.post("/call/read", json={"project_id": P, "id": "a"}).status_code == 502


@pytest.mark.parametrize("part", ["replies", "faults"])
def test_an_unknown_number_is_not_found(client, part):
    body = {"text": "x"} if part == "replies" else {"status": 500}
    assert client.put(f"/__admin/{part}/7", json=body).status_code == 404
    assert client.put(f"/__admin/{part}/7", json={"nonsense": 1}).status_code == 422


@pytest.mark.parametrize("stream", [False, True])
def test_a_chat_as_a_data_file_gives_the_same_reply(client, make_client, stream):
    rule(client, when={}, text="At six from pier 4.")
    ask(client, "ferry?", stream=stream)
    file = client.get("/__admin/requests/1/data-file")
    other = make_client(seed=99)
    assert other.post("/__admin/state/load", content=file.content).status_code == 200
    answer = ask(other, "ferry?").json()
    assert answer["choices"][0]["message"]["content"] == "At six from pier 4."


def test_a_call_as_a_data_file_can_be_loaded(client, make_client):
    client.start()
    client.start("b")
    file = client.get("/__admin/requests/1/data-file")
    assert [each["id"] for each in file.json()["projects"][P]["records"]["calls"]] == ["a"]
    other = make_client()
    other.post("/__admin/state/load", content=file.content)
    assert other.read()["id"] == "a"


def test_a_request_that_nothing_serves_is_a_data_file_of_nothing(client):
    client.get("/nowhere")
    file = client.get("/__admin/requests/1/data-file").json()
    assert file["projects"] == {}
    assert client.get("/__admin/requests/9/data-file").status_code == 404
