"""Demands that show the answer: a text to be said, a template, JSON, the notations of agents."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from mockserver.chat.model.demands.choices import CONDITION, place_in
from mockserver.chat.model.demands.cue import is_negated
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import (
    ConditionalText,
    Echo,
    Form,
    JsonForm,
    MarkedFields,
    NumberedPlan,
    Steps,
    TaggedCall,
    Tags,
    Template,
)
from mockserver.chat.model.demands.shapes import schema_shown
from mockserver.chat.model.demands.typed import object_of
from mockserver.chat.model.demands.wording import BLOCK, QUOTE, Wording
from mockserver.chat.model.patterns import pattern

PLACE = pattern(
    r"<[^<>\n/]{1,120}>|\[\[?[^\[\]\n]{1,120}\]?\]|(?<!boxed)\{\{?[^{}\n]{1,120}\}?\}|\.\.\.|\u2026"
    r"|_{3,}|(?<![\w.#])(?:X{1,2}|N{1,3}|#|(?<=: )[xn])(?![\w#]|\.\d)"
)
"""A place of a template that is to be filled."""

_FENCE = pattern(r"^\s*(?:```\w*|\"{3}|---)\s*\n?|\n?\s*(?:```|\"{3}|---)\s*$")
_NO_ECHO = pattern(
    r".* or .*|.*\b(?:points?|bullets?|sentences?|words|lines?|paragraphs?"
    r"|name|label|letter|number|category|word|answer|digit"
    r"|value|title|option|result|code|id"
    r"|tool|score|query|list|table)\b.*$|(?:a|an|the|your|my|one|in|with|if|about|as|by|or"
    r"|something|hi to|hello to|only|valid|json|that|what|which|how|why|to|it|this|those|these|when"
    r"|from|of|for|using|and|numbers?|sql)\b|\d+ (?!$)",
    re.IGNORECASE,
)
"""Words that describe what is to be said."""

_EXACTLY = pattern(
    r"exact|single word|follow|only|verbatim|after me|this|nothing|word "
    r"for word|unchanged|say|repeat|echo|^ $"
)
_POINTED = pattern(r"only|just|simply|exactly|word|nothing but|single|say|echo")
_FEW = 7
"""Words of a message that says no more than `reply with` something."""

_MANNER = pattern(r"(?i).*(?:y|ce|ness|ion|ou?r|care|details?|style|tone|love|tact)\b")
"""The manner of a reply, not its words: `with care`, `with humour`."""

_SAYING = pattern(r"(?:say|reply|respond|answer|echo)\b")
_ONLY_THAT = pattern(
    r"[.,;!]? (?:and )?(?:only that|just that|nothing (?:else|more)|that(?:'s| is) all)\b",
    re.IGNORECASE,
)
_ABOUT_JSON = pattern(
    r"(?:what is|explain|parse|pars|about|from|difference|read|load|convert(?:ing)? (?:the |this ))"
    r"\s*json|(?:post|send|posting|sending) json"
    r"|json (?:below|data|file|document|pars|payload|is\b)(?! (?:with|containing|that))"
)
_FENCED = pattern(
    r"```json\b|fenced|markdown (?:code|ticks)|code (?:block|fence)|(?:triple )?backticks",
    re.IGNORECASE,
)
_BARE = pattern(
    r"(?:no|without|not|don't)\s+[^.\n]{0,30}(?:fence|backtick|code block|markdown|```)",
    re.IGNORECASE,
)
_LINES = pattern(
    r"\bJSON[- ]?lines\b|\bJSONL\b|\bNDJSON\b|\bone JSON object per line\b", re.IGNORECASE
)
_MANY = pattern(
    r"\bJSON (?:array|list)\b|\b(?:array|list) of (?:json )?(?:objects?"
    r"|dictionaries|dicts|records)\b"
    r"|\bone object (?:per|for each)\b|(?-i:\blist\[[A-Z])|\beach (?:having|with|containing)\b"
    r"|\b(?:return|output|respond with|produce)(?: only)? an? (?:array|list) of\b",
    re.IGNORECASE,
)
_TOOL = pattern(
    r"(?m)^[ \t]*(?:[-*\u2022]|\d+[.)])?\s*`?\*{0,2}(\w[\w.-]{1,60})`?\*{0,2}(?:\([^)\n]{0,200}\))?"
    r"(?:\s*->\s*\w+)?\s*(?::|-)\s+([^\n]{5,300})$"
)
_TOLD = pattern(
    r"Tool Name: (?P<name>[\w.-]+)\s+Tool Description: (?P<said>.*?)\s+"
    r"Tool Args: (?P<args>\{[^\n]*\})",
    re.DOTALL,
)
"""A tool as LlamaIndex lists it."""

_LONGEST_PLACEHOLDER = 30
_NO_TOOLS = frozenset("Thought Action Observation Question Answer Input Note Begin".split())


def echo(found: re.Match[str], wording: Wording) -> Form | None:
    """The text that is quoted or stands behind a colon, or the few words behind `only`."""
    masked, fill = found["text"].strip(), f"{found['verb']} {found['fill']}".lower()
    if is_negated(found, 20):
        return None
    before = found[0][: found.start("verb") - found.start()].lower()
    if re.match(QUOTE, masked) or re.match(BLOCK, masked):
        is_one_of_several = re.match(r".\s*,?\s*(?:or|if|when|for|,|/|first|\|)", masked)
        return None if is_one_of_several else Echo(_FENCE.sub("", wording.plain(masked[0]).strip()))
    said = wording.plain(masked).strip()
    if found["colon"]:
        said = re.sub(r"\s+(?:and nothing (?:else|more)|with no .+)\W*$", "", said)
        return Echo(said) if said and _EXACTLY.search(fill) else None
    said, alone = re.subn(r",? (?:(?:and|but) (?:nothing|no)|(?:if|when|once) you) .*$", "", said)
    said = said.rstrip(".!")
    alone = alone or _ONLY_THAT.match(found.string, found.end()) is not None
    if re.search(
        r"\bthe\b(?! (?:word|text|phrase|sentence|following|message|string|number|letter|single))",
        fill,
    ):
        return None
    brief = 0 < len(said.split()) <= 3 and not _NO_ECHO.match(said)
    pointed = _POINTED.search(fill) or (_SAYING.match(fill) and _POINTED.search(before))
    whole = fill.endswith(" with") and len(wording.text.split()) < _FEW and not _MANNER.match(said)
    return Echo(said) if brief and (alone or pointed or whole) else None


def literal(found: re.Match[str], wording: Wording) -> Form | None:
    """An object that is to be said as it stands."""
    exact = re.search(r"exactly|nothing else|literal|verbatim", wording.text, re.IGNORECASE)
    return Echo(found["text"]) if exact and _json_at(found["text"], 0) is not None else None


_OTHER_THAN = pattern(
    r"\b(?:not|other than|except|unrelated|outside|besides|beyond|off-topic)\b|n't\b", re.IGNORECASE
)


def when(found: re.Match[str], wording: Wording) -> Demand | None:
    """A text to be said when the user asks about something, or about anything else."""
    named = found.groupdict()
    text = wording.plain(found["text"]).strip()
    about = wording.plain(named.get("about") or named.get("only") or "")
    otherwise = bool(named.get("only") or _OTHER_THAN.search(about))
    return ConditionalText(about, text, otherwise) if about and text else None


def template(found: re.Match[str], wording: Wording) -> Form | None:
    """The lines behind the cue, up to an empty one, if they have places to be filled."""
    block = _FENCE.sub("", wording.plain(found["block"])).strip("\n")
    if block.lstrip().startswith(("{", "[{")) or "Action:" in block or "***" in block:
        return None
    rows: list[str] = []
    for row in block.split("\n"):
        filled = PLACE.search(row)
        if re.match(r"\s*where\b", row) or (not rows and _is_given(row)):
            continue
        if not row.strip() and not (rows and filled):
            if rows:
                break
            continue
        if rows and not filled and re.match(r"\s*[A-Z]\w*: *\S", row):
            break
        rows.append(row.rstrip())
    made = Template("\n".join(rows))
    is_heading = len(rows) > 1 and re.match(r"\s*[-*\u2022]", rows[1])
    ends = (not is_heading and row.rstrip().endswith(":") for row in rows)
    open_rows = any(ends) or any(map(PLACE.search, rows))
    made = replace(made, last=len(rows) < 3 and place_in(wording) == "last")
    return made if open_rows and made.labels and len(rows) <= 30 else None


def _is_given(row: str) -> bool:
    """True for a line that brings a text under its name: `Review: the soup was cold`."""
    return bool(re.match(r"\s*[A-Z]\w*: *\S", row)) and not PLACE.search(row)


def inline_template(found: re.Match[str], wording: Wording) -> Form | None:
    """A quoted line with places to be filled."""
    text = wording.plain(found["text"]).strip()
    before = found.string[: found.end()]
    ending = re.search(
        r"\b(?:finish|end|conclud|last line|final line|then|finally|after)\b", before, re.IGNORECASE
    )
    conditions = len(CONDITION.findall(wording.text))
    is_mark = re.fullmatch(r"<[A-Z_]+>", text)
    fits = (
        len(text) > 1
        and not is_mark
        and PLACE.search(text)
        and not text.startswith("{")
        and len(text) < 200
    )
    return Template(text, bool(ending)) if fits and conditions < 2 else None


def boxed(_: re.Match[str], __: Wording) -> Form:
    """The answer in a box, as TeX writes it."""
    return Template("\\boxed{<answer>}")


def json_object(found: re.Match[str], wording: Wording) -> Form | None:
    """JSON to be written, and not JSON that is spoken of."""
    around = found.string[max(found.start() - 30, 0) : found.end() + 30].lower()
    spoken_of = is_negated(found, 16) or _ABOUT_JSON.search(around)
    return None if spoken_of else _json_of(wording.message)


def shown_object(_: re.Match[str], wording: Wording) -> Form | None:
    """An object that is shown as the form of the answer, without the word JSON."""
    made = _json_of(wording.message)
    return made if made.schema else None


@lru_cache(maxsize=32)
def _json_of(text: str) -> JsonForm:
    schema = schema_shown(text)
    fenced = bool(_FENCED.search(text)) and not _BARE.search(text)
    many = bool(_MANY.search(re.sub(r"\([^()\n]*\)", "", text)))
    lines = bool(schema and _LINES.search(text))
    return JsonForm(json.dumps(schema) if schema else "", fenced, many or lines, lines)


def _json_at(text: str, start: int) -> Any:
    """The JSON that begins at a place, or None."""
    try:
        return json.JSONDecoder().raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None


def fields(_: re.Match[str], wording: Wording) -> Form:
    """The output fields are those of the last interaction that the prompt shows."""
    text = wording.message
    names = re.findall(r"\[\[ ## (\w+) ## \]\]", text)
    if outputs := re.search(r"(?is)your output fields are:\n(.*?)\n(?:All|\n)", text):
        names = re.findall(r"(?m)^\s*\d+\. `(\w+)`", outputs[1])
    asked = re.search(r"starting with the field (.+?)(?:ending|\n|$)", text)
    names = (asked and re.findall(r"\[\[ ## (\w+) ## \]\]", asked[1])) or names
    return MarkedFields(
        (*[name for name in dict.fromkeys(names) if name != "completed"], "completed")
    )


def call(found: re.Match[str], wording: Wording) -> Form | None:
    """Functions as JSON, to be called in a tag."""
    starts = re.finditer(r"\{\s*\"(?:type|name)\"", wording.message)
    shown = filter(None, (_json_at(wording.message, each.start()) for each in starts))
    functions = [value.get("function", value) for value in shown]
    offered = [
        each
        for each in functions
        if isinstance(each, dict) and isinstance(each.get("name"), str) and "arguments" not in each
    ]
    return TaggedCall(json.dumps(offered), found["tag"]) if offered else None


def steps(_: re.Match[str], wording: Wording) -> Form:
    """The tools of an agent, as its prompt lists them."""
    text = wording.message
    known = re.search(r"one of \[([^\]\n]+)\]", text)
    names = [name.strip(" '\"`") for name in known[1].split(",")] if known else []
    tools = {found["name"]: (found["said"], found["args"]) for found in _TOLD.finditer(text)}
    for name, said in () if tools else _TOOL.findall(text):
        if name not in _NO_TOOLS and (not names or name in names):
            tools.setdefault(name, (said, ""))
    tools |= {name: ("", "") for name in names if name not in tools}
    if "<tool_input>" in text:
        tagged = re.search(r"<(\w*answer|final\w*)>", text)
        return Steps(_offered(tools), "tags", tagged[1] if tagged else "final_answer")
    last = "Final Answer" if "Final Answer" in text or "\nAnswer:" not in text else "Answer"
    in_json = re.search(r"\"action\"\s*:|\baction key\b", text)
    return Steps(_offered(tools), "json" if in_json else "lines", last)


def _offered(tools: Mapping[str, tuple[str, str]]) -> tuple[tuple[str, str, str], ...]:
    """Tools with their parameters, which may stand behind what is said of them: `args: {...}`."""
    told = ((name, *said.partition("args: ")[::2], args) for name, (said, args) in tools.items())
    return tuple((name, said, args or _as_schema(listed)) for name, said, listed, args in told)


def _as_schema(listed: str) -> str:
    """A JSON Schema of parameters that are listed by their names."""
    properties = _decoded(listed)
    return json.dumps(object_of(properties)) if isinstance(properties, dict) else ""


def _decoded(listed: str) -> Any:
    try:
        return ast.literal_eval(listed.strip()) if listed.startswith("{") else None
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def plan(found: re.Match[str], wording: Wording) -> Form:
    """The plan of an agent, below the header that the prompt names."""
    header = re.search(r"header ['\"]?(\w+:)", wording.message)
    return NumberedPlan(header[1] if header else "")


def tags(_: re.Match[str], wording: Wording) -> Iterator[Demand]:
    """Tags that are closed, or called tags, and hold nothing yet."""
    text = wording.message
    names = dict.fromkeys(re.findall(r"(?<!<)<(\w{2,30})>(?!>)", text))
    called = "tag" in wording.words or "tags" in wording.words
    wanted = [n for n in names if (f"</{n}>" in text or called) and not _brings(n, text)]
    wanted += [n for n in names if n not in wanted and _is_optional(n, text)]
    if 0 < len(wanted) < 8:
        yield Tags(tuple(wanted))


def _is_optional(name: str, text: str) -> bool:
    """True if the tag is shown with one text or another in it: the options of a label."""
    shown = rf"<{name}>[^<>\n]{{1,40}}</{name}>"
    return bool(re.search(rf"{shown}\s*(?:or|/|,|\|)\s*{shown}", text))


def _brings(name: str, text: str) -> bool:
    """True if what the tag holds is given rather than asked for."""
    if f"</{name}>" not in text:
        return False
    inner = text.partition(f"<{name}>")[2].partition(f"</{name}>")[0].strip()
    placeholder = re.match(r"(?i:your|n|x)\b|(?:the|a|an|step|final|and)\b|[\[{(<.\u2026]", inner)
    return bool(inner) and not (placeholder and len(inner) < _LONGEST_PLACEHOLDER)


MAKERS = {
    each.__name__: each
    for each in (
        echo, literal, when, template, inline_template, boxed, json_object, shown_object, fields,
        call, steps, plan, tags,
    )
}  # fmt: skip
