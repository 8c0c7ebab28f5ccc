"""Demands that spell out the reply: a fixed text, a template, JSON, fields under markers, tags."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from mockserver.chat.model.demands import form
from mockserver.chat.model.demands.choices import place_in
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.documents import separator_in
from mockserver.chat.model.demands.form import Form
from mockserver.chat.model.demands.shapes import schema_shown
from mockserver.chat.model.reading.wording import BLOCK, QUOTE
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import json_at
from mockserver.chat.model.values.labels import pairs_to_convert

PLACE = pattern(
    r"<[^<>\n/][^<>\n]{0,399}(?<!/)>|\[\[?[^\[\]\n]{1,120}\]?\]|(?<!boxed)\{\{?[^{}\n]{1,120}\}?\}|\.\.\.|\u2026"
    r"|_{3,}|(?<![\w.#])(?:X{1,2}|N{1,3}|(?<=\S )#|(?<=: )[xn])(?![\w#]|\.\d|/\w)"
)
"""A placeholder in a template."""

_MOST_TIMES, _MOST_TAGS, _MOST_ROWS, _MOST_WORDS = 200, 40, 30, 9
"""The most repetitions of a text, tags of a prompt, lines of a template, and words to repeat."""


def echo(place: Place) -> Form | None:
    """The text to reply with: in quotation marks, after a colon, or a few words after `only`. None
    for one that is only a fallback: `if you do not know, say "…"`."""
    lead = place.match.string[place.match.start() : place.match.start("text")]
    if CUES.matches("unless found", place.before(200) + lead):
        return None
    masked = place["text"].strip()
    again = CUES.find("said again", masked)
    if again and len(masked.split()) < _MOST_WORDS:
        text = place.wording.plain(masked[: again.start()]).strip()
        times = min(amount_of(again["low"]), _MOST_TIMES)
        return form.Echo(separator_in(again[0], usual=" ").join([text] * times))
    fill = f"{place['verb']} {place['fill']}".lower()
    if re.match(f"{QUOTE}|{BLOCK}", masked):
        text = _quoted(place, masked)
    elif place["colon"]:
        text = _after_colon(place, masked, fill)
    else:
        text = _few_words(place, masked, fill)
    return form.Echo(text) if text else None


def _quoted(place: Place, masked: str) -> str:
    """The quotation at the beginning of a text, unless it is one of several or a place to fill."""
    is_one_of_several = re.match(
        r".\s*,?\s*(?:or|if|is|when(?! you\b)|for|followed|,|/|first|\|)", masked
    )
    text = CUES.pattern("fence").sub("", place.wording.plain(masked[0]).strip())
    is_template = re.fullmatch(r"(?:<[^<>]+>\W+)+<[^<>]+>", text)
    if is_one_of_several or is_template or CUES.matches("score line", f'"{text}"'):
        return ""
    return _in_case(text, CUES.find("changed case", f"{masked[1:]}{place.rest[:40]}"))


def _after_colon(place: Place, masked: str, fill: str) -> str:
    """The text after a colon, if the prompt wants exactly that. `fill` are the words before it."""
    is_choice = CUES.pattern("pair").fullmatch(masked.rstrip(" .")) and "repeat" not in fill
    is_exact = CUES.matches("exactly that", fill) or CUES.matches("always", place.match[0])
    is_asked = masked.endswith("?") and CUES.matches("single value", fill)
    if is_asked or (not place.value and (is_choice or not is_exact)):
        return ""
    text = place.wording.as_written(masked)
    return re.sub(r"\s+(?:and nothing (?:else|more)|with no .+)\W*$", "", text)


def _few_words(place: Place, masked: str, fill: str) -> str:
    """A few words without a mark before them, if the prompt wants nothing else."""
    text, is_alone = CUES.pattern("and no more").subn("", place.plain("text").rstrip(".!"))
    changed = CUES.find("changed case", text)
    if changed:
        text = text[: changed.start()].strip()
    is_described = CUES.pattern("described text").match(text) or CUES.matches("the text of", fill)
    longest = 6 if re.search(r"\b(?:is|are|am|will)\b", text) else 3  # A whole clause.
    if is_described or len(text.split()) > longest:
        return ""
    is_brief = fill.endswith(" with") and (
        len(place.wording.text.split()) < 7 or (text.isupper() and len(place.around.split()) < 7)
    )
    is_wanted = (
        is_alone
        or CUES.matches("only that", f"{place.match[0][: -len(masked)]}{fill}")
        or (is_brief and not CUES.pattern("manner").match(text))
        or CUES.pattern("that is all").match(place.rest)
    )
    return _in_case(text, changed) if is_wanted else ""


def _in_case(text: str, changed: re.Match[str] | None) -> str:
    """A text in the case that a prompt asks for."""
    if changed is None:
        return text
    return text.lower() if changed["lower"] else text.upper()


def mirror(_: Place) -> Form:
    """The user's message, as a system message wants it back."""
    return form.Echo()


def literal(place: Place) -> Form | None:
    """A JSON object to repeat unchanged."""
    return form.Echo(place["text"]) if json_at(place["text"], 0) is not None else None


def when(place: Place) -> Demand | None:
    """A fixed reply to questions about a subject, or to all other questions."""
    text, about = place.plain("text") or place.value, place.plain("about") or place.plain("only")
    if CUES.matches("not found", about):
        return None  # It is for questions that the texts of the prompt do not answer.
    otherwise = bool(place["only"] or CUES.matches("other than", about))
    return form.ConditionalText(about, text, otherwise) if about and text else None


def template(place: Place) -> Form | None:
    """The lines after the cue, up to an empty one, if they have placeholders."""
    block = CUES.pattern("fence").sub("", place.wording.as_written(place["block"])).strip("\n")
    is_example = CUES.matches("shown input", f"{block}\n{place.rest}")
    if is_example or CUES.matches("no template", block):
        return None
    rows = _rows_of_template(block)
    text = "\n".join(rows)
    if len(rows) > 1:
        text = CUES.pattern("described row").sub(r"\g<label> <\g<what>>", text)
    is_open = any(PLACE.search(row) or row.endswith(":") for row in text.split("\n"))
    if not is_open or len(rows) > _MOST_ROWS or not CUES.matches("labelled row", text):
        return None
    return form.Template(text, last=len(rows) < 3 and place_in(place) == "last")


def _rows_of_template(block: str) -> list[str]:
    """The first rows of a block that are to fill, without remarks such as `where X is a number`."""
    rows = list[str]()
    for row in block.split("\n"):
        if _is_outside(row, is_first=not rows):
            if rows:
                break
        elif not re.match(r"\s*where\b", row):
            rows.append(row.rstrip())
    return rows


def _is_outside(row: str, *, is_first: bool) -> bool:
    """True for the title above a template, and for a rule, a blank row or the input below it."""
    may_be_described = not is_first or row.endswith((")", " here"))
    is_row = PLACE.search(row) or (may_be_described and CUES.pattern("described row").match(row))
    is_input = CUES.pattern("input line").match(row) and not is_row
    is_head = is_first and row.rstrip().endswith(":")
    is_title = is_head and CUES.matches("word for a template", row)
    return bool(is_input or is_title or not row.strip(" -=*#"))


def labelled_lines(place: Place) -> Form | None:
    """Lines with the labels that a prompt lists, each with a remark or none: `Total (number)`."""
    listed = re.split(r"(?:,| and) *(?![^()]*\))", place["list"])
    rows = [re.fullmatch(r"\W*(\w[\w ]{0,30}?) *(?:\((.*)\))?\W*", each) for each in listed]
    text = "\n".join(f"{each[1]}: <{each[2] or each[1]}>" for each in rows if each)
    return form.Template(text, last=False) if all(rows) and len(rows) > 1 else None


def inline_template(place: Place) -> Form | None:
    """A line with placeholders, from the message or the value of the cue."""
    if place.is_negated():
        return None
    text = place.value or re.sub(r"\[\[\d{1,2}\]\]", "[[rating]]", place.plain("text"))
    is_open = place.value or (
        PLACE.search(text) and not re.fullmatch(r"<[A-Z_]+>|\{.*|only .*", text)
    )
    conditions = [*CUES.find_all("condition", place.wording.text)]
    head = CUES.find("score line", place.wording.message)
    is_rated = any(map(place.find, ("range of a rating", "range of how")))
    if is_rated and head and head["head"] in text:
        return None  # It is the line of a score.
    is_rule = CUES.matches("clause of a rule", text)
    if is_rule or not is_open or not 1 < len(text) < 200 or len(conditions) > 1:
        return None
    last = CUES.matches("last of text", place.match.string[: place.match.end()])
    return form.Template(text, last or place_in(place) == "last")


def json_object(place: Place) -> Form | None:
    """JSON to write: like an object that the prompt shows, or if the prompt says `JSON` and does
    not mean its own data."""
    made = _json_of(place.wording.message, place.wording.original)
    start, end = place.match.span()
    around = place.match.string[max(start - 30, 0) : end + 30]
    is_input = place.is_negated(16) or CUES.matches("about json", around)
    is_shown = made.schema or pairs_to_convert(place.wording.original)
    is_meant = is_shown if place.value else not is_input
    return made if is_meant else None


@lru_cache(maxsize=32)
def _json_of(text: str, original: str) -> form.JsonForm:
    """The JSON that a text asks for. The keys are those of the original, in its language."""
    notation = CUES.text("notation", text).lower() or "json"
    if notation != "json":
        original = CUES.changed("other notations", original)
    schema = schema_shown(original) or (schema_shown(text) if text != original else None)
    fenced = CUES.matches("fenced", text) and not CUES.matches("bare json", text)
    many = CUES.matches("many objects", re.sub(r"\([^()\n]*\)", "", text))
    if not schema:
        return form.JsonForm("", fenced, many, notation=notation)
    lines = CUES.matches("json lines", text)
    return form.JsonForm(json.dumps(schema), fenced, many or lines, lines, notation)


def fields(place: Place) -> Form:
    """The output fields of the last interaction in the prompt."""
    text = place.wording.message
    begin = re.search(r"starting with the field (.+?)(?:ending|\n|$)", text)
    outputs = re.search(r"(?is)your output fields are:\n(.*?)\n(?:All|\n)", text)
    if outputs and not begin:
        names = re.findall(r"(?m)^\s*\d+\. `(\w+)`", outputs[1])
    else:
        names = re.findall(r"\[\[ ## (\w+) ## \]\]", begin[1] if begin else text)
    to_fill = dict.fromkeys(name for name in names if name != "completed")
    return form.MarkedFields((*to_fill, "completed"))


def tags(place: Place) -> Demand | None:
    """Tags to fill in: the closed ones, or all if the prompt calls them tags or says what to put
    in several of them, except inputs."""
    text = place.wording.message
    are_called_tags = not place.wording.words.isdisjoint(("tag", "tags"))
    are_called_tags = are_called_tags or len([*CUES.find_all("place in tags", text)]) > 1
    names = [*dict.fromkeys(re.findall(r"(?<!<)<(\w{2,30})>(?!>)", text))][:_MOST_TAGS]
    closed = [name for name in names if are_called_tags or f"</{name}>" in text]
    # Tags with attributes are around texts that the prompt brings.
    to_fill = [e for e in closed if f"<{e} " not in text and _is_to_fill(e, text)]
    inner = (re.search(rf"<{name}>(?:your|the|an?) ([\w ]+)</", text) for name in to_fill)
    abouts = (found[1] if found else name for found, name in zip(inner, to_fill, strict=True))
    return form.Tags(tuple(to_fill), tuple(abouts)) if 0 < len(to_fill) < 8 else None


def _is_to_fill(name: str, text: str) -> bool:
    """True if a tag encloses nothing, a placeholder or one of several options."""
    inner = text.rpartition(f"<{name}>")[2].partition(f"</{name}>")[0].strip()
    if name in (each["name"] for each in CUES.find_all("asked in tags", text)):
        return True
    if CUES.pattern("tag of an input").fullmatch(name):
        return False
    is_place = re.match(
        r"(?i:your|n|x)\b|(?:the|a|an|step|final|and)\b|[\[{(<.\u2026]|[A-Z]{3,}$", inner
    )
    is_open = f"</{name}>" not in text or not inner or (is_place and len(inner) < 30)
    return bool(is_open or re.search(rf"</{name}>\s*(?:or|/|,|\|)\s*<{name}>", text))
