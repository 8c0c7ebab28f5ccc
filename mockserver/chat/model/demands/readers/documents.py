"""Demands for a document: an e-mail, a poem, a report and the like, with its headings."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.demands.skeletons import kinds


def document(place: Place) -> Demand | None:
    """A document to write, unless the cue refers to a document in the prompt."""
    lead = place.match.string[: place.match.start("document")] if place["document"] else ""
    if lead and CUES.matches("no document", lead[-80:]):
        return None
    word = " ".join(place["document"].lower().split())
    return Document(kinds().get(word, place.value), tuple(_headings(place)))


def _headings(place: Place) -> list[str]:
    """The headings that the prompt shows with their marks, or else lists."""
    if len(shown := CUES.pattern("marked heading").findall(place.wording.message)) > 1:
        return shown
    listed = place.find("headings")
    if listed is None:
        return []
    bare = re.sub(r" ?\([^()]*\)", "", listed["list"])
    items = place.wording.items(CUES.pattern("end of headings").split(bare)[0])
    return [each.strip("# ") for each in items]
