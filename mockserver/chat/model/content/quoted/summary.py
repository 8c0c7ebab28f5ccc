"""Summaries: the leading sentences of each part of a text, and its headline."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.chat.model.content.cues import CUES, LONGEST_REQUEST, LONGEST_SYSTEM, share_of
from mockserver.chat.model.content.found import Answer, as_sentence, capitalized, stated
from mockserver.chat.model.content.quoted.lists.given import request_and_text
from mockserver.chat.model.languages import language_of
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.glossary import in_plain_words
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import BULLET, bulleted, is_question, sentences

_MOST, _MOST_NEW = 5, 4
_HEADER = pattern(r"(?i)#|(?:from|to|cc|date|sent|subject|re)\s*:")
"""A heading, or a header of a message, which says nothing."""

_MARK = pattern(rf"^(?:{BULLET}|[A-Z]\w+ \d{{1,2}}:)\s+")
_BORDER = pattern(rf"\n\s*\n|\n(?=[A-Z]\w+ \d{{1,2}}: |{BULLET}\s)")
"""The border between two parts: an empty line, a bullet or a label such as `Part 2:`."""

_TURN = pattern(r"(?m)^([A-Z][\w.'-]+(?: [A-Z][\w.'-]+)?): +(\S[^\n]*)$")
"""The turn of a person in a thread."""

_MOST_SPEAKERS = 2
"""The most speakers of a conversation that one sentence can sum up."""

_SMALL = frozenset("a an the and or but of in on at to for by with from as than".split())
"""The words of a headline that begin with small letters."""


def wanted(reading: Reading, message: str, texts: Sequence[str]) -> Answer | None:
    """The summary or the headline of the texts in a message or of its own text, of a conversation,
    or of what is new after an older summary."""
    if extended := CUES.find("summary to extend", message):
        return _extended(extended["old"].strip(), extended["new"])
    request, below = request_and_text(message)
    is_text = not (is_question(message) or CUES.matches("summary", message[:LONGEST_REQUEST]))
    if is_text and CUES.matches("summarizes", reading.system[:LONGEST_SYSTEM]):
        said = reading.payload.conversation or message
        return _short_version(f"Summarize. {reading.system}", [said])
    if found := _retold(request, message):
        return found
    return _requested(reading, request, below, texts) if len(request) <= LONGEST_REQUEST else None


def _requested(reading: Reading, request: str, below: str, texts: Sequence[str]) -> Answer | None:
    """The short version of the text that a request is about: the earlier messages, texts to answer
    from, a conversation, or the text that the payload or else the message has below the request."""
    payload = reading.payload
    if reading.earlier and CUES.matches("of the conversation", request):
        return _short_version(request, reading.earlier)
    are_more = len(texts) > (1 if payload.has_text else 0)
    if are_more and not payload.conversation:
        return _short_version(f"{payload.question} {request}", texts)
    if not texts and payload.has_text:  # It is quoted between the parts of the request.
        request = reading.question.replace(payload.text, " ")
    text = payload.text if texts or payload.has_text else below
    return _short_version(request, [payload.conversation or text])


def _extended(old: str, added: str) -> Answer:
    """A summary with the first sentences of what is new."""
    said = CUES.changed("open label", added).strip()
    new = sentences(Payload(said).conversation or said)
    return stated(" ".join([old, *new[:_MOST_NEW]]).strip())


def _short_version(request: str, texts: Sequence[str]) -> Answer | None:
    """The headline or the summary of texts, as a request asks for them."""
    parts = (part for text in texts for part in _parts(text))
    if CUES.matches("headline", request) and (first := next(parts, None)):
        is_of_talk = CUES.matches("of the conversation", request)
        return stated(headline_of(texts[0] if is_of_talk else first[0]))
    return summarised(texts, request) if CUES.matches("summary", request) else None


def sentence_on(subject: str, text: str) -> Answer | None:
    """The sentence of a text that speaks of a subject most, or has a value of its kind."""
    stems = stems_of(CUES.pattern("not asked for").sub(" ", subject))
    kind = CUES.text("kind of a subject", subject)

    def share(sentence: str) -> float:
        has_value = bool(kind) and CUES.matches(kind, sentence)
        return share_of(stems, stems_of(sentence)) + has_value / 2

    best = max(sentences(text.strip(' "“”')), key=share, default="")
    return stated(best) if share(best) else None


def headline_of(text: str) -> str:
    """The main clause of the first sentence of a text, with the capitals of a headline."""
    first, *others = CUES.changed("as a headline", next(iter(sentences(text)), "")).split() or [""]
    small = others if language_of(text) else _SMALL
    return " ".join([capitalized(first), *(e if e in small else capitalized(e) for e in others)])


def _retold(request: str, message: str) -> Answer | None:
    """The first and the last statement of the conversation below a request, as reported."""
    turns = _TURN.findall(message[:16_000])
    speakers = {who for who, _ in turns}
    if not CUES.matches("summary", request) or not 1 < len(speakers) <= _MOST_SPEAKERS:
        return None
    told = [(who, each) for who, said in turns for each in sentences(said)]
    told = [each for each in told if not CUES.matches("says little", each[1])]
    if len(turns) <= message.strip().partition(f"{turns[0][0]}:")[2].count("\n") or len(told) < 2:
        return None
    parts = []
    for who, said in (told[0], told[-1]):
        name = f"the {who.lower()}" if CUES.matches("role of a speaker", who) else who
        parts.append(CUES.changed("reported", said.rstrip(".!")).replace("<who>", name))
    points = CUES.find("so many points", request)
    if points and amount_of(points["count"]) > 1:
        return stated(" ".join(map(as_sentence, parts)))
    return stated(as_sentence(", and ".join(parts)), as_sentence(parts[0]))


def summarised(texts: Sequence[str], request: str) -> Answer | None:
    """As many sentences as a request asks for, else the first of each part."""
    parts = [part for text in texts for part in _parts(text)]
    if not parts:
        return None
    every = [sentence for part in parts for sentence in part]
    leads = [part[0] for part in parts][:_MOST]
    points = CUES.find("so many points", in_plain_words(request))
    count = amount_of(points["count"]) if points else 0
    if 0 < count <= len(every):
        leads = [every[number * len(every) // count] for number in range(count)]
    elif CUES.matches("all points", request) and len(every) <= _MOST:
        leads = every
    elif len(parts) == 1 and len(every) > 3:
        concluding = (each for each in every[1:] if CUES.matches("conclusion", each))
        leads = [every[0], next(concluding, every[len(every) // 2])]
    if CUES.matches("all points", request) and len(leads) > 1:
        return Answer(bulleted(map(as_sentence, leads)), leads[0], leads)
    return Answer(" ".join(map(as_sentence, leads)), leads[0], leads)


def _parts(text: str) -> list[list[str]]:
    """The sentences of each paragraph, without headings and bullets, or the first sentence of each
    speaker of a thread."""
    turns = _TURN.findall(text[:16_000])
    if len({who for who, _ in turns}) > 1 and len(turns) > text.strip().count("\n"):
        said = dict(reversed([(who, f"{who}: {sentences(told)[0]}") for who, told in turns]))
        return [[said[who]] for who in dict.fromkeys(who for who, _ in turns)]
    paragraphs = (sentences(part) for part in _BORDER.split(text[:16_000]))
    plain = ([_MARK.sub("", each) for each in part] for part in paragraphs)
    kept = [[each for each in part if len(each) > 8 and not _HEADER.match(each)] for part in plain]
    telling = [[e for e in part if not CUES.matches("says little", e)] for part in kept]
    return [*filter(None, telling)] or [*filter(None, kept)]
