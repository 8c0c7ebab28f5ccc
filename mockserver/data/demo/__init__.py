"""The demo: two weeks at Harbour Ferries, as a data file.

Two projects: the assistant that talks with passengers (threads, tools, feedback) and the crew's
handbook, which is answered from by retrieval and whose models are evaluated. There is something to
find: the assistant's second prompt, a week ago, made passengers happier; yesterday the search index
was rebuilt, and for an hour answers from the handbook failed or were slow; the large model is
better and dearer than the small one, until its last version got worse; one evaluation still runs.
A planner of journeys goes deep: agents below agents, tools side by side, retries, a failure that it
survives, pictures, sound, and passengers who speak German, Japanese and Arabic.

The same seed and size make the same file, to the byte.
"""

from __future__ import annotations

from mockserver.core.codec import encode
from mockserver.core.model import JsonObject
from mockserver.data.demo.assistant import assistant
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.handbook import handbook
from mockserver.data.demo.planner import planner
from mockserver.data.demo.quality import quality
from mockserver.data.demo.size import family_size

TURNS = 0.6
"""The part of the calls that passengers' conversations have; the handbook has the others."""


def demo(seed: int, size: int) -> bytes:
    """The text of a data file with about `size` calls."""
    cast = Cast(seed)
    evaluated, planned = quality(cast), planner(cast)
    known = evaluated.calls + sum(map(family_size, planned["calls"]))
    free = max(size - known, 0)
    crew = handbook(cast, int(free * (1 - TURNS)))
    projects = {
        "acme/ferry-assistant": _joined(assistant(cast, int(free * TURNS)), planned),
        "acme/handbook": {**evaluated.project, "calls": crew},
    }
    return encode({"mockserver": 1, "projects": projects})


def _joined(one: JsonObject, other: JsonObject) -> JsonObject:
    """The parts of two stories of one project."""
    return {**other, **one, **{name: other[name] + one[name] for name in one.keys() & other.keys()}}
