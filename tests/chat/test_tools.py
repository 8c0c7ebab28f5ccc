"""Tools in the chat completion: who is called, with what, and how a stream tells it."""

from __future__ import annotations

import json
from time import process_time

import pytest
from jsonschema import Draft202012Validator

from mockserver.chat.prompt.tokens import count
from tests.chat.asking import MALFORMED, REFUSED, ask, choice, chunks, content, refusal, said
from tests.pace import slowness

P = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "unit": {"enum": ["celsius", "fahrenheit"]},
        "days": {"type": "integer", "minimum": 1, "maximum": 10},
    },
    "required": ["city", "unit"],
    "additionalProperties": False,
}
WEATHER = {
    "type": "function",
    "function": {"name": "get_weather", "description": "The weather of a city", "parameters": P},
}
CLOCK = {"type": "function", "function": {"name": "get_time"}}
NAMED = {"type": "function", "function": {"name": "get_weather"}}
ASKED = [said("Please use get_weather for Paris.")]
BOTH = [said("First get_time, then get_weather in Oslo.")]
AUTO = {"messages": ASKED, "tools": [WEATHER]}


def calls(client, **members):
    return choice(client, **members)["message"]["tool_calls"]


def put_together(found, index=0):
    """The message that a stream tells, as a client puts it together."""
    message = {"content": None, "reasoning_content": None, "tool_calls": []}
    for told in (told for chunk in found for told in chunk["choices"] if told["index"] == index):
        for field, value in told["delta"].items():
            if field == "tool_calls":
                add_calls(message["tool_calls"], value)
            elif field not in ("role", "reasoning") and (value or field == "reasoning_content"):
                message[field] = (message[field] or "") + value
    return message


def add_calls(calls, deltas):
    for delta in deltas:
        function = {"arguments": "", **delta["function"]}
        if "id" in delta:
            assert delta["index"] == len(calls)
            calls.append({**{key: delta[key] for key in ("id", "type")}, "function": function})
        else:
            assert list(delta) == ["index", "function"]
            calls[delta["index"]]["function"]["arguments"] += delta["function"]["arguments"]


def functions(message):
    return [call["function"] for call in message["tool_calls"]]


def test_chat_95_a_tool_that_the_user_names_is_called(client):
    found = choice(client, **AUTO)
    assert (found["finish_reason"], found["message"]["content"]) == ("tool_calls", None)
    (call,) = found["message"]["tool_calls"]
    assert list(call) == ["id", "type", "function"]
    assert call["id"].startswith("chatcmpl-tool-")
    assert len(call["id"]) == len("chatcmpl-tool-") + 32
    assert (call["type"], call["function"]["name"]) == ("function", "get_weather")
    Draft202012Validator(P).validate(json.loads(call["function"]["arguments"]))


def test_chat_95_97_arguments_are_written_as_the_engine_writes_them(client):
    (auto,) = calls(client, **AUTO)
    (named,) = calls(client, tool_choice=NAMED, **AUTO)
    for call in (auto, named):
        Draft202012Validator(P).validate(json.loads(call["function"]["arguments"]))
    written = auto["function"]["arguments"]
    assert written == json.dumps(json.loads(written))


def test_arguments_take_values_from_what_the_user_says(client):
    asked = [said("Use get_weather for Oslo, in fahrenheit, for the next 3 days.")]
    whole = {**P, "required": list(P["properties"])}
    tool = {"type": "function", "function": {"name": "get_weather", "parameters": whole}}
    for seed in range(5):
        (call,) = calls(client, messages=asked, tools=[tool], seed=seed)
        told = json.loads(call["function"]["arguments"])
        assert told == {"city": "Oslo", "unit": "fahrenheit", "days": 3}


def test_chat_96_with_none_nothing_is_called(client):
    found = choice(client, tool_choice="none", **AUTO)
    assert (found["finish_reason"], found["message"]["tool_calls"]) == ("stop", [])
    assert found["message"]["content"]


def test_a_number_of_the_user_counts_more_than_a_default(client):
    guests = {"type": "integer", "default": 2}
    schema = {"type": "object", "properties": {"guests": guests}, "required": ["guests"]}
    tool = {"type": "function", "function": {"name": "book_table", "parameters": schema}}
    messages = [said("Book a table for 4 in Oslo")]
    for seed in range(10):
        (call,) = calls(client, messages=messages, tools=[tool], tool_choice="required", seed=seed)
        assert json.loads(call["function"]["arguments"]) == {"guests": 4}


def test_chat_97_a_named_tool_is_called_whatever_was_said(client):
    found = choice(client, tools=[CLOCK, WEATHER], tool_choice=NAMED)
    assert (found["finish_reason"], found["message"]["content"]) == ("stop", "")
    assert [call["function"]["name"] for call in found["message"]["tool_calls"]] == ["get_weather"]


def test_chat_98_required_calls_what_the_user_names_or_what_is_nearest(client):
    found = choice(client, messages=BOTH, tools=[WEATHER, CLOCK], tool_choice="required")
    assert (found["finish_reason"], found["message"]["content"]) == ("tool_calls", "")
    assert [one["name"] for one in functions(found["message"])] == ["get_time", "get_weather"]
    near = [said("Will the weather hold in this city?")]
    (call,) = calls(client, messages=near, tools=[CLOCK, WEATHER], tool_choice="required")
    assert call["function"]["name"] == "get_weather"


def test_chat_98_required_without_a_tool_to_choose_is_none(client):
    assert calls(client, tools=[], tool_choice="required") == []


def test_chat_99_choices_that_cannot_be_made(client):
    refused = {
        "must be set": refusal(client, tool_choice="auto"),
        "Invalid value": refusal(client, tool_choice="any", tools=[CLOCK]),
        "does not match": refusal(client, tool_choice=NAMED, tools=[CLOCK]),
    }
    for text, (status, kind, message) in refused.items():
        assert (status, kind) == (400, MALFORMED)
        assert text in message


@pytest.mark.parametrize("tool_choice", [None, "none", "auto", "required"])
def test_chat_101_no_tools_are_none_whatever_the_choice(client, tool_choice):
    answer = ask(client, tools=[], tool_choice=tool_choice)
    for without in ({}, {"tools": None}):
        expected = ask(client, **without)
        assert (answer["choices"], answer["usage"]) == (expected["choices"], expected["usage"])


def test_chat_101_a_function_whose_parameters_are_none_gets_an_empty_object(client):
    nothing = {"type": "object", "properties": {}}
    tool = {"type": "function", "function": {"name": "get_time", "parameters": nothing}}
    (call,) = calls(client, messages=[said("get_time")], tools=[tool])
    assert call["function"]["arguments"] == "{}"


def test_chat_101_a_function_without_parameters_gets_an_empty_object(client):
    (call,) = calls(client, messages=[said("get_time, please")], tools=[CLOCK])
    assert call["function"]["arguments"] == "{}"


def test_chat_102_parallel_calls_unless_they_are_forbidden(client):
    both = {"messages": BOTH, "tools": [WEATHER, CLOCK]}
    names = [call["function"]["name"] for call in calls(client, **both)]
    assert names == ["get_time", "get_weather"]
    assert len(calls(client, parallel_tool_calls=True, **both)) == 2
    assert len(calls(client, parallel_tool_calls=False, **both)) == 1


def test_one_answer_has_at_most_sixteen_calls(client):
    tools = [{"type": "function", "function": {"name": f"tool{at}"}} for at in range(40)]
    everything = " ".join(tool["function"]["name"] for tool in tools)
    assert len(calls(client, messages=[said(everything)], tools=tools)) == 16


def test_many_tools_and_a_long_text_take_no_time(make_client):
    client = make_client(context_length=10**8)
    tools = [{"type": "function", "function": {"name": f"tool{at}"}} for at in range(4_096)]
    messages = [said("tool " * 100_000 + "tool7")]
    for tool_choice in ("auto", "required"):
        began = process_time()
        (call,) = calls(client, messages=messages, tools=tools, tool_choice=tool_choice)
        assert call["function"]["name"] == "tool7"
        assert process_time() - began < 5 * slowness()


def test_many_choices_of_many_calls_have_one_effort(client):
    deep = {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]}
    tools = [
        {"type": "function", "function": {"name": f"tool{at}", "parameters": deep}}
        for at in range(16)
    ]
    everything = " ".join(tool["function"]["name"] for tool in tools)
    began = process_time()
    assert refusal(client, messages=[said(everything)], tools=tools, n=128)[0] == 400
    assert process_time() - began < 5 * slowness()


def test_a_part_of_a_word_names_no_tool(client):
    assert calls(client, messages=[said("forget_time is a word")], tools=[CLOCK]) == []
    assert len(calls(client, messages=[said("What about `get_time`?")], tools=[CLOCK])) == 1


def test_only_the_last_message_calls_and_only_if_the_user_wrote_it(client):
    assert calls(client, messages=[*ASKED, said("Never mind.")], tools=[WEATHER]) == []
    assert calls(client, messages=[*ASKED, said("I will.", "assistant")], tools=[WEATHER]) == []


def test_every_call_has_an_id_of_its_own_and_a_seed_repeats_them(make_client):
    asked = {"messages": BOTH, "tools": [WEATHER, CLOCK], "n": 3}
    both = []
    for _ in range(2):
        found = ask(make_client(seed=7), **asked)["choices"]
        both.append([call["id"] for one in found for call in one["message"]["tool_calls"]])
    assert both[0] == both[1]
    assert len(set(both[0])) == 6


def test_calls_are_repeated_but_for_their_ids(client):
    one, other = calls(client, **AUTO), calls(client, **AUTO)
    assert one[0]["function"] == other[0]["function"]
    assert one[0]["id"] != other[0]["id"]


def test_usage_counts_the_tokens_of_calls(client):
    named = ask(client, tool_choice=NAMED, **AUTO)
    (call,) = named["choices"][0]["message"]["tool_calls"]
    assert named["usage"]["completion_tokens"] == count(call["function"]["arguments"])
    auto = ask(client, **AUTO)
    (call,) = auto["choices"][0]["message"]["tool_calls"]
    assert auto["usage"]["completion_tokens"] == count(call["function"]["arguments"]) + 1


def test_a_limit_cuts_the_arguments(client):
    whole = calls(client, tool_choice=NAMED, **AUTO)[0]["function"]["arguments"]
    found = choice(client, tool_choice=NAMED, max_tokens=3, **AUTO)
    assert found["finish_reason"] == "length"
    cut = functions(found["message"])[0]["arguments"]
    assert whole.startswith(cut)
    assert len(cut) < len(whole)


def test_a_stop_string_ends_a_call(client):
    found = choice(client, stop="unit", **AUTO)
    assert (found["finish_reason"], found["stop_reason"]) == ("stop", "unit")
    assert functions(found["message"])[0]["arguments"].endswith('"')


@pytest.mark.parametrize("members", [{"ignore_eos": True}, {"min_tokens": 60, "stop": "zzz"}])
def test_a_call_that_is_complete_ends_the_answer(client, members):
    found = choice(client, **members, **AUTO)
    assert found["finish_reason"] == "tool_calls"
    json.loads(functions(found["message"])[0]["arguments"])


def test_parameters_that_nothing_satisfies_are_refused(client):
    broken = {"type": "object", "properties": {"a": {"type": "nonsense"}}, "required": ["a"]}
    tool = {"type": "function", "function": {"name": "f", "parameters": broken}}
    status, kind, message = refusal(client, tools=[tool], tool_choice="required")
    assert (status, kind) == (400, REFUSED)
    assert "parameters of f" in message


# Streams


@pytest.mark.parametrize(
    "members",
    [
        {"messages": BOTH, "tools": [WEATHER, CLOCK]},
        {"messages": BOTH, "tools": [WEATHER, CLOCK], "tool_choice": "required"},
        {"tools": [WEATHER], "tool_choice": NAMED},
        {"messages": ASKED, "tools": [WEATHER], "stop": ["unit", "x" * 9]},
        {"messages": ASKED, "tools": [WEATHER], "max_tokens": 4},
    ],
    ids=["auto", "required", "named", "stopped", "cut"],
)
def test_chat_114_a_stream_comes_to_the_same_calls(client, members):
    plain = choice(client, seed=1, **members)
    found = chunks(client, seed=1, **members)
    assert functions(put_together(found)) == functions(plain["message"])
    finished = [chunk["choices"][0]["finish_reason"] for chunk in found]
    assert finished == [None] * (len(found) - 1) + [plain["finish_reason"]]


def test_chat_114_a_named_call_begins_with_a_piece_of_its_arguments(client):
    _, first, second, *_ = chunks(client, tools=[WEATHER], tool_choice=NAMED)
    (call,) = first["choices"][0]["delta"]["tool_calls"]
    assert list(call) == ["id", "type", "index", "function"]
    assert (call["index"], call["function"]["name"]) == (0, "get_weather")
    assert call["function"]["arguments"].startswith("{")
    (later,) = second["choices"][0]["delta"]["tool_calls"]
    assert list(later) == ["index", "function"]
    assert list(later["function"]) == ["arguments"]


def test_a_call_that_the_model_chose_begins_with_its_name_alone(client):
    _, first, second, *_ = chunks(client, **AUTO)
    (call,) = first["choices"][0]["delta"]["tool_calls"]
    assert call["function"] == {"name": "get_weather"}
    assert second["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].startswith("{")


def test_parallel_calls_of_a_stream_are_numbered(client):
    found = chunks(client, messages=BOTH, tools=[WEATHER, CLOCK])
    indexes = [
        call["index"]
        for chunk in found
        for call in chunk["choices"][0]["delta"].get("tool_calls", ())
    ]
    assert sorted(indexes) == indexes
    assert set(indexes) == {0, 1}


def test_a_stream_of_calls_tells_the_same_usage(client):
    members = {**AUTO, "n": 2}
    *earlier, last = chunks(
        client, stream_options={"include_usage": True, "continuous_usage_stats": True}, **members
    )
    usage = ask(client, **members)["usage"]
    assert last["usage"]["completion_tokens"] == usage["completion_tokens"]
    counts = [one["usage"]["completion_tokens"] for one in earlier if one["choices"][0]["index"]]
    assert counts == sorted(counts)


# The turn after a tool has answered


def answered(result, name="get_weather"):
    function = {"name": name, "arguments": "{}"}
    made = {"id": "c1", "type": "function", "function": function}
    return [
        *ASKED,
        {"role": "assistant", "content": None, "tool_calls": [made]},
        said(result, "tool", tool_call_id="c1"),
    ]


def test_chat_101_after_a_tool_the_answer_is_text_that_uses_the_result(client):
    found = choice(client, messages=answered("18 degrees and sunny."), tools=[WEATHER])
    assert (found["finish_reason"], found["message"]["tool_calls"]) == ("stop", [])
    assert "18 degrees and sunny." in found["message"]["content"]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (
            '[{"ship": "Ada", "price_eur": 9}, {"ship": "Bo", "price_eur": 7}]',
            "I found 2 ships: Ada (price eur 9) and Bo (price eur 7).",
        ),
        ("12", "The result is 12."),
        ('{"sky": "clear", "temperature_c": 18}', "The sky is clear and it is 18 °C."),
        (
            '{"wind": {"from": "north", "knots": 9}}',
            "The wind from is north and the wind knots is 9.",
        ),
        ('["red", "green", true, null]', "Red, green, true and null."),
        ('{"units": 1200}', "The units is 1200."),
        ("{}", "Nothing."),
        ("", ": ."),
        ('{"broken', '{"broken'),
    ],
)
def test_facts_of_a_result_are_told_as_people_say_them(client, result, told):
    text = content(client, messages=answered(result), tools=[WEATHER])
    assert told.strip(": .") in text
    assert "\n" not in text


def test_a_long_result_is_told_in_part(client):
    text = content(client, messages=answered("word " * 2000), tools=[WEATHER])
    assert "word word" in text
    assert len(text) < 1500


def test_of_many_results_the_last_ones_are_told(client):
    many = [said(f"it is {number}", "tool") for number in range(5_000)]
    begun = process_time()
    text = content(client, messages=many, n=128, truncate_prompt_tokens=9)
    assert process_time() - begun < 5 * slowness()
    assert "it is 4998" in text
    assert "it is 4999" in text
    assert "it is 4000" not in text


def test_every_tool_that_answered_is_told(client):
    messages = [*answered("sunny"), said("9 pm", "tool", tool_call_id="unknown")]
    text = content(client, messages=messages)
    assert "sunny" in text
    assert "9 pm" in text


def test_calls_of_other_roles_and_results_of_no_call_are_no_trouble(client):
    odd = [said("hm", tool_calls=[{}, 3]), said("sunny", "tool", tool_call_id=None)]
    assert "sunny" in content(client, messages=odd)
    nameless = {"function": {"name": ""}}
    assert calls(client, messages=ASKED, tools=[nameless]) == []


def test_in_strict_mode_nothing_is_called(make_client):
    assert calls(make_client(strict=True), **AUTO) == []


def test_a_long_result_is_told_by_its_beginning(client):
    long = '{"sky": "clear", "rest": "' + "x" * 65_536 + '"}'
    messages = [said("hi"), said(long, "tool", tool_call_id="a")]
    text = content(client, messages=messages, truncate_prompt_tokens=9)
    assert '{"sky": "clear", "rest":' in text


@pytest.mark.parametrize(
    ("name", "arguments", "result", "told"),
    [
        (
            "get_order",
            '{"order_id": "A1"}',
            '{"order_id": "A1", "status": "sent"}',
            "The status is sent.",
        ),
        (
            "get_todo",
            '{"id": 3}',
            '{"title": "Buy milk", "done": false}',
            "The title is Buy milk and it is not done.",
        ),
        (
            "list_events",
            "{}",
            '[{"id": "e1", "title": "Standup"}, {"id": "e2", "title": "Lunch"}]',
            "I found 2 events: Standup (id e1) and Lunch (id e2).",
        ),
        ("save", "{}", "ok", "It is done."),
        ("quote", "{}", '{"price": 9.5, "currency": "USD"}', "The price is 9.5 USD."),
        (
            "get_weather",
            '{"location": "Boston"}',
            '{"temperature": "72", "unit": "fahrenheit", "forecast": ["sunny", "windy"]}',
            "It is 72 °F and the forecast is sunny and windy in Boston.",
        ),
    ],
)
def test_a_result_is_told_without_what_the_call_said(client, name, arguments, result, told):
    call = {"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}}
    messages = [
        said("Go on."),
        said("", "assistant") | {"tool_calls": [call]},
        said(result, "tool", tool_call_id="1"),
    ]
    assert choice(client, messages=messages)["message"]["content"] == told
