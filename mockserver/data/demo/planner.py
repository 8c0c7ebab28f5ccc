"""The journey planner: an agent with agents below it, tools side by side, retries and a failure.

Moments within a journey are seconds since its beginning; `_placed` turns them into times before
now.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mockserver.core.codec import encode
from mockserver.core.digest import digest_bytes, digest_value
from mockserver.core.model import Json, JsonObject
from mockserver.core.refs import version_ref
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.media import CHART, REGULATIONS, SIGNAL
from mockserver.data.demo.wishes import FAILURES, WISHES, DelegatedTask, Wish, sold_out

CHANNELS = ("web", "app", "kiosk", "phone")


CODE = (
    '''import weave


@weave.op
def plan_journey(wish: str) -> str:
    """Plan in one go."""
    return chat("harbour-small", wish)
''',
    '''import weave

STEPS = 4


@weave.op
async def plan_journey(wish: str) -> str:
    """Plan step by step, with tools side by side."""
    agent = Agent("harbour-reasoner", tools=[search_crossings, lookup_weather, book_room])
    async for step in agent.run(wish, most=STEPS):  # the last step answers
        print(f"step {step.number}: {step.thought}")
    return agent.answer
''',
)
"""The op of the planner in its two versions."""


PROJECT = "acme/ferry-assistant"


def _op(code: str) -> JsonObject:
    return {
        "_type": "CustomWeaveType",
        "weave_type": {"type": "Op"},
        "files": {"obj.py": digest_bytes(code.encode())},
    }


PLAN = version_ref(PROJECT, "op", "plan_journey", digest_value(_op(CODE[1])))
"""The op in its latest version, as calls name it."""


def planner(cast: Cast) -> JsonObject:
    """The parts of the passengers' project that the planner has."""
    files = [
        {"name": "chart.png", "base64": CHART},
        {"name": "fog-signal.wav", "base64": SIGNAL},
        {"name": "regulations.md", "text": REGULATIONS},
        *({"name": "obj.py", "text": code} for code in CODE),
    ]
    return {
        "files": files,
        "objects": [{"name": "plan_journey", "versions": [_op(code) for code in CODE]}],
        "calls": list(_journeys(cast)),
    }


def _journeys(cast: Cast) -> Iterator[JsonObject]:
    for number, wish in enumerate(WISHES):
        journey = _journey(cast, wish, number)
        yield _placed(journey, 3600.0 * (number + 1))
    for number, failure in enumerate(FAILURES):
        failed = _span(PLAN, 0, 0.4 + number, {"wish": WISHES[0].question})
        yield _placed({**failed, "exception": failure}, 1500.0 + 300 * number)
    yield _placed(_running(cast), 40.0)


def _journey(cast: Cast, wish: Wish, number: int) -> JsonObject:
    """A whole journey, eleven deep. The first one tries again, the second one finds no room."""
    crossings = _crossings(wish, refused=number == 0)
    tools = [crossings, _weather(wish), _errand(cast, wish, fails=number == 1)]
    steps = [
        _think(wish, 0.1, 1.4),
        _span("tools.side_by_side", 1.6, 4.2, {"count": 3}, children=tools, output="3 results"),
        _look_at_chart(6.0),
        _answer(wish, 7.6, 2.3),
    ]
    run = _span("agent.run", 0.05, 9.9, {"wish": wish.question}, children=steps)
    journey = _span(PLAN, 0, 10.0, {"wish": wish.question}, children=[run])
    user = cast.one(cast.people[:12])
    return {
        **journey,
        "display_name": wish.question,
        "output": wish.answer,
        "user": user,
        "attributes": {"channel": cast.one(CHANNELS), "release": "2025.4"},
        "feedback": [{"emoji": "🎉", "creator": user}],
    }


def _think(wish: Wish, at: float, took: float) -> JsonObject:
    """The model decides which tools to ask, thinking aloud."""
    tools = ("search_crossings", "lookup_weather", wish.errand.op)
    arguments = encode(wish.arguments).decode()
    calls = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": tool, "arguments": arguments},
        }
        for number, tool in enumerate(tools, 1)
    ]
    message = {"role": "assistant", "content": None, "reasoning_content": wish.thought}
    return _chat("harbour-reasoner", at, took, _messages_of(wish), {**message, "tool_calls": calls})


def _answer(wish: Wish, at: float, took: float) -> JsonObject:
    """The model has the tools' results and answers in a stream."""
    thought = {"role": "assistant", "content": wish.thought}
    chat = _chat("harbour-large", at, took, [*_messages_of(wish), thought], wish.answer)
    return {**chat, "inputs": {**chat["inputs"], "stream": True, "temperature": 0.2}}


def _messages_of(wish: Wish) -> list[JsonObject]:
    prompt = "You plan journeys of Harbour Ferries. Use tools, then answer in Markdown."
    return [{"role": "system", "content": prompt}, {"role": "user", "content": wish.question}]


def _crossings(wish: Wish, *, refused: bool) -> JsonObject:
    """A tool that tries again when it is refused."""
    url = {"url": "https://timetable.harbour.example/v2"}
    first = {**_span("http.get", 1.7, 0.2, url), "exception": FAILURES[0]}
    again = _span("http.get", 2.4, 0.6, url, output={"status": 200, "crossings": 14})
    tries = [first, again] if refused else [again]
    attempts = _span("retry", 1.65, 1.5, {"most": 3}, children=tries, output=14)
    return _span(
        "search_crossings", 1.6, 1.7, wish.arguments, children=[attempts], output=wish.crossings
    )


def _weather(wish: Wish) -> JsonObject:
    output = {**wish.weather, "fog_signal": _content("audio.wav", "fog-signal.wav")}
    return _span("lookup_weather", 1.6, 0.9, {"port": "Nordmole"}, output=output)


def _errand(cast: Cast, wish: Wish, *, fails: bool) -> JsonObject:
    """An agent below the agent, with a retrieval below it."""
    errand: DelegatedTask = wish.errand
    score = _span("score_sections", 3.6, 0.3, {"sections": 40}, output=cast.number(60, 99) / 100)
    rank = _span("rerank", 3.5, 0.5, {"sections": 40}, children=[score], output=["8.3", "2.7"])
    embed = _span("embed", 3.1, 0.3, {"texts": 1}, output={"dimensions": 384})
    search = _span("search_index", 3.05, 1.0, {"top_k": 40}, children=[embed, rank])
    reading = {"document": REGULATIONS, "question": errand.question}
    read = _span("read_regulations", 3.0, 1.2, reading, children=[search], output=errand.finding)
    step = _span("agent.step", 2.2, 2.1, {"number": 1}, children=[read], output=errand.finding)
    book = _span(errand.booking, 4.4, 0.7, errand.wanted)
    booked = {**book, "exception": sold_out(errand)} if fails else {**book, "output": errand.booked}
    run = _span("agent.run", 2.1, 3.2, wish.arguments, children=[step, booked], output="done")
    return _span(errand.op, 2.0, 3.4, wish.arguments, children=[run], output=errand.finding)


def _look_at_chart(at: float) -> JsonObject:
    """A model that sees."""
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{CHART}"}}
    content = [{"type": "text", "text": "Which pier is in the lee?"}, picture]
    messages = [{"role": "user", "content": content}]
    chat = _chat("harbour-vision", at, 1.3, messages, "Pier 4, behind the outer mole.")
    return {**chat, "attributes": {"chart": _content("image.png", "chart.png")}}


def _content(inner: str, name: str) -> JsonObject:
    """A file of the project as a value, as clients save images and sound."""
    from base64 import b64decode

    content = {"chart.png": CHART, "fog-signal.wav": SIGNAL}[name]
    kind = "PIL.Image.Image" if inner.startswith("image") else "wave.Wave_read"
    files = {inner: digest_bytes(b64decode(content))}
    return {"_type": "CustomWeaveType", "weave_type": {"type": kind}, "files": files}


def _chat(model: str, at: float, took: float, messages: Any, answer: Json) -> JsonObject:
    message = answer if isinstance(answer, dict) else {"role": "assistant", "content": answer}
    why = "tool_calls" if message.get("tool_calls") else "stop"
    output = {"model": model, "choices": [{"index": 0, "message": message, "finish_reason": why}]}
    inputs = {"model": model, "messages": messages}
    usage = {"model": model, "prompt": 900, "completion": len(str(answer)) // 4}
    call = _span("openai.chat.completions.create", at, took, inputs, output=output)
    return {**call, "usage": usage}


def _running(cast: Cast) -> JsonObject:
    """A journey that is being planned now."""
    wish = WISHES[0]
    thought = _think(wish, 0.2, 2.1)
    waits: JsonObject = {"op": "http.get", "at": 3.0, "inputs": {"url": "https://rooms.example"}}
    inputs = wish.arguments
    tool = {"op": wish.errand.op, "at": 2.6, "inputs": inputs, "children": [waits]}
    run = {"op": "agent.run", "at": 0.1, "inputs": {}, "children": [thought, tool]}
    return {
        "op": PLAN,
        "at": 0,
        "inputs": {"wish": wish.question},
        "user": cast.one(cast.people[:12]),
        "attributes": {"release": "2025.4"},
        "children": [run],
    }


def _span(
    op: str,
    at: float,
    took: float,
    inputs: JsonObject,
    *,
    output: Json = None,
    children: list[JsonObject] | None = None,
) -> JsonObject:
    return {
        "op": op,
        "at": at,
        "took": f"{round(took * 1000)}ms",
        "inputs": inputs,
        "output": output,
        "children": children or [],
    }


def _placed(call: JsonObject, before: float) -> JsonObject:
    """The same call with its beginning as a time before now."""
    children = [_placed(child, before) for child in call.get("children", ())]
    return {**call, "at": f"-{before - call['at']:.3f}s", "children": children}
