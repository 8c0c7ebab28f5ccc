"""The answer to a message: computed, remembered, quoted from the conversation, or known.

`answer` tries each source in turn, the nearest first. If none has an answer, the model writes plain
sentences about the topic. Sources are pure functions; their knowledge is in data files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache, reduce

from mockserver.chat.model.content.computed import arithmetic
from mockserver.chat.model.content.cues import CUES, FORMULAS
from mockserver.chat.model.content.found import Answer, as_sentence, lowered, stated
from mockserver.chat.model.content.known import article, facts, topical, translation
from mockserver.chat.model.content.quoted import (
    business,
    code,
    grounding,
    lexicon,
    listing,
    membership,
    ranking,
    results,
    sentiment,
    summary,
)
from mockserver.chat.model.content.remembered import memory, questions
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.glossary import in_plain_words
from mockserver.chat.model.reading.look import is_talk
from mockserver.chat.model.reading.passages import Passage
from mockserver.chat.model.talk.topic import subject_of
from mockserver.chat.model.text.date_formats import rewritten
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import bullets_in, is_question, numbered, sentences
from mockserver.chat.model.values.plausible import Persona
from mockserver.chat.model.values.words import known_text
from mockserver.chat.structured.draws import Draws

_READ = 12_000
_LONGEST_REQUEST = 400
_MOST_TURNS = 20
_MOST_QUESTIONS = 10
_FEW_WORDS = 12
_LONGEST_SYSTEM = 2_000
_MINE = re.compile(r"(?i)\b(?:my|our)\b")
_DATA = ("{", "[{")
"""The beginnings of an object and of a list of objects, whose lines are no items."""

_SOURCE = pattern(r"\[([^\[\]]+)\]$")
_TEXTS = ("{sentence}", "{paragraph}", "{subject}")
"""The templates of values that are about a topic."""

_OR_ELSE = ("or else", "declines", "admits and connects", "admits and refers")
"""The rules of a system message on questions that it does not answer."""

_STRICT = ("only from the context", "nothing there", *_OR_ELSE)
"""The rules of a system message to answer from its texts."""


def answer(reading: Reading, draw: bytes, now: datetime) -> Answer | None:
    """The answer to the last message of a conversation, or None; talk has none. Its dates are in
    the format that the message names."""
    if is_talk(reading):
        return None
    message = reading.question[-_READ:]
    found = (
        _from_sources(reading, now)
        or _made_up(message, draw)
        or topical.answered(message, draw)
        or article.at_length(reading, draw)
        or _at_last(reading, message)
    )
    found = article.with_analogy(found, message)
    if found and (form := CUES.find("format of dates", message)):
        texts = (found.text, found.value, *found.items)
        text, value, *items = (rewritten(each, form[0], now) for each in texts)
        return Answer(text, value, items, found.is_known)
    return found


@lru_cache(maxsize=4)
def _from_sources(reading: Reading, now: datetime) -> Answer | None:
    """The answer of the first source that has one, the same for every choice of a response."""
    return next(filter(None, _sources(reading, now)), None)


def _sources(reading: Reading, now: datetime) -> Iterator[Answer | None]:
    """The answer of each source, or None, the nearest source first."""
    message, question = reading.question[-_READ:], reading.payload.question
    yield _to_each(reading, message, now)
    yield from _of_tools(reading, message)
    yield business.reply_of(reading, message)
    yield from _of_material(reading, message, now)
    yield from _of_talk(reading, message, now)
    is_bound = bool(_binding_texts(reading)) or (
        CUES.matches("of the user", question) and not reading.payload.is_apart
    )
    if is_bound:
        yield _cited(_from_before(reading, message, now), reading)
    yield from _of_texts(reading, message, now)
    yield from _of_knowledge(message, question)
    if not is_bound:
        yield _cited(_from_before(reading, message, now), reading)
    yield from _in_other_words(reading, message, now)
    yield _unknown(reading, question)


def _of_tools(reading: Reading, message: str) -> Iterator[Answer | None]:
    """Answers from the results of tools, or from that of a query in the message."""
    question = reading.payload.question
    if shown := CUES.find("shown result", message):
        yield results.answer_of_query(shown["it"], shown["question"])
    yield _cited(
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
        yield arithmetic.by_formula("items", message, {"now": now})
    yield arithmetic.computed(payload.question, "" if payload.is_marked else message, now)


def _of_talk(reading: Reading, message: str, now: datetime) -> Iterator[Answer | None]:
    """Answers from the roles of both sides, and from what they said."""
    question = reading.payload.question
    yield memory.introduced(message, reading.system, reading.earlier)
    yield _of_service(reading, message) or memory.acknowledged(reading)
    yield _in_role(reading, message)
    yield memory.recalled(reading)
    is_alone = not reading.earlier or "\n\n" in message  # It brings what it asks about.
    if not is_alone and FORMULAS.matches("asks of all that was said", question):
        before = memory.statements(message, reading.earlier)[::-1]
        yield arithmetic.computed(" ".join(map(as_sentence, [*before, question])), "", now)


def _of_knowledge(message: str, question: str) -> Iterator[Answer | None]:
    """Answers that need nothing but the message: facts, kinds of things, sayings and small talk."""
    yield facts.recall(CUES.text("statement with a blank", message[:_LONGEST_REQUEST]) or question)
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
        orders = CUES.find_all("order of a role", reading.system[:_LONGEST_SYSTEM])
        told += [f"{CUES.changed('bare order', e['it']).strip()}: {message}" for e in orders]
    day = arithmetic.moment_in(reading.system, now)
    for each in told:
        yield from (e for e in _sources(Reading.of_text(each), day) if e and e.is_known)


def _unknown(reading: Reading, question: str) -> Answer | None:
    """The reply to a question that only live data or the texts of a system message can answer."""
    if not reading.tools and (no_data := CUES.text("asks of now", question)):
        return stated(no_data.replace("<subject>", subject_of(question)), is_known=False)
    has_rule = any(CUES.matches(rule, reading.system) for rule in _OR_ELSE)
    if has_rule and CUES.matches("asks or tells of trouble", question):
        return grounding.not_there(reading.system)
    offer = CUES.matches("asks for an offer", question) and reading.system and subject_of(question)
    if unknown := offer or CUES.text("asks of a business", question):
        return stated(f"I have no information about {unknown}.", is_known=False)
    return None


def _at_last(reading: Reading, question: str) -> Answer | None:
    """The words of a system message for questions that the assistant cannot answer, or a welcome
    to somebody who has not asked yet."""
    if is_question(question) and CUES.matches("admits", reading.system):
        return grounding.not_there(reading.system)
    welcome = CUES.text("welcome", question[:_LONGEST_REQUEST])
    return stated(welcome) if welcome and reading.system else None


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


def _in_role(reading: Reading, message: str) -> Answer | None:
    """The words of a role that begins the talk or leads it: the questions of an interviewer, the
    scenes of a game."""
    role = f"{reading.system}\n{message}"[-_LONGEST_SYSTEM:]
    if not reading.answers and (opening := CUES.text("opening of a role", role)):
        return stated(opening)
    if reading.answers and CUES.matches("sets questions", reading.system):
        asked = reading.answers[-1].rpartition("\n")[2].rpartition(": ")[2]
        if known := facts.recall(asked):
            is_right = {*stems_of(known.value)} <= {*stems_of(message)}
            return stated(f"{'Correct!' if is_right else 'Not quite.'} {known.text}")
    turns = "" if is_question(message) else CUES.text("turns of a role", role)
    texts = turns.split(" | ")
    return stated(texts[len(reading.answers) % len(texts)]) if turns else None


def _of_service(reading: Reading, message: str) -> Answer | None:
    """The reply to a customer who asks for a service or tells of trouble, if no tool can help."""
    if reading.tools or len(message) > _LONGEST_REQUEST:
        return None
    reply = CUES.text("request of a service", _MINE.sub("your", lowered(message)))
    is_rule = reading.system and _told_before(reading, message)
    return stated(reply, is_known=False) if reply and not is_rule else None


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
    asked = CUES.find("value to make up", message[:_LONGEST_REQUEST])
    template = known_text(asked["name"] or asked["it"]) if asked else None
    if template is None or template in _TEXTS:
        return None
    text = Persona(Draws(draw), "", {}).filled(template)
    length = CUES.find("number of characters", message)
    return stated((text * int(length["it"]))[: int(length["it"])] if length else text)


def _of_texts(reading: Reading, message: str, now: datetime) -> Iterator[Answer | None]:
    """Answers from the documents of a request or the texts in the message, the nearest first."""
    payload, cites = reading.payload, CUES.matches("cites", f"{reading.system}\n{message}")
    question, passages = payload.question, _passages(reading, cites=cites)
    is_marked = payload.is_marked or bool(reading.documents)
    yield summary.wanted(reading, message, [each.text for each in passages])
    yield sentiment.opinions_on(question, payload.text)
    found = _of_several(grounding.grounded(question, passages), question, now)
    yield _cited(found, reading) if cites else found
    if CUES.matches("speaks of a text", question) and CUES.matches("asks openly", question):
        yield summary.summarised([each.text for each in passages], question)
    may_be_sum = "?" not in question or FORMULAS.matches("asks to compute", question)
    if is_marked and may_be_sum and grounding.names_all(question, passages):
        yield arithmetic.computed(question, message, now)
    if is_marked and CUES.matches("asks for a mention", question):
        yield stated("No, the text does not mention it.", "No")
    if payload.is_apart and not reading.system:
        yield grounding.grounded(question, passages, is_strict=False)
    if passages and is_marked and "?" in question:
        yield grounding.not_there(f"{reading.system}\n{message}")


def _passages(reading: Reading, *, cites: bool) -> Sequence[Passage]:
    """The documents of a request and the texts in its message. Unless the answer cites them, only
    numbers are named, not files, nor a single document."""
    documents = [Passage(str(number), text) for number, text in enumerate(reading.documents, 1)]
    if len(documents) == 1:
        documents = [Passage("", documents[0].text)]
    passages = [*documents, *reading.payload.passages]
    if cites:
        return passages
    return [each if each.number.isdecimal() else Passage("", each.text) for each in passages]


def _cited(answer: Answer | None, reading: Reading) -> Answer | None:
    """An answer with its source, which belongs to the bare value too, in the form of the prompt."""
    source = _SOURCE.search(answer.text) if answer else None
    if not (answer and source):
        return answer
    message = reading.question[-_READ:]
    instructions = f"{reading.system}\n{message}"
    if asked := CUES.find("lists sources", instructions):
        label = asked.groupdict().get("label") or "SOURCES"
        return stated(CUES.changed("sources", answer.text).replace("SOURCES", label))
    form = CUES.find("form of a citation", instructions)
    opened, closed = (form["open"] or "(", form["close"] or ")") if form else ("[", "]")
    return stated(f"{answer.text[: source.start()]}{opened}{source[1]}{closed}", items=answer.items)


def _binding_texts(reading: Reading) -> Sequence[Passage]:
    """The texts that a system message allows no answers but from: marked ones, or its FAQ."""
    is_strict = reading.system and any(CUES.matches(name, reading.system) for name in _STRICT)
    if not is_strict or reading.payload.is_marked:
        return ()
    are_pairs = CUES.matches("questions with answers", reading.system)
    whole = [Passage("", reading.system[:_READ])] if are_pairs else ()
    return reading.background.passages if reading.background.is_marked else whole


def _of_several(found: Answer | None, question: str, now: datetime) -> Answer | None:
    """An answer, or by a price of one thing in it the price of several."""
    if found is None or not FORMULAS.matches("asks for several", f"{found.text} {question}"):
        return found
    return arithmetic.computed(f"{as_sentence(found.text)} {question}", "", now) or found


def _from_before(reading: Reading, message: str, now: datetime) -> Answer | None:
    """An answer from the system message or earlier messages of the user."""
    question = CUES.changed("indirect question", reading.payload.question)
    if CUES.matches("asks for the own name", question):  # `My name is Ada. Who am I?`
        said = "" if reading.earlier else message.replace(question, "")
        question = f"{said}What is my name?"
    return _of_several(_told_before(reading, question), question, now)


def _told_before(reading: Reading, question: str) -> Answer | None:
    """The answer to a question from the system message or earlier messages of the user."""
    if not CUES.matches("asks something", question):
        return None
    background = reading.background
    if binding := _binding_texts(reading):
        return grounding.grounded(question, binding) or grounding.not_there(reading.system)
    before = memory.replies(reading) + memory.statements(question, reading.earlier)[:_MOST_TURNS]
    whole = [Passage("", reading.system[:_READ])]
    length = sum(len(each.text) for each in background.passages)
    is_text = 2 * length > len(reading.system) or any(each.number for each in background.passages)
    texts = background.passages if background.is_marked and is_text else whole
    passages = [*texts, *(Passage("", text) for text in before)]
    return (
        grounding.grounded(question, [each for each in passages if each.text])
        or grounding.grounded(question, [Passage("", each) for each in reading.answers[::-1]])
        or memory.not_told(question, reading)
    )
