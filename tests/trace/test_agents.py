"""Agents: their spans, which make no calls, and the pages about them."""

from __future__ import annotations

import json

import pytest

from tests.conftest import P
from tests.trace.test_otel import HOME, NOON, SECOND, TRACE, attributes, send
from tests.trace.test_otel import span as otel_span

OTHER = "1af7651916cd43dd8448eb211c80319c"


def span(number, operation, values=None, parent=None, trace=TRACE, **fields):
    """A span that starts so many seconds after noon."""
    attrs = {"gen_ai.operation.name": operation, **(values or {})}
    above = {"parentSpanId": f"{parent:016x}"} if parent else {}
    times = {"startTimeUnixNano": str(NOON + number * SECOND)}
    times["endTimeUnixNano"] = str(NOON + number * SECOND + SECOND)
    return otel_span(attrs, traceId=trace, spanId=f"{number:016x}", **above, **times, **fields)


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


def test_agents_are_listed_by_their_spans_next_trace_51(client):
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


def test_details_are_shown_on_request_next_trace_53(client):
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
    cards = turn["messages"]
    assert [message["type"] for message in cards] == [
        "user_message", "agent_start", "tool_call", "assistant_message",
    ]  # fmt: skip
    assert cards[0]["user_message"]["text"] == "Where is it?"
    assert cards[1]["agent_start"]["system_instructions"] == "Be brief."
    assert cards[2]["tool_call"]["tool_result"] == "north"
    last = cards[3]["assistant_message"]
    assert (last["text"], last["reasoning_content"]) == ("There.", "hm")
    assert (turn["root_span_name"], turn["total_input_tokens"]) == ("guide", 6)
    assert ask(client, "traces/chat", trace_id=OTHER)["messages"] == []


def test_a_conversation_shows_its_newest_turns_next_trace_55(client):
    for number in range(3):
        trace = f"{number + 1:032x}"
        attrs = {"gen_ai.conversation.id": "c", "gen_ai.prompt": f"question {number}"}
        keep(client, span(number + 1, "chat", attrs, trace=trace))
    found = ask(client, "conversations/chat", conversation_id="c", limit=1)
    assert (found["has_more"], found["total_turns"]) == (True, 3)
    assert found["turns"][0]["messages"][0]["user_message"]["text"] == "question 2"
    unknown = ask(client, "conversations/chat", conversation_id="none")
    assert (unknown["turns"], unknown["total_turns"], unknown["has_more"]) == ([], 0, False)
    [steps] = ask(client, "conversations/spans", conversation_ids=["c"])["conversations"]
    assert [step["operation_name"] for step in steps["spans"]] == ["chat"] * 3


def test_a_conversation_has_no_messages_of_another_in_the_same_trace(client):
    home, other = {"gen_ai.conversation.id": "c"}, {"gen_ai.conversation.id": "d"}
    keep(
        client,
        span(1, "chat", said("Ours.", **home)),
        span(2, "chat", said("Theirs.", **other), parent=1),
        span(3, "chat", said("Nobody's."), parent=1),
    )
    [turn] = ask(client, "conversations/chat", conversation_id="c")["turns"]
    texts = [message["assistant_message"]["text"] for message in turn["messages"]]
    assert texts == ["Nobody's.", "Ours."]


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


def test_a_conversation_is_previewed_by_its_opening_question_and_its_latest_reply(client):
    home = {"gen_ai.conversation.id": "c"}
    history = json.loads(messages("user", "Hello?")) + json.loads(messages("assistant", "Hi."))
    history += json.loads(messages("user", "Where?"))
    keep(
        client,
        span(1, "chat", said("(thinking)", **home)),
        span(2, "chat", {**home, "gen_ai.input.messages": json.dumps(history)} | said("x" * 999)),
        span(3, "chat", asked("And now?", **home)),
    )
    group_by = [{"source": "field", "key": "conversation_id"}]
    [group] = ask(client, "spans/query", group_by=group_by)["groups"]
    assert group["first_message"] == {"role": "user_message", "text": "Hello?"}
    assert group["last_message"] == {"role": "assistant_message", "text": "x" * 280 + "…"}


def test_messages_are_searched_next_trace_57(client):
    converse(client)
    [found] = ask(client, "search", query="here")["results"]
    assert found["conversation_id"] == "c"
    assert {each["role"] for each in found["matched_messages"]} == {"user", "assistant"}
    [tools] = ask(client, "search", roles=["tool"])["results"]
    assert [each["role"] for each in tools["matched_messages"]] == ["tool_call", "tool_result"]
    assert ask(client, "search", query="nothing like it")["total_conversations"] == 0


def test_custom_attributes_are_kept_by_type_next_trace_58(client):
    converse(client)
    [attribute] = ask(client, "spans/custom-attrs/schema")["attributes"]
    assert attribute == {
        "source": "custom_attrs_int", "key": "x.y", "value_type": "int", "span_count": 1,
    }  # fmt: skip
    for field in ("custom_attrs_int.x.y", "x.y"):
        query = {"$expr": {"$eq": [{"$getField": field}, {"$literal": 1}]}}
        assert ask(client, "spans/query", query=query)["total_count"] == 1


def test_custom_attributes_that_are_objects_are_kept_by_their_dotted_keys(client):
    settings = {"retries": 2, "mode": {"fast": True, "hints": ["a"]}, "note": ""}
    keep(client, span(1, "chat", {"settings": json.dumps(settings)}))
    [found] = ask(client, "spans/query")["spans"]
    assert found["custom_attrs_int"] == {"settings.retries": 2}
    assert found["custom_attrs_bool"] == {"settings.mode.fast": True}
    assert found["custom_attrs_string"] == {"settings.mode.hints": '["a"]'}
    query = {"$expr": {"$eq": [{"$getField": "settings.retries"}, {"$literal": 2}]}}
    assert ask(client, "spans/query", query=query)["total_count"] == 1


def test_nested_spans_are_shown_to_a_certain_level(client):
    keep(client, *(span(n, "chat", parent=n - 1 or None) for n in range(1, 1500)))
    keep(client, span(1, "chat", parent=1499))
    assert ask(client, "traces/chat", trace_id=TRACE)["messages"] == []


PRICE = {"prompt_token_cost": 2.0, "completion_token_cost": 3.0}


def price(client, model="m"):
    body = {"project_id": P, "costs": {model: PRICE}}
    assert client.post("/cost/create", json=body).status_code == 200


def spend(client):
    """Two chats with a model that has a price, and one with another."""
    usage = {"gen_ai.usage.input_tokens": 4, "gen_ai.usage.output_tokens": 1}
    agent = {"gen_ai.agent.name": "guide", "gen_ai.conversation.id": "c"}
    keep(
        client,
        span(1, "chat", {**usage, **agent, "gen_ai.request.model": "m"}),
        span(2, "chat", {**usage, **agent, "gen_ai.request.model": "x"}),
        span(3, "chat", {**usage, **agent, "gen_ai.response.model": "m",
                         "gen_ai.usage.cache_read.input_tokens": 4}, status={"code": 2}),
    )  # fmt: skip


def test_the_costs_of_spans_depend_on_their_model(client):
    spend(client)
    price(client)
    spans = ask(client, "spans/query", include_costs=True)["spans"]
    costs = [(each["input_cost_usd"], each["total_cost_usd"]) for each in spans]
    assert costs == [(0, 3), (None, None), (8, 11)]
    assert ask(client, "spans/query")["spans"][2]["total_cost_usd"] is None
    [agent] = ask(client, "query", include_costs=True)["agents"]
    assert agent["total_cost_usd"] == 14
    by_conversation = [{"key": "conversation_id"}]
    [group] = ask(client, "spans/query", group_by=by_conversation, include_costs=True)["groups"]
    assert (group["total_cost_usd"], group["total_output_cost_usd"]) == (14, 6)
    assert ask(client, "traces/chat", trace_id=TRACE)["total_cost_usd"] == 14
    assert ask(client, "conversations/chat", conversation_id="c")["total_cost_usd"] == 14


def metric(key, kind="number", source="field", alias="x", **fields):
    value = {"source": source, "key": key}
    return {"alias": alias, "value_type": kind, "value": value, **fields}


NOON_TO_TEN_PAST = {"start": "2024-01-01T12:00:00Z", "end": "2024-01-01T12:10:00Z"}


def stats(client, *metrics, **body):
    return ask(client, "spans/stats", **NOON_TO_TEN_PAST, metrics=metrics, **body)


def test_spans_are_counted_over_time(client):
    spend(client)
    price(client)
    tokens = metric("input_tokens", aggregations=["sum", "avg", "max"], percentiles=[99.9])
    errors = metric("is_error", "boolean", "derived", "failed", aggregations=["count_true"])
    models = metric("request_model", "string", alias="model", aggregations=["count_distinct"])
    cost = metric("total_cost_usd", source="derived", alias="cost")
    found = stats(client, tokens, errors, models, cost)
    first, second = found["rows"]
    assert (found["granularity"], found["bucket_type"]) == (300, "time")
    assert first == {
        "timestamp": first["timestamp"], "sum_x": 12, "avg_x": 4, "max_x": 4, "p99_9_x": 4,
        "count_true_failed": 1, "count_distinct_model": 2, "sum_cost": 14, "count": 3,
    }  # fmt: skip
    assert (second["sum_x"], second["avg_x"], second["p99_9_x"], second["count"]) == (
        0,
        None,
        None,
        0,
    )
    assert [column["name"] for column in found["columns"]] == [*first]
    assert found["columns"][1] == {
        "name": "sum_x", "role": "metric", "value_type": "number", "metric": "x",
        "aggregation": "sum",
    }  # fmt: skip


def test_spans_are_counted_by_groups(client):
    spend(client)
    by_model = [{"key": "request_model", "alias": "model"}]
    found = stats(client, metric("duration_ms", source="derived"), group_by=by_model)
    rows = [(row["model"], row["sum_x"], row["count"]) for row in found["rows"]]
    assert rows == [("", 1000, 1), ("m", 1000, 1), ("x", 1000, 1)] + [
        (m, 0, 0) for m in ("", "m", "x")
    ]
    assert {column["role"] for column in found["columns"]} == {"time", "group", "metric"}
    keep(client, span(4, "chat", {"gen_ai.request.model": "x"}))
    most = stats(client, metric("input_tokens"), group_by=by_model, group_limit=1)
    assert [row["model"] for row in most["rows"]] == ["x", "x"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"metrics": []}, 422),
        ({"metrics": [metric("a", aggregations=["median"])]}, 422),
        ({"metrics": [metric("a", "string", percentiles=[50])]}, 422),
        ({"metrics": [metric("is_error", source="derived")]}, 422),
        ({"metrics": [metric("a"), metric("b")]}, 422),
        ({"metrics": [metric("a")], "group_by": [{"key": "count"}]}, 422),
        ({"metrics": [metric("a")], "bucket_by": {"type": "number"}}, 422),
        ({"metrics": [metric("a")], "end": "2024-09-06T12:00:00Z"}, 422),
        ({"metrics": [metric("a")], "signal_filters": {"tags": ["a"]}}, 400),
    ],
)
def test_invalid_statistics_are_refused(client, fields, status):
    body = {"project_id": P, **NOON_TO_TEN_PAST, **fields}
    assert client.post("/agents/spans/stats", json=body).status_code == status


def give(client, kind, name):
    body = {"project_id": P, "weave_ref": f"weave:///{P}/{kind}/{name}",
            "feedback_type": "custom", "payload": {"of": kind}}  # fmt: skip
    assert client.post("/feedback/create", json=body).status_code == 200


def test_a_chat_shows_the_feedback_on_its_parts(client):
    keep(client, span(1, "chat", {"gen_ai.conversation.id": "a b", "gen_ai.completion": "Yes."}))
    give(client, "agent_turn", TRACE)
    give(client, "agent_span", f"{1:016x}")
    give(client, "agent_conversation", "a%20b")
    found = ask(client, "conversations/chat", conversation_id="a b", include_feedback=True)
    [turn] = found["turns"]
    [message] = turn["messages"]
    of = [
        rows[0]["payload"]["of"]
        for rows in (found["feedback"], turn["feedback"], message["feedback"])
    ]
    assert of == ["agent_conversation", "agent_turn", "agent_span"]
    assert ask(client, "traces/chat", trace_id=TRACE)["feedback"] is None
    assert ask(client, "traces/chat", trace_id=OTHER, include_feedback=True)["feedback"] == []


def test_conversations_are_listed_with_the_tags_and_ratings_of_them_and_their_turns(client):
    converse(client)
    user = {"project_id": P, "feedback_type": "wandb.agent_user_feedback", "payload": {}}
    rating = {"scorer_tags": ["kind"], "scorer_ratings": {"tone": 0.5},
              "scorer_rating_reasons": {"tone": "It greets."}}  # fmt: skip
    for ref, fields in (
        (f"agent_turn/{TRACE}", rating),
        ("agent_conversation/c", {"scorer_tags": ["short"]}),
    ):
        body = {**user, "weave_ref": f"weave:///{P}/{ref}", **fields}
        assert client.post("/feedback/create", json=body).status_code == 200
    give(client, "agent_turn", TRACE)
    [found] = ask(client, "conversations/spans", conversation_ids=["c"])["conversations"]
    tone = {"name": "tone", "value": 0.5, "reason": "It greets.", "confidence": None}
    turn = ask(client, "traces/chat", trace_id=TRACE, include_feedback=True)
    assert turn["feedback"][0]["scorer_rating_reasons"] == {"tone": "It greets."}
    kind = "wandb.agent_user_feedback"
    assert found["spans_feedback"] == [
        {"trace_id": None, "feedback_type": kind, "tags": ["short"], "ratings": []},
        {"trace_id": TRACE, "feedback_type": kind, "tags": ["kind"], "ratings": [tone]},
    ]


def test_every_convention_of_a_span_is_a_column(client):
    attrs = {
        "gen_ai.request.temperature": 0.5, "gen_ai.request.stop_sequences": '["a"]',
        "gen_ai.request.max_tokens": 9, "weave.compaction.summary": "short",
        "weave.compaction.items_before": 8, "weave.eval.trial_index": 0, "server.port": 80,
        "weave.parent_call.id": "p", "prompt_tokens_details.cached_tokens": 2,
        "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Hi",
        "gen_ai.request.top_p": "0.9",
    }  # fmt: skip
    tool_event = {"name": "gen_ai.tool.input", "timeUnixNano": str(NOON),
             "attributes": attributes({"gen_ai.tool.call.arguments": "{}"})}  # fmt: skip
    keep(client, span(1, "chat", attrs, events=[tool_event]))
    [found] = ask(client, "spans/query", include_details=True)["spans"]
    assert (found["request_temperature"], found["request_top_p"]) == (0.5, 0.9)
    assert (found["request_stop_sequences"], found["request_max_tokens"]) == (["a"], 9)
    assert (found["eval_trial_index"], found["server_port"]) == (0, 80)
    assert (found["parent_call_id"], found["cache_read_input_tokens"]) == ("p", 2)
    assert found["input_messages"] == [{"role": "user", "content": "Hi", "finish_reason": ""}]
    assert found["tool_call_arguments"] == "{}"
    assert (found["artifact_refs"], found["object_refs"]) == ([], [])
    assert not any(found[f"custom_attrs_{kind}"] for kind in ("string", "int", "float", "bool"))


def asked(*texts, **attrs):
    return {"gen_ai.input.messages": messages("user", *texts), **attrs}


def said(text, kind="text", **attrs):
    parts = [{"type": kind, "content": text}]
    outputs = [{"role": "assistant", "parts": parts}]
    return {"gen_ai.output.messages": json.dumps(outputs), **attrs}


def chat(client):
    """The type of each message, and its text if it has one."""
    return [
        (message["type"], message[message["type"]].get("text"))
        for message in ask(client, "traces/chat", trace_id=TRACE)["messages"]
    ]


def test_a_question_that_is_asked_again_is_shown_again_but_a_repeated_history_is_not(client):
    keep(
        client,
        span(1, "chat", asked("yes") | said("sure")),
        span(2, "chat", asked("yes")),
        span(3, "chat", asked("no") | said("well")),
        span(4, "chat", asked("yes") | said("fine")),
    )
    assert chat(client) == [
        ("user_message", "yes"), ("assistant_message", "sure"), ("user_message", "no"),
        ("assistant_message", "well"), ("user_message", "yes"), ("assistant_message", "fine"),
    ]  # fmt: skip


def test_reasoning_without_a_text_leaves_the_reply_to_the_agent_which_counts_all_tokens(client):
    tokens = {"gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": 1}
    agent = {"gen_ai.agent.name": "guide", **tokens}
    keep(
        client,
        span(1, "invoke_agent", said("There.", **agent)),
        span(2, "chat", asked("Where?") | said("hm", "reasoning", **tokens), parent=1),
    )
    assert chat(client)[2:] == [("assistant_message", ""), ("assistant_message", "There.")]
    reply = ask(client, "traces/chat", trace_id=TRACE)["messages"][-1]["assistant_message"]
    assert (reply["input_tokens"], reply["output_tokens"], reply["reasoning_content"]) == (
        6,
        2,
        "hm",
    )


def test_a_question_that_only_agents_have_comes_first_and_once(client):
    keep(
        client,
        span(1, "invoke_agent", asked("Hello?", "Where?", **{"gen_ai.agent.name": "guide"})),
        span(2, "execute_tool", parent=1, name="execute_tool map"),
        span(3, "invoke_agent", asked("Look it up.", **{"gen_ai.agent.name": "aide"}), parent=2),
        span(4, "chat", said("There."), parent=3),
    )
    assert chat(client) == [
        ("user_message", "Where?"), ("agent_start", None), ("tool_call", None),
        ("agent_start", None), ("assistant_message", "There."),
    ]  # fmt: skip
    cards = ask(client, "traces/chat", trace_id=TRACE)["messages"]
    assert [card["agent_name"] for card in cards] == ["User", "guide", "guide", "aide", "aide"]
    assert cards[2]["tool_call"]["tool_name"] == "map"


def test_instructions_are_shown_whenever_they_change(client):
    for number, instructions in enumerate(["Be kind.", "Be kind.", "Be brief.", "Be kind."], 1):
        keep(client, span(number, "chat", {"gen_ai.system_instructions": instructions}))
    cards = ask(client, "traces/chat", trace_id=TRACE)["messages"]
    assert [card["agent_start"]["system_instructions"] for card in cards] == [
        "Be kind.", "Be brief.", "Be kind.",
    ]  # fmt: skip


def test_a_reply_that_a_step_repeats_is_shown_once_with_what_both_know(client):
    keep(
        client,
        span(1, "chat", asked("Where?") | said("There.", **{"gen_ai.request.model": "m"})),
        span(2, "chat", said("There.", **{"gen_ai.usage.input_tokens": 3}), parent=1),
    )
    assert chat(client) == [("user_message", "Where?"), ("assistant_message", "There.")]
    reply = ask(client, "traces/chat", trace_id=TRACE)["messages"][-1]
    assert reply["span_id"] == f"{2:016x}"
    assert reply["assistant_message"]["model"] == "m"
    assert reply["assistant_message"]["input_tokens"] == 3


def test_media_belong_to_the_message_that_names_them(client):
    image = f"weave:///{P}/object/image:abc"
    parts = [{"type": "uri", "uri": image}, {"type": "text", "content": "What is it?"}]
    inputs = json.dumps([{"role": "user", "parts": parts}])
    attrs = {"gen_ai.input.messages": inputs, "weave.content_refs": image}
    keep(client, span(1, "chat", said("A harbour.", **attrs)))
    question, reply = ask(client, "traces/chat", trace_id=TRACE)["messages"]
    assert question["user_message"] == {"text": "What is it?", "content_refs": [image]}
    assert reply["assistant_message"]["content_refs"] == []


def test_a_turn_is_described_by_its_only_span_without_a_parent(client):
    keep(
        client,
        span(1, "chat", {"gen_ai.provider.name": "openai"}, parent=9),
        span(2, "invoke_agent", {"gen_ai.agent.name": "guide"}),
    )
    turn = ask(client, "traces/chat", trace_id=TRACE)
    assert (turn["root_span_name"], turn["agent_name"], turn["provider"]) == (
        "guide",
        "guide",
        None,
    )


def test_a_compaction_is_a_message_of_the_chat(client):
    keep(client, span(1, "invoke_agent", {"weave.compaction.items_before": 8}))
    [card] = ask(client, "traces/chat", trace_id=TRACE)["messages"]
    assert card["context_compacted"]["compaction_items_before"] == 8


def test_a_trial_refers_to_the_topmost_spans_that_name_it(client):
    client.start("root", op_name="Evaluation.evaluate")
    client.start("trial", op_name="Evaluation.predict_and_score", parent_id="root")
    identity = {"weave.eval.run_id": "root", "weave.eval.predict_and_score_call_id": "trial"}
    keep(
        client,
        span(1, "invoke_agent", identity),
        span(2, "chat", identity, parent=1),
        span(3, "chat", identity, trace=OTHER),
        span(4, "chat", {**identity, "weave.eval.run_id": "another"}, trace=f"{4:032x}"),
    )
    body = {"evaluation_call_ids": ["root"]}
    [row] = client.post(f"/v2/{P}/eval_results/query", json=body).json()["rows"]
    [trial] = row["evaluations"][0]["trials"]
    assert trial["genai_span_ref"] == [
        {"trace_id": TRACE, "span_id": f"{1:016x}"},
        {"trace_id": OTHER, "span_id": f"{3:016x}"},
    ]
