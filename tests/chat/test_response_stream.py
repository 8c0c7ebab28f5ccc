"""`/v1/responses` as a stream: the order, numbers and endings of its events."""

from __future__ import annotations

import json

import pytest

from tests.chat.responding import (
    FORMAT,
    OTHER,
    PATH,
    RQ,
    TOOL,
    events,
    read_events,
    refused,
    respond,
    text_of,
    types,
)


def squeezed(names):
    """The types with each run of deltas as one."""
    return [
        name
        for place, name in enumerate(names)
        if not (name.endswith("delta") and place and names[place - 1] == name)
    ]


TEXT = [
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
]
CALL = [
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
]


def only(found, kind):
    return [event for event in found if event["type"] == f"response.{kind}"]


def test_next_chat_243_events_are_named_and_numbered(client):
    answer = client.post(PATH, json={**RQ, "stream": True})
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    found = read_events(answer.text)
    assert [event["sequence_number"] for event in found] == [*range(len(found))]
    assert "[DONE]" not in answer.text


def test_next_chat_244_a_text_has_eight_events_besides_its_deltas(client):
    found = events(client)
    expected = ["created", "in_progress", *TEXT, "completed"]
    assert squeezed(types(found)) == expected
    deltas = only(found, "output_text.delta")
    assert len(found) == len(deltas) + 8
    assert all(event["delta"] for event in deltas)


def test_next_chat_244_text_that_is_held_back_is_no_event(client):
    found = events(client, stop=["no such words at all"])
    deltas = [event["delta"] for event in only(found, "output_text.delta")]
    assert all(deltas)
    assert len(deltas) < len(only(events(client), "output_text.delta"))


def test_next_chat_244_an_empty_text_has_no_delta(client):
    found = events(client, structured_outputs={"choice": [""]})
    assert types(found) == ["created", "in_progress", *(t for t in TEXT if "delta" not in t),
                            "completed"]  # fmt: skip


def test_next_chat_245_the_deltas_are_the_text(client):
    found = events(client)
    joined = "".join(event["delta"] for event in only(found, "output_text.delta"))
    (done,) = only(found, "output_text.done")
    (part,) = only(found, "content_part.done")
    (item,) = only(found, "output_item.done")
    final = found[-1]["response"]
    texts = [done["text"], part["part"]["text"], item["item"]["content"][0]["text"]]
    assert {joined, *texts, text_of(final), text_of(respond(client))} == {joined}


def test_next_chat_246_ids_do_not_change(client):
    found = events(client)
    (name,) = {event["item_id"] for event in found if "item_id" in event}
    final = found[-1]["response"]
    assert final["output"][0]["id"] == name
    assert client.get(f"{PATH}/{final['id']}").json() == final
    heads = {
        (event["response"]["id"], event["response"]["created_at"])
        for event in found
        if "response" in event
    }
    assert heads == {(final["id"], final["created_at"])}


def test_next_chat_247_the_usage_comes_at_the_end(client):
    found = events(client)
    first = found[0]["response"]
    assert (first["status"], first["output"], first["usage"]) == ("in_progress", [], None)
    assert found[-1]["response"]["usage"] == respond(client)["usage"]


def test_next_chat_248_a_call_has_six_events_besides_its_deltas(client):
    found = events(client, tools=[TOOL], tool_choice="required")
    assert squeezed(types(found)) == ["created", "in_progress", *CALL, "completed"]
    deltas = only(found, "function_call_arguments.delta")
    assert len(found) == len(deltas) + 6
    (added,), (done,) = (only(found, f"output_item.{end}") for end in ("added", "done"))
    (arguments,) = only(found, "function_call_arguments.done")
    assert added["item"]["arguments"] == ""
    assert "".join(event["delta"] for event in deltas) == arguments["arguments"]
    assert arguments["name"] == "f"
    assert added["item"]["call_id"] == done["item"]["call_id"]


def test_next_chat_249_one_call_ends_before_the_next_begins(client):
    found = events(client, input="call f and g", tools=[TOOL, OTHER], tool_choice="required")
    assert squeezed(types(found)) == ["created", "in_progress", *CALL, *CALL, "completed"]
    added = only(found, "output_item.added")
    assert [event["output_index"] for event in added] == [0, 1]


def test_next_chat_250_reasoning_ends_before_the_text(client):
    thought = [name.replace("output_text", "reasoning_text") for name in TEXT]
    found = events(client, reasoning={"effort": "low"})
    assert squeezed(types(found)) == ["created", "in_progress", *thought, *TEXT, "completed"]
    assert only(found, "content_part.added")[0]["part"] == {"text": "", "type": "reasoning_text"}
    summarised = events(client, reasoning={"effort": "low", "summary": "auto"})
    summary = ["part.added", "text.delta", "text.done", "part.done"]
    expected = [*thought[:-1], *(f"reasoning_summary_{name}" for name in summary), thought[-1]]
    assert squeezed(types(summarised))[2 : 2 + len(expected)] == expected


def test_next_chat_251_a_cut_stream_ends_incomplete(client):
    found = events(client, max_output_tokens=2)
    assert found[-1]["type"] == "response.incomplete"
    assert found[-2]["item"]["status"] == "incomplete"
    cut = events(client, max_output_tokens=2, text={"format": FORMAT})
    with pytest.raises(ValueError, match=r".*"):
        json.loads(text_of(cut[-1]["response"]))


def test_next_chat_252_an_invalid_request_gets_no_stream(client):
    assert refused(client, stream=True, temperature=-1)[0] == 400
    assert refused(client, stream=True, previous_response_id="resp_z")[0] == 404


def test_next_chat_253_a_failing_stream_ends_with_an_error(client):
    reply = {"text": "Feed it twice a day.", "error": {"after": 2, "message": "Out of flour"}}
    answer = client.post(
        PATH, json={**RQ, "stream": True}, headers={"X-Mockserver-Reply": json.dumps(reply)}
    )
    found = read_events(answer.text)
    assert len(only(found, "output_text.delta")) == 2
    last = found[-1]
    assert last == {
        "type": "error",
        "sequence_number": len(found) - 1,
        "code": "server_error",
        "message": "Out of flour",
        "param": None,
    }


def test_a_fault_in_a_stream_is_an_error_event(client):
    fault = {"X-Mockserver-Fault": "error=5"}
    answer = client.post(PATH, json={**RQ, "stream": True}, headers=fault)
    *earlier, last = read_events(answer.text)
    assert (last["type"], last["sequence_number"]) == ("error", len(earlier))


def test_next_chat_254_events_can_be_read_again(client):
    found = events(client)
    path = f"{PATH}/{found[-1]['response']['id']}"
    replayed = client.get(path, params={"stream": "true", "starting_after": "3"})
    assert read_events(replayed.text) == found[4:]


def test_a_custom_tool_is_streamed_as_text(client):
    tool = {"type": "custom", "name": "f"}
    found = events(client, tools=[tool], tool_choice={"type": "custom", "name": "f"})
    (done,) = only(found, "custom_tool_call_input.done")
    (delta,) = only(found, "custom_tool_call_input.delta")
    assert done["input"] == delta["delta"] == found[-1]["response"]["output"][0]["input"]


def test_log_probabilities_come_with_the_deltas(client):
    included = {"include": ["message.output_text.logprobs"], "top_logprobs": 1}
    for event in only(events(client, **included), "output_text.delta"):
        (entry,) = event["logprobs"]
        assert entry["token"] == event["delta"]
        assert entry.keys() == {"token", "logprob", "top_logprobs"}
