"""Questions rewritten: with what a pronoun refers to, or in several versions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.known.topic import NO_TOPIC, topic_of
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.numbers import amount_of

_READ = 4_000
_MOST_TURNS = 60
_MOST_VERSIONS, _USUAL = 20, 3


def query(reading: Reading) -> Answer | None:
    """A query in several versions, with the name that it refers to, or without courtesies, if a
    prompt asks for it."""
    message, system = reading.question[-_READ:], reading.system[-_READ:]
    instructions = " ".join(f"{system}\n{message}".split())
    *_, label = (None, *CUES.find_all("labelled query", message))
    text = ((label["text"] or label["more"]) if label else message).strip()
    if CUES.matches("asks for one alone", instructions):
        if not label:
            return stated(standalone(text, reading.earlier, reading.answers))
        turns = [*CUES.find_all("shown turn", message[: label.start()])]
        asked = [each["said"] for each in turns if each["user"]]
        answers = [each["said"] for each in turns if not each["user"]]
        return stated(standalone(text, asked, answers))
    if CUES.matches("asks for versions", instructions) and (label or system):
        counts = (each["count"] for each in CUES.find_all("number of versions", instructions))
        return _versions(text, max(map(amount_of, counts), default=_USUAL))
    if CUES.matches("asks for a search query", instructions) and (label or system):
        plain = CUES.changed("courtesy", text).rstrip(" ?.")
        if CUES.matches("asks for key words", instructions):
            plain = CUES.changed("key words", CUES.changed("terms of a question", plain))
        return stated(plain.strip())
    return None


def standalone(question: str, earlier: Sequence[str], answers: Sequence[str]) -> str:
    """A follow-up question with what its pronoun refers to in earlier questions and their answers.

    A person is named in the last answer; a thing is in the last question, unless that asks which.
    Without a name, it is the topic of the last question that has one.
    """
    pronoun = CUES.find("refers back", question) or CUES.find("pronoun", question)
    if pronoun is None or not earlier:
        return question
    asked = [text[:_READ] for text in reversed(earlier[-_MOST_TURNS:])]
    said = answers[-1][:_READ] if answers else ""
    groups = pronoun.groupdict()
    if groups.get("person") or CUES.matches("asks which", asked[0]):
        names = [_last_name(said, f"{question} {asked[0]}"), _last_name(asked[0], question)]
    else:
        names = [_last_name(asked[0], question), _last_name(said, question)]
    topics = (topic_of(text).subjects for text in asked)
    subjects = next((found for found in topics if found != NO_TOPIC), ())
    names += ["".join(each).strip() for each in subjects]
    name = next(filter(None, names), pronoun["it"])
    if groups.get("own"):
        name += "'s"
    start, end = pronoun.span("it")
    return f"{question[:start]}{name}{question[end:]}"


def _last_name(text: str, known: str) -> str:
    """The last name of a text that is not in what is known; empty if there is none."""
    names = [found["name"] for found in CUES.find_all("name of a thing", text)]
    return next((name for name in reversed(names) if name not in known), "")


def _versions(text: str, number: int) -> Answer:
    """A query in a number of versions, none of which is the query as it is."""
    terms = CUES.changed("terms of a question", text).strip(" ?.")
    rows = (str(row.text) for row in CUES.rows("version"))
    made = (row.replace("<query>", text).replace("<terms>", terms) for row in rows)
    new = (each for each in dict.fromkeys(made) if each != text)
    items = [*islice(new, min(number, _MOST_VERSIONS))]
    return stated("\n".join(items), items=items)
