"""The demo: two weeks at Harbour Ferries, as a data file.

Two projects: the assistant that talks with passengers (threads, tools, feedback), and the crew's
handbook, which is answered by retrieval and whose models are evaluated. There is something to find:
the assistant's second prompt, a week ago, made passengers happier; yesterday the search index was
rebuilt, and for four hours answers from the handbook failed or were slow; the large model is
better and dearer than the small one, until its last version got worse; one evaluation is still
running. A journey planner adds deep traces: agents below agents, tools side by side, retries, a
survived failure, an image, a sound, and passengers who speak German, Japanese and Arabic.

The chat model writes what the assistants say. Everything else is in `story.json`: to add a question
of passengers and the house rule that answers it, add a line to its `house`. The same seed and size
make the same file, to the byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mockserver.core.codec import encode
from mockserver.core.model import JsonObject
from mockserver.data.demo import calls
from mockserver.data.demo.assistant import Assistant
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.story import STORY, filled

CONVERSATIONS = 0.6
"""The share of calls in passengers' conversations; the rest are questions to the handbook."""


def demo(seed: int, size: int) -> bytes:
    """The text of a data file with about `size` calls."""
    cast, assistant = Cast(seed), Assistant(seed)
    evaluated, planned = calls.evaluation(cast), list(calls.journeys(cast))
    free = max(size - calls.call_count(evaluated) - sum(map(_size, planned)), 0)
    talk, questions = int(free * CONVERSATIONS), int(free * (1 - CONVERSATIONS))
    passengers, crew = filled(STORY["projects"]).values()
    projects = {
        "acme/ferry-assistant": {
            **passengers,
            "calls": [*planned, *_up_to(talk, calls.conversations(cast, assistant, talk))],
        },
        "acme/handbook": {
            **crew,
            "evaluations": [evaluated],
            "calls": [
                *crew["calls"],
                *_up_to(questions, calls.handbook_questions(cast, assistant, questions)),
            ],
        },
    }
    return encode({"mockserver": 1, "projects": projects})


def _up_to(size: int, traces: Iterable[JsonObject]) -> Iterator[JsonObject]:
    """The first traces that have `size` calls together, or slightly more."""
    count = 0
    for trace in traces:
        if count >= size:
            return
        count += _size(trace)
        yield trace


def _size(call: JsonObject) -> int:
    return 1 + sum(map(_size, call.get("children", ())))
