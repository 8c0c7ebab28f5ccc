"""The answer to a message: computed, remembered, quoted from the conversation, or known.

`answer` tries each source in turn, the nearest first. If none has an answer, the model writes plain
sentences about the topic. Sources are pure functions; their knowledge is in data files.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache, reduce

from mockserver.chat.model.content import business, documents, roles
from mockserver.chat.model.content.computed import arithmetic
from mockserver.chat.model.content.computed.formulas import by_formula
from mockserver.chat.model.content.cues import (
    CUES,
    FORMULAS,
    LONGEST_REQUEST,
    LONGEST_SYSTEM,
    MESSAGE_READ,
)
from mockserver.chat.model.content.found import Answer, as_sentence, stated
from mockserver.chat.model.content.known import article, facts, topical, translation
from mockserver.chat.model.content.quoted import code, lexicon, results, summary
from mockserver.chat.model.content.quoted.citations import cited
from mockserver.chat.model.content.quoted.grounding import grounding, ranking
from mockserver.chat.model.content.quoted.lists import listing, membership
from mockserver.chat.model.content.remembered import background, memory, questions
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.glossary import in_plain_words
from mockserver.chat.model.reading.look import is_talk
from mockserver.chat.model.text.date_formats import dates_rewritten
from mockserver.chat.model.text.texts import bullets_in, is_question, numbered, sentences
from mockserver.chat.model.values.plausible import Persona
from mockserver.chat.model.values.words import known_text
from mockserver.chat.structured.draws import Draws

_MOST_QUESTIONS = 10
_FEW_WORDS = 12
"""The number of words around questions from which on they are about a text."""

_DATA = ("{", "[{")
"""The beginnings of an object and of a list of objects, whose lines are no items."""

_TEXTS = ("{sentence}", "{paragraph}", "{subject}")
"""The templates of values that are about a topic."""


def answer(reading: Reading, draw: bytes, now: datetime) -> Answer | None:
    """The answer to the last message of a conversation, or None; talk has none. Its dates are in
    the format that the message names."""
    if is_talk(reading):
        return None
    message = reading.question[-MESSAGE_READ:]
    found = (
        _from_sources(reading, now)
        or _made_up(message, draw)
        or topical.answered(message, draw)
        or article.at_length(reading, draw)
        or roles.fallback(reading, message)
    )
    found = article.with_analogy(found, message)
    if found and (form := CUES.find("format of dates", message)):
        texts = (found.text, found.value, *found.items)
        text, value, *items = (dates_rewritten(each, form[0], now) for each in texts)
        return Answer(text, value, items, found.is_known)
    return found


@lru_cache(maxsize=4)
def _from_sources(reading: Reading, now: datetime) -> Answer | None:
    """The answer of the first source that has one, the same for every choice of a response."""
    return next(filter(None, _sources(reading, now)), None)


def _sources(reading: Reading, now: datetime) -> Iterator[Answer | None]:
    """The answer of each source, or None, the nearest source first."""
    message, question = reading.question[-MESSAGE_READ:], reading.payload.question
    yield _to_each(reading, message, now)
    yield from _of_tools(reading, message)
    yield business.reply_of(reading, message)
    yield from _of_material(reading, message, now)
    yield from _of_talk(reading, message, now)
    is_bound = bool(background.binding_texts(reading)) or (
        CUES.matches("of the user", question) and not reading.payload.is_apart
    )
    if is_bound:
        yield cited(background.from_before(reading, message, now), reading)
    yield from documents.from_texts(reading, message, now)
    yield from _of_knowledge(message, question)
    if not is_bound:
        yield cited(background.from_before(reading, message, now), reading)
    yield from _in_other_words(reading, message, now)
    yield roles.no_information(reading, question)


def _of_tools(reading: Reading, message: str) -> Iterator[Answer | None]:
    """Answers from the results of tools, or from that of a query in the message."""
    question = reading.payload.question
    if shown := CUES.find("shown result", message):
        yield results.answer_of_query(shown["it"], shown["question"])
    yield cited(
        results.answer_from(reading.results, question, f"{reading.system}\n{message}"), reading
    )


def _of_material(reading: Reading, message: str, now: datetime) -> Iterator[Answer | None]:
    """Answers that are made of what the message brings: a query, code, data, a list, a phrase or
    figures."""
    payload = reading.payload
    yield ranking.ranked(message, reading.earlier)
    yield questions.query(reading)
    yield code.asked_of_code(message, reading.system)
    if CUES.matches("to go on", message):
        yield facts.completed(message)
    yield translation.language_named(message, reading.system, payload.text)
    if payload.about_data:
        yield grounding.grounded(payload.question, payload.passages)
    if asked := CUES.find("asks for a sentence", message):
        text = payload.text if payload.has_text else message.replace(asked[0], "").strip(" .:\n")
        yield summary.sentence_on(asked["what"], text)
    yield membership.singled_out(message)
    yield listing.laid_out(reading, now)
    yield translation.translated(message, reading.system)
    if not any(each.number or each.text.startswith(_DATA) for each in payload.passages):
        yield by_formula("items", message, {"now": now})
    yield arithmetic.computed(payload.question, "" if payload.is_marked else message, now)


def _of_talk(reading: Reading, message: str, now: datetime) -> Iterator[Answer | None]:
    """Answers from the roles of both sides, and from what they said."""
    question = reading.payload.question
    yield memory.introduced(message, reading.system, reading.earlier)
    yield roles.of_service(reading, message) or memory.acknowledged(reading)
    yield roles.in_role(reading, message)
    yield memory.recalled(reading)
    is_alone = not reading.earlier or "\n\n" in message  # It brings what it asks about.
    if not is_alone and FORMULAS.matches("asks of all that was said", question):
        before = memory.statements(message, reading.earlier)[::-1]
        yield arithmetic.computed(" ".join(map(as_sentence, [*before, question])), "", now)


def _of_knowledge(message: str, question: str) -> Iterator[Answer | None]:
    """Answers that need nothing but the message: facts, kinds of things, sayings and small talk."""
    yield facts.recall(CUES.text("statement with a blank", message[:LONGEST_REQUEST]) or question)
    yield _of_a_kind(question)
    yield facts.completed(message)
    yield facts.courtesy(message)


def _in_other_words(reading: Reading, message: str, now: datetime) -> Iterator[Answer | None]:
    """Known answers to the message as an order in plain English, or as the text for an order of the
    system message: `Good morning` after `Translate to French.`"""
    order, colon, text = message.partition(": ")
    plain = in_plain_words(order)
    told = [f"{plain}: {text}"] if colon and plain != order else []
    if reading.system and len(reading.turns) <= 2 and not is_question(message):
        orders = CUES.find_all("order of a role", reading.system[:LONGEST_SYSTEM])
        told += [f"{CUES.changed('bare order', e['it']).strip()}: {message}" for e in orders]
    day = arithmetic.moment_in(reading.system, now)
    for each in told:
        yield from (e for e in _sources(Reading.of_text(each), day) if e and e.is_known)


def _to_each(reading: Reading, message: str, now: datetime) -> Answer | None:
    """The answers to several questions, which are a list or all that a message says, if there is
    one to each."""
    listed = [each for each in bullets_in(message) if is_question(each)]
    asked = listed or [*filter(is_question, sentences(message))]
    rest = reduce(lambda rest, each: rest.replace(each, ""), asked, message)
    if not 1 < len(asked) <= _MOST_QUESTIONS or not (listed or rest.isspace()):
        return None
    is_alone = len(rest.split()) < _FEW_WORDS + len(asked)  # They are not about a text.
    texts, values = list[str](), list[str]()
    for each in asked:
        alone = Reading.of_text(each) if is_alone else reading.asking(f"{rest}\n{each}")
        found = _from_sources(alone, now)
        if found is None or not (found.is_known and found.value):
            return None
        texts.append(as_sentence(found.text))
        values.append(found.value)
    return stated(numbered(texts) if listed else " ".join(texts), "\n".join(values), items=values)


def _of_a_kind(question: str) -> Answer | None:
    """Yes or no to a question on the kind of a thing: `Is a whale a mammal?`"""
    asked = CUES.find("asks for the kind", question)
    is_so = lexicon.is_kind(asked["it"], asked["kind"]) if asked else None
    if asked is None or is_so is None:
        return None
    it, verb, of, kind = asked.group("it", "is", "of", "kind")
    told = f"{verb if is_so else f'{verb} not'} {of}{kind}".lower()
    return stated(f"{'Yes' if is_so else 'No'}, {it} {told}.", "Yes" if is_so else "No")


def _made_up(message: str, draw: bytes) -> Answer | None:
    """A plausible value that a short message asks for by the name of its field: `a random UUID`."""
    asked = CUES.find("value to make up", message[:LONGEST_REQUEST])
    template = known_text(asked["name"] or asked["it"]) if asked else None
    if template is None or template in _TEXTS:
        return None
    text = Persona(Draws(draw), "", {}).filled(template)
    length = CUES.find("number of characters", message)
    return stated((text * int(length["it"]))[: int(length["it"])] if length else text)
