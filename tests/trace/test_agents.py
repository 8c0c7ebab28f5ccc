"""Agents: spans of conversations, which make no calls, and what pages read of them."""

from __future__ import annotations

import json

from tests.conftest import P
from tests.trace.test_otel import HOME, NOON, SECOND, TRACE, send
from tests.trace.test_otel import span as otel_span

OTHER = "1af7651916cd43dd8448eb211c80319c"


def span(number, operation, values=None, parent=None, trace=TRACE, **fields):
    """A span that starts so many seconds after noon."""
    told = {"gen_ai.operation.name": operation, **(values or {})}
    above = {"parentSpanId": f"{parent:016x}"} if parent else {}
    times = {"startTimeUnixNano": str(NOON + number * SECOND)}
    times["endTimeUnixNano"] = str(NOON + number * SECOND + SECOND)
    return otel_span(told, traceId=trace, spanId=f"{number:016x}", **above, **times, **fields)


def keep(client, *spans):
    assert send(client, *spans, path="/agents/otel/v1/traces", headers=HOME) is None


def messages(role, *texts, kind="text"):
    parts = [[{"type": kind, "content": text}] for text in texts]
    return json.dumps([{"role": role, "parts": each} for each in parts])


def converse(client):
    """An invocation with a chat, a tool and another chat that replays the history."""
    agent = {"gen_ai.agent.name": "guide", "gen_ai.conversation.id": "c"}
    first = {"gen_ai.input.messages": messages("user", "Where is it?"),
             "gen_ai.system_instructions": "Be brief.", "gen_ai.request.model": "m",
             "gen_ai.usage.input_tokens": 3}  # fmt: skip
    parts = [("reasoning", "hm"), ("text", "There.")]
    parts = [{"type": kind, "content": content} for kind, content in parts]
    reasoned = [{"role": "assistant", "parts": parts}]
    tool = {"gen_ai.tool.name": "map", "gen_ai.tool.call.arguments": '{"q":1}',
            "gen_ai.tool.call.result": "north"}  # fmt: skip
    last = {**first, "gen_ai.output.messages": json.dumps(reasoned)}
    keep(
        client,
        span(1, "invoke_agent", agent),
        span(2, "chat", first, parent=1),
        span(3, "execute_tool", tool, parent=1),
        span(4, "chat", {**last, "x.y": 1}, parent=1),
    )


def ask(client, path, **body):
    answer = client.post(f"/agents/{path}", json={"project_id": P, **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_agents_are_known_by_their_spans_next_trace_51(client):
    converse(client)
    found = ask(client, "query")
    [agent] = found["agents"]
    assert (agent["agent_name"], agent["invocation_count"]) == ("guide", 1)
    assert found["total_count"] == 1
    assert ask(client, "agent-versions/query", agent_name="guide")["total_count"] == 1
    assert client.ids() == []
    wrong = {"project_id": P, "sort_by": [{"field": "nothing"}]}
    assert client.post("/agents/query", json=wrong).status_code == 400


def test_children_have_the_agent_of_their_trace_next_trace_52(client):
    converse(client)
    found = ask(client, "spans/query", limit=1)
    assert (len(found["spans"]), found["total_count"]) == (1, 4)
    assert found["spans"][0]["agent_name"] == "guide"
    assert found["spans"][0]["conversation_id"] == "c"
    named = {"$expr": {"$eq": [{"$getField": "agent_name"}, {"$literal": "guide"}]}}
    assert ask(client, "spans/query", query=named)["total_count"] == 4
    tokens = {"$expr": {"$gt": [{"$getField": "gen_ai.usage.input_tokens"}, {"$literal": 2}]}}
    assert ask(client, "spans/query", query=tokens)["total_count"] == 2


def test_details_are_shown_if_asked_for_next_trace_53(client):
    converse(client)
    [newest, *_] = ask(client, "spans/query", include_details=True)["spans"]
    [message] = newest["input_messages"]
    assert json.loads(message["content"]) == [{"type": "text", "content": "Where is it?"}]
    assert newest["reasoning_content"] == "hm"
    [plain, *_] = ask(client, "spans/query")["spans"]
    assert (plain["input_messages"], plain["reasoning_content"]) == ([], None)


def test_a_trace_reads_as_a_chat_next_trace_54(client):
    converse(client)
    turn = ask(client, "traces/chat", trace_id=TRACE)
    said = turn["messages"]
    assert [message["type"] for message in said] == [
        "user_message", "agent_start", "tool_call", "assistant_message",
    ]  # fmt: skip
    assert said[0]["user_message"]["text"] == "Where is it?"
    assert said[1]["agent_start"]["system_instructions"] == "Be brief."
    assert said[2]["tool_call"]["tool_result"] == "north"
    last = said[3]["assistant_message"]
    assert (last["text"], last["reasoning_content"]) == ("There.", "hm")
    assert (turn["root_span_name"], turn["total_input_tokens"]) == ("guide", 6)
    assert ask(client, "traces/chat", trace_id=OTHER)["messages"] == []


def test_a_conversation_shows_its_newest_turns_next_trace_55(client):
    for number in range(3):
        trace = f"{number + 1:032x}"
        told = {"gen_ai.conversation.id": "c", "gen_ai.prompt": f"question {number}"}
        keep(client, span(number + 1, "chat", told, trace=trace))
    found = ask(client, "conversations/chat", conversation_id="c", limit=1)
    assert (found["has_more"], found["total_turns"]) == (True, 3)
    assert found["turns"][0]["messages"][0]["user_message"]["text"] == "question 2"
    unknown = ask(client, "conversations/chat", conversation_id="none")
    assert (unknown["turns"], unknown["total_turns"], unknown["has_more"]) == ([], 0, False)
    [steps] = ask(client, "conversations/spans", conversation_ids=["c"])["conversations"]
    assert [step["operation_name"] for step in steps["spans"]] == ["chat"] * 3


def test_spans_are_grouped_by_conversation_next_trace_56(client):
    converse(client)
    keep(client, span(9, "chat", {"gen_ai.conversation.id": "d"}, trace=OTHER))
    group_by = [{"source": "field", "key": "conversation_id"}]
    found = ask(client, "spans/query", group_by=group_by)
    newest, older = found["groups"]
    assert newest["group_keys"] == {"conversation_id": "d"}
    assert (older["span_count"], older["agent_names"]) == (4, ["guide"])
    assert older["first_message"] == {"role": "user_message", "text": "Where is it?"}
    assert older["last_message"] == {"role": "assistant_message", "text": "There."}
    wrong = {"project_id": P, "group_by": group_by, "measures": [{"alias": "a"}]}
    assert client.post("/agents/spans/query", json=wrong).status_code == 400


def test_messages_are_searched_next_trace_57(client):
    converse(client)
    [found] = ask(client, "search", query="here")["results"]
    assert found["conversation_id"] == "c"
    assert {each["role"] for each in found["matched_messages"]} == {"user", "assistant"}
    [tools] = ask(client, "search", roles=["tool"])["results"]
    assert [each["role"] for each in tools["matched_messages"]] == ["tool_call", "tool_result"]
    assert ask(client, "search", query="nothing like it")["total_conversations"] == 0


def test_other_attributes_are_kept_by_type_next_trace_58(client):
    converse(client)
    [attribute] = ask(client, "spans/custom-attrs/schema")["attributes"]
    assert attribute == {
        "source": "custom_attrs_int", "key": "x.y", "value_type": "int", "span_count": 1,
    }  # fmt: skip
    for field in ("custom_attrs_int.x.y", "x.y"):
        wanted = {"$expr": {"$eq": [{"$getField": field}, {"$literal": 1}]}}
        assert ask(client, "spans/query", query=wanted)["total_count"] == 1


def test_spans_inside_each_other_without_end_are_told_to_a_level(client):
    keep(client, *(span(n, "chat", parent=n - 1 or None) for n in range(1, 1500)))
    keep(client, span(1, "chat", parent=1499))
    assert ask(client, "traces/chat", trace_id=TRACE)["messages"] == []
