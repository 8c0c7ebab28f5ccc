"""The traces of the demo: conversations, questions to the handbook, journeys and an evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.core.codec import encode
from mockserver.core.model import Json, JsonObject
from mockserver.core.refs import version_ref
from mockserver.data.demo.cast import RELEASE, Cast
from mockserver.data.demo.story import PROJECT, STORY, call, filled

CALLS_PER_CONVERSATION = 14.5
CALLS_PER_QUESTION = 6.0
"""Mean sizes; only the spacing of traces over the two weeks depends on them."""

PAUSE = 45
"""Seconds between two turns."""

HOUR = 60 * 60
REBUILD = range(26 * HOUR, 30 * HOUR)
"""Seconds before now during which the search index was rebuilt."""


def conversations(cast: Cast, calls: int) -> Iterator[JsonObject]:
    """Turn after turn of passengers; the first of them has a conversation of twenty."""
    turns, house = STORY["turns"], STORY["house"]
    longest = [*turns, *house]
    yield from _conversation(cast, "regular-7", (len(longest) + 2) * PAUSE + 600, longest)
    for number, seconds in enumerate(cast.moments(calls / CALLS_PER_CONVERSATION), 1001):
        some = cast.some(turns, cast.number(0, len(turns)))
        yield from _conversation(cast, f"passenger-{number}", seconds, some)


def handbook_questions(cast: Cast, calls: int) -> Iterator[JsonObject]:
    """Questions of the crew; some of those asked during the rebuild fail."""
    yield _handbook_question(cast, REBUILD[len(REBUILD) // 2], fails=True)
    for seconds in cast.moments(calls / CALLS_PER_QUESTION):
        fails = int(seconds) in REBUILD and cast.chance(0.6)
        yield _handbook_question(cast, seconds, fails=fails)


def journeys(cast: Cast) -> Iterator[JsonObject]:
    """A journey per wish, one per failure, and one that is still being planned."""
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
    cast: Cast, thread: str, seconds: float, middle: Sequence[JsonObject]
) -> Iterator[JsonObject]:
    is_new = seconds <= RELEASE
    values = _trip(cast, is_new=is_new)
    attributes = {
        "release": f"2025.{2 + is_new}",
        "prompt": version_ref(PROJECT, "object", "assistant-prompt", f"v{is_new:d}"),
        "channel": cast.one(STORY["channels"]),
    }
    for number, turn in enumerate([STORY["opening"], *middle, STORY["closing"]]):
        yield {
            **_turn(cast, turn, values, max(seconds - number * PAUSE, 60 - number)),
            "thread": thread,
            "user": values["passenger"],
            "attributes": attributes,
            "feedback": _passenger_feedback(cast, satisfied=0.9 if is_new else 0.5),
        }


def _trip(cast: Cast, *, is_new: bool) -> JsonObject:
    """The facts of one conversation; the new prompt asks for the day with every time."""
    port, seats, wind = cast.one(cast.ports), cast.number(1, 6), cast.number(3, 19)
    departs = f"{cast.number(20, 23)}:{cast.number(0, 5)}0"
    return {
        "prompt": STORY["second_prompt" if is_new else "first_prompt"],
        "passenger": cast.one(cast.people),
        "port": port,
        "departs": departs,
        "time": f"{departs} tonight" if is_new else departs,
        "pier": cast.number(1, 5),
        "wind": wind,
        "sea": "calm" if wind < 8 else "choppy" if wind < 14 else "rough",
        "seats": seats,
        "price": 15.5 * seats,
        "code": f"{port[:2].upper()}-{cast.number(1000, 9999)}",
        "thing": cast.one(STORY["things"]),
    }


def _turn(cast: Cast, template: JsonObject, values: JsonObject, seconds: float) -> JsonObject:
    """The assistant classifies a question, calls a tool if the turn has one, and replies."""
    turn = {"intent": "house", "tool": None, **filled(template, values)}
    tool = turn["tool"]
    if "failure" in turn and cast.chance(0.08):
        tool = {**tool, "output": None, "exception": turn["failure"]["exception"]}
        turn["answer"] = turn["failure"]["answer"]
    values = {**values, **turn, "confidence": cast.number(80, 99) / 100}
    values |= {"model": "harbour-small", "seconds": 0.8}
    steps = [filled(STORY["classification"], values)]
    if tool:
        request = {"name": tool["op"], "arguments": tool["inputs"]}
        steps += [_reply(values, {"content": None, "tool_calls": [request]}), tool]
    steps.append(_reply(values, {"content": turn["answer"]}))
    return call(cast, "turn", {**values, "steps": steps}, seconds)


def _reply(values: JsonObject, message: JsonObject) -> JsonObject:
    reply: JsonObject = filled(
        STORY["reply"], {**values, "message": {"role": "assistant", **message}}
    )
    return reply


def _passenger_feedback(cast: Cast, satisfied: float) -> list[JsonObject]:
    """One turn in four has feedback, some of that from the staff too."""
    feedback = _feedback(cast, 0.25, satisfied, STORY["complaints"])
    if feedback and cast.chance(0.4):
        staff, good = cast.one(cast.people[:4]), len(feedback) == 1
        feedback.append({"annotation": "helpful", "value": good, "creator": staff})
    return feedback


def _handbook_question(cast: Cast, seconds: float, *, fails: bool) -> JsonObject:
    model, took = ("harbour-large", 1.8) if cast.chance(0.7) else ("harbour-small", 0.8)
    values = {
        **cast.one(STORY["sections"]),
        "ship": cast.one(STORY["ships"]),
        "other": f"{cast.number(1, 9)}.{cast.number(1, 9)}",
        "score": cast.number(70, 95) / 100,
        "searching": 6.0 if int(seconds) in REBUILD else 0.07,
        "prompt": STORY["handbook_prompt"],
        "model": model,
        "seconds": took,
    }
    if fails:
        return call(cast, "unanswered", values, seconds)
    values["reply"] = _reply(values, {"content": values["answer"]})
    feedback = _feedback(cast, 0.1, 0.8, STORY["outdated"])
    return {**call(cast, "answered", values, seconds), "feedback": feedback}


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
