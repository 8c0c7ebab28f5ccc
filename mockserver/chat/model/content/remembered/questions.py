"""Questions that a prompt asks for: rewritten, in several versions, or about a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, capitalized, lowered, stated
from mockserver.chat.model.content.known.article import list_items
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.model.talk.topic import NO_TOPIC, subject_of, topic_of
from mockserver.chat.model.text.meaning import STOP_WORDS
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.texts import sentences

_READ = 4_000
_MOST_TURNS = 60
_MOST_VERSIONS, _USUAL = 20, 3


def query(reading: Reading) -> Answer | None:
    """A query that a prompt wants in other versions, on its own, or without courtesies."""
    message, system = reading.question[-_READ:], reading.system[-_READ:]
    instructions = " ".join(f"{system}\n{message}".split())
    *_, label = (None, *CUES.find_all("labelled query", message))
    text = ((label["text"] or label["more"]) if label else message).strip(' "“”\n')
    if CUES.matches("asks for one alone", instructions):
        return stated(_alone("" if label is None else text, reading))
    counts = (each["count"] for each in CUES.find_all("number of versions", instructions))
    count, items = max(map(amount_of, counts), default=0), list[str]()
    if CUES.matches("asks to divide a question", instructions) and label:
        parts = [each.strip(" ?,") for each in CUES.pattern("next question").split(text)]
        whole = [*parts[:1], *(standalone(each, parts[:1], ()) for each in parts[1:])]
        items = [f"{capitalized(each)}?" for each in whole if each]
    elif CUES.matches("asks for versions", instructions) and (label or system):
        kind = "search" if CUES.matches("for a web search", instructions) else "version"
        items = _versions(text, count or _USUAL, kind)
    elif CUES.matches("asks for a search query", instructions):
        alone = _alone("" if label is None else text, reading)
        is_query = label or system or alone != message
        return stated(_for_search(alone, instructions)) if is_query else None
    elif reading.payload.has_text:
        items = _on_text(reading.payload, instructions, count)
    return stated("\n".join(items), items=items) if items else None


def _on_text(payload: Payload, instructions: str, count: int) -> list[str]:
    """Questions on a text, as a prompt wants them: those it answers, or what a reader asks next."""
    if not payload.conversation and CUES.matches("asks for questions", instructions):
        return [*about(payload)][: count or 1]
    told = payload.conversation or payload.text
    items = list_items("follow ups", subject_of(CUES.text("subject of a text", told) or told))
    return items[: count or _USUAL] if CUES.matches("asks for follow-ups", instructions) else []


def _alone(question: str, reading: Reading) -> str:
    """A question, else the last one of shown turns, with what its pronoun refers to, or with the
    subject of the turns if it names none."""
    message = reading.question[-_READ:]
    before = message.rpartition(question)[0] if question else message
    shown = [*CUES.find_all("shown turn", f"{reading.system[-_READ:]}\n{before}")]
    if not question:
        is_shown = shown and shown[-1]["user"]
        question = shown.pop()["said"] if is_shown else message.strip()
    asked = [each["said"] for each in shown if each["user"]] or reading.earlier
    answers = [each["said"] for each in shown if not each["user"]] or reading.answers
    alone = standalone(question, asked, answers)
    is_open = alone == question and not _last_name(question, "")
    if not (is_open and asked and _last_name(asked[-1], question)):
        return alone
    return f"Regarding {subject_of(asked[-1])}, {lowered(question)}"


def _for_search(text: str, instructions: str) -> str:
    """A query without courtesies; of one with too many words only those that tell something."""
    query = CUES.changed("courtesy", CUES.changed("courtesy", text)).rstrip(" ?.")
    terms = CUES.changed("terms of a question", query)
    limit = CUES.find("limit of words", instructions)
    most = amount_of(limit["count"]) if limit else len(query.split())
    fitting = [each for each in (query, terms) if len(each.split()) <= most]
    if fitting and not CUES.matches("query of keywords", instructions):
        return fitting[0]
    return " ".join([each for each in terms.split() if each.lower() not in STOP_WORDS][:most])


def searches(text: str) -> list[str]:
    """Queries for a search engine on a question or a topic, the plainest first."""
    terms = _for_search(text, "search engine")
    return [str(row.text).replace("<terms>", terms) for row in CUES.rows("search")]


def about(payload: Payload) -> dict[str, str]:
    """Questions about the text of a prompt, each with the sentence that answers it."""
    passages = "\n".join(each.text for each in payload.passages)
    text = payload.text_of("answer") or passages or payload.text
    told = [each for each in _statements(text.strip(' "“”')) if not each.endswith("?")]
    bare = [CUES.pattern("small first word").sub(lambda word: word[0].lower(), e) for e in told]
    rows = [*zip(told, bare, strict=True)]
    first = {CUES.text("question about", each): sentence for sentence, each in rows}
    more = {e: sentence for sentence, each in rows for e in CUES.texts("further question", each)}
    return {asked: answer for asked, answer in {**first, **more}.items() if asked}


def _statements(text: str) -> Iterator[str]:
    """The sentences of a text with one predicate each, and with subjects in place of pronouns."""
    subject = ""
    for sentence in sentences(text):
        told = CUES.pattern("pronoun as a subject").sub(subject or r"\g<0>", sentence)
        found = CUES.find("subject and verb", told)
        subject = found["subject"] if found else subject
        second = CUES.find("second predicate", told) if found else None
        if second:
            yield f"{told[: second.start()]}."
            yield f"{subject} {second['it']}"
        else:
            yield told


def standalone(question: str, earlier: Sequence[str], answers: Sequence[str]) -> str:
    """A follow-up question with what its pronoun refers to in earlier questions and their answers.

    A person is named in the last answer; a thing is in the last question, unless that asks which.
    Without a name, it is the topic of the last question that has one.
    """
    pronoun = CUES.find("refers back", question) or CUES.find("pronoun", question)
    if pronoun is None or not earlier:
        return question
    asked = [text[:_READ] for text in reversed(earlier[-_MOST_TURNS:])]
    said = CUES.changed("sign-off", answers[-1][:_READ]) if answers else ""
    groups = pronoun.groupdict()
    if groups.get("person") or CUES.matches("asks which", asked[0]):
        names = [_last_name(said, f"{question} {asked[0]}"), _last_name(asked[0], question)]
    else:
        defined = CUES.find("asks for a definition", asked[0])
        name = defined["it"] if defined else _last_name(asked[0], question)
        names = [name, _last_name(said, question)]
    topics = (topic_of(text).subjects for text in asked)
    subjects = next((found for found in topics if found != NO_TOPIC), ())
    names += ["".join(each).strip() for each in subjects]
    name = next(filter(None, names), pronoun["it"])
    if groups.get("own"):  # Of `the mayor of Paris`, not of the mayor.
        name = f"{re.sub(r'^(?:the|our|your|this) [a-z]+ of ', '', name)}'s"
    start, end = pronoun.span("it")
    return f"{question[:start]}{name}{question[end:]}"


def _last_name(text: str, known: str) -> str:
    """The last name of a text that is not in what is known; empty if there is none."""
    names = [found["name"] for found in CUES.find_all("name of a thing", text)]
    return next((name for name in reversed(names) if name not in known), "")


def _versions(text: str, number: int, kind: str) -> list[str]:
    """A query in a number of versions of a kind, none of which is the query as it is."""
    terms = CUES.changed("terms of a question", text).strip(" ?.")
    rows = CUES.texts(kind, text)
    made = (row.replace("<query>", text).replace("<terms>", terms) for row in rows)
    new = (each for each in dict.fromkeys(made) if each != text)
    return [*islice(new, min(number, _MOST_VERSIONS))]
