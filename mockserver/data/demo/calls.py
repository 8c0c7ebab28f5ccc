"""The traces of the demo: conversations, questions to the handbook, journeys and an evaluation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from mockserver.core.codec import encode
from mockserver.core.model import Json, JsonObject
from mockserver.core.refs import version_ref
from mockserver.data.demo.assistant import LARGE, SMALL, Assistant, function, request
from mockserver.data.demo.cast import RELEASE, Cast
from mockserver.data.demo.story import PROJECT, SHARED, STORY, call, filled

CALLS_PER_CONVERSATION = 14.5
CALLS_PER_QUESTION = 6.0
"""Mean sizes; only the spacing of traces over the two weeks depends on them."""

PAUSE = 45
"""Seconds between two turns."""

HOUR = 60 * 60
REBUILD = range(26 * HOUR, 30 * HOUR)
"""Seconds before now during which the search index was rebuilt."""

TOOLS = [
    function(name, tool["description"], tool["parameters"]) for name, tool in STORY["tools"].items()
]
MOST_STEPS = 4
"""The most requests for one answer; a tool that fails is called again."""


def conversations(cast: Cast, assistant: Assistant, calls: int) -> Iterator[JsonObject]:
    """Turn after turn of passengers; the first of them has a conversation of twenty."""
    turns, house = STORY["turns"], STORY["house"]
    trips = {is_new: [_trip(cast, name) for name in cast.people] for is_new in (False, True)}

    def conversation(
        thread: str, seconds: float, middle: Sequence[JsonObject]
    ) -> Iterator[JsonObject]:
        is_new = seconds <= RELEASE
        trip = cast.one(trips[is_new])
        return _conversation(cast, assistant, thread, seconds, middle=middle, trip=trip)

    longest = [*turns, *house]
    yield from conversation("regular-7", (len(longest) + 2) * PAUSE + 600, longest)
    for number, seconds in enumerate(cast.moments(calls / CALLS_PER_CONVERSATION), 1001):
        some = cast.some(turns, cast.number(0, len(turns)))
        yield from conversation(f"passenger-{number}", seconds, some)


def handbook_questions(cast: Cast, assistant: Assistant, calls: int) -> Iterator[JsonObject]:
    """Questions of the crew, some of which fail during the rebuild."""
    yield _handbook_question(cast, assistant, REBUILD[len(REBUILD) // 2], fails=True)
    for seconds in cast.moments(calls / CALLS_PER_QUESTION):
        fails = int(seconds) in REBUILD and cast.chance(0.6)
        yield _handbook_question(cast, assistant, seconds, fails=fails)


def journeys(cast: Cast) -> Iterator[JsonObject]:
    """A journey per wish, one per failure, and one that is still running."""
    for number, wish in enumerate(STORY["wishes"], 1):
        yield call(cast, "journey", _journey(cast, wish), HOUR * number)
    for number, failure in enumerate(STORY["failures"]):
        values = {"question": STORY["wishes"][0]["question"], "failure": failure}
        yield call(cast, "failed_journey", values, 1500 + 300 * number)
    yield call(cast, "running_journey", _journey(cast, STORY["wishes"][0]), 40)


def evaluation(cast: Cast) -> JsonObject:
    """The evaluation with a run per contender; the last one is still running."""
    return {**STORY["evaluation"], "runs": [_run(cast, each) for each in STORY["contenders"]]}


def call_count(evaluation: JsonObject) -> int:
    """The number of calls that loading the evaluation makes."""
    per_prediction = 2 + len(evaluation["scorers"])
    return sum(
        1 + run["finished"] + per_prediction * len(run["predictions"]) for run in evaluation["runs"]
    )


def _conversation(
    cast: Cast,
    assistant: Assistant,
    thread: str,
    seconds: float,
    *,
    middle: Sequence[JsonObject],
    trip: JsonObject,
) -> Iterator[JsonObject]:
    is_new = seconds <= RELEASE
    values = {**trip, "prompt": SHARED["second_prompt" if is_new else "first_prompt"]}
    attributes = {
        "release": f"2025.{2 + is_new}",
        "prompt": version_ref(PROJECT, "object", "assistant-prompt", f"v{is_new:d}"),
        "channel": cast.one(STORY["channels"]),
    }
    for number, turn in enumerate([STORY["opening"], *middle, STORY["closing"]]):
        yield {
            **_turn(cast, assistant, turn, values, max(seconds - number * PAUSE, 60 - number)),
            "thread": thread,
            "user": trip["passenger"],
            "attributes": attributes,
            "feedback": _passenger_feedback(cast, satisfied=0.9 if is_new else 0.5),
        }


def _trip(cast: Cast, passenger: str) -> JsonObject:
    """The facts of a passenger's conversations."""
    port, seats, wind = cast.one(cast.ports), cast.number(2, 6), cast.number(3, 19)
    return {
        "passenger": passenger,
        "port": port,
        "time": f"{cast.number(20, 23)}:{cast.number(0, 5)}0",
        "pier": cast.number(1, 5),
        "wind": wind,
        "sea": "calm" if wind < 8 else "choppy" if wind < 14 else "rough",
        "seats": seats,
        "price": 15 * seats,
        "code": f"{port[:2].upper()}-{cast.number(1000, 9999)}",
        "thing": cast.one(STORY["things"]),
    }


def _turn(
    cast: Cast, assistant: Assistant, template: JsonObject, values: JsonObject, seconds: float
) -> JsonObject:
    """The assistant classifies a question, calls the tools that the model asks for, and replies."""
    turn = {"intent": "house", **filled(template, values)}
    values = {**values, **turn, "confidence": cast.number(80, 99) / 100}
    steps = [filled(STORY["classification"], values)]
    sent = request(SMALL, values["prompt"], turn["question"], TOOLS)
    for _ in range(MOST_STEPS):
        message = assistant.reply(sent)
        steps.append(_reply(sent, message, 0.8))
        results = [_result(cast, each, values) for each in message.get("tool_calls", ())]
        if not results:
            break
        steps += [called for called, _ in results]
        answers = [told for _, told in results]
        sent = {**sent, "messages": [*sent["messages"], message, *answers]}
    return call(cast, "turn", {**values, "answer": message["content"], "steps": steps}, seconds)


def _result(cast: Cast, asked: JsonObject, values: JsonObject) -> tuple[JsonObject, JsonObject]:
    """The call of a tool that the model asks for, and the message with its result."""
    name = asked["function"]["name"]
    tool = STORY["tools"][name]
    fails = "failure" in tool and cast.chance(0.08)
    made = {
        "name": name,
        "took": tool["took"],
        "arguments": json.loads(asked["function"]["arguments"]),
        "result": None if fails else filled(tool["output"], values),
        "exception": filled(tool["failure"], values) if fails else None,
    }
    content = made["exception"] or json.dumps(made["result"])
    message = {"role": "tool", "tool_call_id": asked["id"], "content": content}
    return filled(STORY["tool"], made), message


def _reply(sent: JsonObject, message: JsonObject, seconds: float) -> JsonObject:
    values = {"request": sent, "message": message, "model": sent["model"], "seconds": seconds}
    made: JsonObject = filled(STORY["reply"], values)
    return made


def _passenger_feedback(cast: Cast, satisfied: float) -> list[JsonObject]:
    """One turn in four has feedback, some of that from the staff too."""
    feedback = _feedback(cast, 0.25, satisfied, STORY["complaints"])
    if feedback and cast.chance(0.4):
        staff, good = cast.one(cast.people[:4]), len(feedback) == 1
        feedback.append({"annotation": "helpful", "value": good, "creator": staff})
    return feedback


def _handbook_question(
    cast: Cast, assistant: Assistant, seconds: float, *, fails: bool
) -> JsonObject:
    model, took = (LARGE, 1.8) if cast.chance(0.7) else (SMALL, 0.8)
    section, other = cast.some(STORY["sections"], 2)
    values = {
        **section,
        "ship": cast.one(STORY["ships"]),
        "other": other["section"],
        "score": cast.number(70, 95) / 100,
        "searching": 6.0 if int(seconds) in REBUILD else 0.07,
        "prompt": STORY["handbook_prompt"],
    }
    if fails:
        return call(cast, "unanswered", values, seconds)
    found = "\n".join(f"Section {each['section']}: {each['answer']}" for each in (section, other))
    asked = f"{found}\n\nQuestion: {section['question']}"
    sent = request(model, STORY["handbook_prompt"], asked)
    message = assistant.reply(sent)
    values |= {"answer": message["content"], "reply": _reply(sent, message, took)}
    return {
        **call(cast, "answered", values, seconds),
        "feedback": _feedback(cast, 0.1, 0.8, STORY["outdated"]),
    }


def _feedback(
    cast: Cast, share: float, satisfied: float, complaints: Sequence[str]
) -> list[JsonObject]:
    if not cast.chance(share):
        return []
    if cast.chance(satisfied):
        return [{"emoji": "👍"}]
    return [{"emoji": "👎"}, {"note": cast.one(complaints)}]


def _journey(cast: Cast, wish: dict[str, Json]) -> JsonObject:
    values = {
        **wish,
        "arguments_text": encode(wish["arguments"]).decode(),
        "passenger": cast.one(cast.people[:12]),
        "channel": cast.one(STORY["channels"]),
        "score": cast.number(60, 99) / 100,
        "planner_prompt": STORY["planner_prompt"],
    }
    return {**values, "decision": filled(STORY["decision"], values)}


def _run(cast: Cast, contender: JsonObject) -> JsonObject:
    predictions = [_prediction(cast, contender, row) for row in range(contender["rows"])]
    finished = contender.get("finished", True)
    part = {key: contender[key] for key in ("model", "at")}
    return {**part, "finished": finished, "predictions": predictions}


def _prediction(cast: Cast, contender: JsonObject, row: int) -> JsonObject:
    section = STORY["sections"][row]
    is_correct, names_source = (cast.chance(contender["quality"]) for _ in range(2))
    answer = section["answer"] if is_correct else "The handbook does not say."
    model, _, _ = contender["model"].partition(":")
    return {
        "row": row,
        "output": f"{answer} ({section['section']})" if names_source else answer,
        "took": cast.took(contender["took"]),
        "usage": {"model": model, "prompt": 900, "completion": len(answer) // 4},
        "scores": {"correct": is_correct, "names_its_source": names_source},
    }
