"""Demands on what the answer is: a label, a score, JSON, a text to be said, a filled template.

An answer has one form. Of several the strictest one near the end wins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from mockserver.chat.model.demands.cue import SAME, Cue, Q, cue, is_negated
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.shapes import schema_shown
from mockserver.chat.model.demands.wording import B, Wording


@dataclass(frozen=True)
class Form(Demand):
    """The form of the whole answer."""

    @property
    def slot(self) -> object:
        """An answer has one form."""
        return "form"

    @property
    def strict(self) -> bool:
        """True if a looser form in a nearer message does not replace it."""
        return True


@dataclass(frozen=True)
class Label(Form):
    """One of some options. `about` says of each what it stands for; `place` is where it stands."""

    options: tuple[str, ...]
    about: tuple[str, ...] = ()
    place: str = "only"

    def met(self, text: str) -> bool:
        """True if the place holds one of the options."""
        rows = [row for row in text.strip().split("\n") if row.strip()] or [""]
        held = {"only": text, "last": rows[-1], "first": rows[0]}[self.place]
        bare = _bare(held)
        known = [_bare(option) for option in self.options]
        return bare in known or (
            self.place != "only" and any(bare.endswith(each) for each in known)
        )


@dataclass(frozen=True)
class ScoreForm(Form):
    """A number between two others."""

    low: float
    high: float
    alone: bool = False

    def met(self, text: str) -> bool:
        """True if the first number of the text is within the bounds."""
        found = re.search(r"-?\d+(?:\.\d+)?", text)
        return bool(found) and self.low <= float(found[0]) <= self.high  # type: ignore[index]


@dataclass(frozen=True)
class JsonForm(Form):
    """JSON: of this schema, as JSON itself, if the prompt shows one."""

    schema: str = ""
    fenced: bool = False
    many: bool = False

    def met(self, text: str) -> bool:
        """True if it parses, and holds the keys that are named."""
        bare = re.sub(r"^```\w*\n|\n?```$", "", text.strip())
        try:
            value = json.loads(bare)
        except (ValueError, RecursionError):
            return False
        if not self.schema:
            return True
        wanted = json.loads(self.schema)
        if wanted.get("type") == "array":
            wanted, value = (
                wanted.get("items", {}),
                value[0] if isinstance(value, list) and value else None,
            )
        return isinstance(value, dict) and {*wanted.get("required", ())} <= value.keys()


@dataclass(frozen=True)
class Echo(Form):
    """Just this text."""

    text: str

    def met(self, text: str) -> bool:
        """True if nothing else is said."""
        return text.strip() == self.text.strip()


@dataclass(frozen=True)
class Template(Form):
    """Lines with places to be filled."""

    text: str
    last: bool = False
    """True if an explanation comes first."""

    def met(self, text: str) -> bool:
        """True if every label of the template stands in the text."""
        return all(label in text for label in labels_of(self.text))


@dataclass(frozen=True)
class MarkedFields(Form):
    """Fields under markers: `[[ ## answer ## ]]`."""

    names: tuple[str, ...]

    def met(self, text: str) -> bool:
        """True if every field has its marker."""
        return all(f"[[ ## {name} ## ]]" in text for name in self.names)


@dataclass(frozen=True)
class TaggedCall(Form):
    """A call of one of these functions, as JSON within a tag."""

    functions: str
    tag: str

    def met(self, text: str) -> bool:
        """True if the tag is there."""
        return f"<{self.tag}>" in text


@dataclass(frozen=True)
class ConditionalText(Demand):
    """A text to be said when the user asks about something, or about anything else."""

    about: str
    text: str
    otherwise: bool = False

    @property
    def slot(self) -> object:
        """Each condition is a demand of its own."""
        return self

    def met(self, text: str) -> bool:
        """Always true: the question decides if it applies."""
        return True


@dataclass(frozen=True)
class Tags(Demand):
    """The answer stands within tags, perhaps with others before it."""

    names: tuple[str, ...]

    def met(self, text: str) -> bool:
        """True if every tag is opened and closed."""
        return all(f"<{name}>" in text and f"</{name}>" in text for name in self.names)


@dataclass(frozen=True)
class Steps(Form):
    """The next step of an agent: `Thought:`, `Action:`, `Action Input:`, or the final answer."""

    tools: tuple[tuple[str, str], ...] = ()
    calls_in_json: bool = False

    def met(self, text: str) -> bool:
        """True if a tool is called or the answer is final."""
        return "Action:" in text or "Final Answer:" in text


PLACE = re.compile(
    r"<[^<>\n/]{1,120}>|\[\[?[^\[\]\n]{1,120}\]?\]|(?<!boxed)\{\{?[^{}\n]{1,120}\}?\}|\.\.\.|\u2026|_{3,}"
    r"|(?<![\w.#])(?:X{1,2}|N{1,3}|#)(?![\w#]|\.\d)"
)
"""A place of a template that is to be filled."""

_LABEL = re.compile(
    r"^[ \t]*((?:\*\*|#{1,3} |- )?[A-Z][\w /()-]{0,40}?(?:\*\*)?:(?:\*\*)?)", re.MULTILINE
)


def labels_of(template: str) -> list[str]:
    """The labels in front of the places of a template."""
    return [label.strip() for label in _LABEL.findall(template)]


def _bare(text: str) -> str:
    return text.strip().strip("\"'`*.()[]").strip().lower()


# Labels

_ITEM = rf"(?:{Q}|\*?\[*[A-Za-z][\w+&'-]*\]*(?: (?!or\b|and\b|if\b|when\b|based\b|for\b|to\b|in\b|of\b|with\b|the\b|as\b|your\b|that\b|only\b|depending\b|is\b|about\b|nothing\b|without\b|here\b)[\w+&'-]+){{0,3}})"
_OR = rf"{_ITEM}(?:\s*(?:,\s*(?:or |and )?|/|\||\s+or\s+|\s+vs\.?\s+)\s*{_ITEM}){{1,30}}"
_PAIR = rf"{_ITEM}(?:\s*,\s*{_ITEM}){{0,30}},?\s*(?:/|\||\bor\b)\s*{_ITEM}"
_NO_OPTION = re.compile(
    r"^(?:[Ii]n|[Ii]f|[Bb]y|[Tt]o|[Ww]ith|[Aa]n?|[Tt]he|please|your|my|it|more|less|fewer|why|how|that|this|me|nothing|[Ee]xplain)\b"
    r"|^\d+$|\b(?:sentences?|words?|lines?|paragraphs?|bullet|json|JSON|xml|yaml|csv|[Mm]arkdown)\b"
)
_ROW = re.compile(
    r"^[ \t]*(?:[-*\u2022]|\d{1,2}[.)]|\(?(?P<letter>[A-H])[.):])?[ \t]*(?P<name>[^\n:\u2013]{1,60}?)(?P<joint>[ \t]*(?::|\s-\s|\u2013|\s=\s)[ \t]*(?P<said>[^\n]{0,300}))?$"
)


def _options_in(masked: str, wording: Wording) -> tuple[str, ...]:
    """The options of a list within a line."""
    if len(re.findall(Q, masked)) > 1:
        return tuple(dict.fromkeys(item for item in wording.items(masked) if len(item) <= 60))
    masked = re.sub(
        r"^\s*(?:either|one of|exactly|only|just|as)\s+", "", masked, flags=re.IGNORECASE
    )
    parts = re.split(r"\s*(?:[,;/|]|\bor\b|\band\b)\s*", masked)
    items = [wording.plain(part).strip(" .:()[]{}<>\"'`*") for part in parts]
    items = [re.sub(r"^(?:either|or|and)\s+", "", item) for item in items if item]
    if len(items) < 2 or any(
        (len(item) > 1 and _NO_OPTION.search(item)) or len(item) > 60 for item in items
    ):
        return ()
    return tuple(dict.fromkeys(items))


def _rows_behind(text: str, at: int, wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Options on lines of their own, and what is said of each."""
    names: list[str] = []
    said: list[str] = []
    gap, marked = 0, False
    for line in text[at:].split("\n")[1:]:
        row = _ROW.match(line)
        was_marked = marked
        marked = bool(re.match(r"\s*(?:[-*\u2022]|\d{1,2}[.)]|\(?[A-H][.)])\s", line))
        if not line.strip():
            gap += 1
            if names or gap > 1:
                break
            continue
        if row is None or (not marked and len(line.split()) > 6 and not row["joint"]):
            break
        if names and was_marked and not marked:
            break
        if not marked and names and not row["joint"] and len(line.split()) > 4:
            break
        name = wording.plain(row["name"]).strip(" *`\"'")
        names.append(name)
        said.append(wording.plain(row["said"] or "").strip())
    if len(names) < 2 or (max(map(len, names)) > 60):
        return (), ()
    return tuple(names), tuple(said)


def _label(found: re.Match[str], wording: Wording) -> Form | None:
    """The options that stand behind the cue: in its line, else on lines of their own."""
    if is_negated(found, 30):
        return None
    inline = found.groupdict().get("list") or ""
    about: tuple[str, ...] = ()
    options = _options_in(inline, wording)
    if not options:
        at = found.end()
        line_end = found.string.find("\n", at)
        rest = found.string[at : line_end if line_end >= 0 else None]
        if not rest.strip(" :"):
            options, about = _rows_behind(found.string, at, wording)
        else:
            options = _options_in(re.split(r"[.!?](?:\s|$)|\n|\)|\]", rest)[0], wording)
    if not options or len(options) > 40:
        return None
    return Label(options, about, _place(wording))


def _question_of_two(found: re.Match[str], wording: Wording) -> Form | None:
    """`Is it this or that?`, if no more than one of both is wanted."""
    brief = re.search(
        r"\b(?:one|single) word|\bonly\b|\bjust\b|\blabel\b|\bclassif", wording.text, re.IGNORECASE
    )
    made = _label(found, wording) if brief else None
    if not isinstance(made, Label):
        return None
    first, *others = made.options
    return Label((first.split()[-1], *others), (), made.place)


_SHOT = re.compile(
    r"(?im)^(label|output|sentiment|category|answer|class|intent|a)\s*:[ \t]*([^\n]*)$"
)


def _few_shots(found: re.Match[str], wording: Wording) -> Form | None:
    """Examples with their labels, of which the last one is open."""
    shots = _SHOT.findall(wording.message)
    if len(shots) < 3 or shots[-1][1].strip() or not wording.message.rstrip().endswith(":"):
        return None
    known = [label.strip(" '\"") for _, label in shots[:-1] if label.strip()]
    before = re.split(_SHOT, wording.message)[0::3]
    about = {label: text.strip()[-200:] for label, text in zip(known, before, strict=False)}
    return (
        Label(tuple(about), tuple(about.values()))
        if all(len(each) < 40 for each in about)
        else None
    )


def _place(wording: Wording) -> str:
    """The place of the label: at the end of an explanation, at its beginning, or alone."""
    text = wording.text.lower()
    if re.search(
        r"(?:only|just|single word|one word|nothing else|no explanation|no other text|without (?:any )?explanation)",
        text,
    ):
        return "only"
    if re.search(
        r"(?:last|final) line|then (?:answer|say|conclude|output|give|state|respond)|end (?:your \w+ )?with|(?:think|reason) (?:step|out loud)|(?:explain|explanation|reasoning) (?:first|before)|begin your (?:evaluation|response) by|first,? (?:explain|think|reason)",
        text,
    ):
        return "last"
    if re.search(
        r"first line|(?:start|begin) with|then (?:explain|justify|give (?:a|one|your) )|followed by|and (?:explain|justify|why)|with (?:a|one|your) (?:short |brief |one-sentence )?(?:explanation|reason|justification)",
        text,
    ):
        return "first"
    return "only"


def _conditional(found: re.Match[str], wording: Wording) -> Form | None:
    """`Say "PASS" if ..., "FAIL" otherwise`: options that say themselves what they stand for."""
    rows = [
        (wording.plain(row[1]).strip(), wording.plain(row[2]).strip(" ,."))
        for row in _CONDITION.finditer(found.string)
    ]
    known = dict(rows)
    otherwise = _OTHERWISE.search(found.string)
    if otherwise:
        known.setdefault(wording.plain(otherwise[1] or otherwise[2]).strip(), "otherwise")
    if len(known) < 2 or any(len(each) > 40 for each in known):
        return None
    return Label(tuple(known), tuple(known.values()), _place(wording))


_SHOUT = r"(?:\b[01]\b|\b[A-Z][A-Z_]{1,24}\b|\b(?:Yes|No|True|False|yes|no|true|false)\b)"
_CONDITION = re.compile(
    rf"({Q}|{_SHOUT})\s*(?:,\s*)?(?:\bif\b|\bwhen\b|\bin case\b|\bfor (?:a |an )?|\bmeans\b)\s*([^.;\n]{{0,160}}?)(?=[.;\n]|,? (?:and|or)? ?(?:{Q}|{_SHOUT})|$)"
)
_OTHERWISE = re.compile(
    rf"({Q}|{_SHOUT}) (?:otherwise|if not\b)|(?:otherwise|if not|else),? (?:\w+ ){{0,3}}?({Q}|{_SHOUT})",
    re.IGNORECASE,
)


def _yes_no(found: re.Match[str], wording: Wording) -> Form:
    said = found[0]
    pairs = (
        ("YES", "NO"),
        ("Yes", "No"),
        ("yes", "no"),
        ("TRUE", "FALSE"),
        ("True", "False"),
        ("true", "false"),
        ("Y", "N"),
        ("y", "n"),
    )
    options = next(
        (pair for pair in pairs if all(re.search(rf"\b{each}\b", said) for each in pair)),
        ("Yes", "No"),
    )
    return Label(options, (), _place(wording))


def _letters(found: re.Match[str], wording: Wording) -> Form | None:
    """Multiple choice, of which only the letter is wanted."""
    rows = re.findall(
        r"(?m)(?:^|(?<=\s))\(?([A-H])[.)]\s*([^\n]+?)(?=\s+\(?[B-H][.)]\s|$)", wording.message
    )
    known = dict(rows)
    return Label(tuple(known), tuple(known.values()), _place(wording)) if len(known) > 1 else None


_ASK = r"(?:answer|respond|reply|output|return|say|choose|pick|select|print|classify|emit)"
_CLASSIFY = r"(?:classif|categori[sz]|label|tag|sort(?=[^.\n:]{0,40} into)|route|assign|determine|decide|detect|judge|identif|mark|flag|grade|rate|evaluat)\w*"
_NOUNS = r"(?:tools?|categor(?:y|ies)|labels?|options?|choices?|class(?:es)?|intents?|tags?|agents?|teams?|departments?|queues?|routes?|sentiments?|topics?|genres?|(?:possible|valid|allowed|available) \w+)"

# Scores

_NUMBER = r"-?\d+(?:\.\d+)?"


def _score(found: re.Match[str], wording: Wording) -> Form | None:
    low, high = float(found["low"]), float(found["high"])
    if low >= high or high > 1_000:
        return None
    return ScoreForm(low, high, _is_alone(wording))


def _out_of(found: re.Match[str], wording: Wording) -> Form | None:
    return ScoreForm(1, float(found["high"]), _is_alone(wording))


def _is_alone(wording: Wording) -> bool:
    if re.search(
        r"followed by|justif|explain|explanation|and (?:a |the )?reason",
        wording.text,
        re.IGNORECASE,
    ):
        return False
    return bool(
        re.search(
            r"\b(?:only|just|single|nothing else|no other|digit|float)\b|\bintegers?\b(?! and)",
            wording.text,
            re.IGNORECASE,
        )
    )


_SCALE = r"(?:scale|scor|rat(?:e|ing)|grad(?:e|ing)|rank|number(?!s)|integer|stars|confiden(?:t|ce)|evaluat|urgency|probability)\w*"

# JSON


def _json(found: re.Match[str], wording: Wording) -> Form | None:
    text = wording.message
    around = found.string[max(found.start() - 30, 0) : found.end() + 30].lower()
    if is_negated(found, 16) or re.search(
        r"(?:what is|explain|parse|pars|about|from|difference|read|load|convert(?:ing)? (?:the |this ))\s*json|(?:post|send|posting|sending) json|json (?:below|data|file|document|pars|payload|is\b)",
        around,
    ):
        return None
    return _json_of(text)


@lru_cache(maxsize=32)
def _json_of(text: str) -> JsonForm:
    schema = schema_shown(text)
    fenced = bool(
        re.search(
            r"```json\b|fenced|markdown (?:code|ticks)|code (?:block|fence)|(?:triple )?backticks",
            text,
            re.IGNORECASE,
        )
    )
    bare = bool(
        re.search(
            r"(?:no|without|not|don't)\s+[^.\n]{0,30}(?:fence|backtick|code block|markdown|```)",
            text,
            re.IGNORECASE,
        )
    )
    many = bool(_MANY.search(re.sub(r"\([^()\n]*\)", "", text)))
    return JsonForm(json.dumps(schema) if schema else "", fenced and not bare, many)


_MANY = re.compile(
    r"\bJSON (?:array|list)\b|\b(?:array|list) of (?:json )?(?:objects?|dictionaries|dicts|records)\b|(?-i:\blist\[[A-Z])"
    r"|\b(?:return|output|respond with|produce)(?: only)? an? (?:array|list) of\b",
    re.IGNORECASE,
)


def _shown_object(found: re.Match[str], wording: Wording) -> Form | None:
    """An object that is shown as the form of the answer, without the word JSON."""
    made = _json_of(wording.message)
    return made if made.schema else None


# Echo, templates, notations


def _echo(found: re.Match[str], wording: Wording) -> Form | None:
    """The text that is quoted or stands behind a colon, or the few words that `only` stands before."""
    if is_negated(found, 20):
        return None
    masked, fill = found["text"].strip(), found["fill"].lower()
    said = wording.plain(masked).strip()
    if re.match(Q, masked) or re.match(B, masked):
        if re.match(r".\s*,?\s*(?:or|if|when|for|,|/|first|\|)", masked):
            return None
        quoted = wording.plain(masked[0]).strip()
        return Echo(re.sub(r"^```\w*\n|\n?```$|^\"{3}\s*|\s*\"{3}$", "", quoted))
    if found["colon"]:
        exact = re.search(
            r"exact|follow|only|verbatim|after me|this|nothing|word for word", fill
        ) or found["verb"].lower() in ("say", "repeat", "echo")
        return (
            Echo(re.sub(r"\s+(?:and nothing (?:else|more)|with no .+)\W*$", "", said))
            if exact and said
            else None
        )
    said = re.sub(r",? (?:and|but) (?:nothing|no) .*$", "", said).rstrip(".!")
    if re.search(r"\bthe\b(?! (?:word|text|phrase|sentence|following|message|string))", fill):
        return None
    brief = len(said.split()) <= 3 and not _NO_ECHO.match(said)
    pointed = re.search(r"only|just|exactly|word|nothing but|single", fill) or found[
        "verb"
    ].lower() in ("say", "echo")
    return Echo(said) if said and brief and pointed else None


_NO_ECHO = re.compile(
    r".*\b(?:name|label|letter|number|category|word|answer|digit|value|title|option|result|code|id|tool|score|query|list|table|yes|no)\b.*$|(?:a|an|the|your|my|one|in|with|if|about|as|by|yes or|or|something|hi to|hello to|only|valid|json|that|what|which|how|why|to|it|this|those|these|when|one of|from|using|and|numbers?|name|label|category|code|sql)\b|\d+ (?!$)",
    re.IGNORECASE,
)


def _template(found: re.Match[str], wording: Wording) -> Form | None:
    """The lines behind the cue, up to an empty one, if they have places to be filled."""
    block = wording.plain(found["block"])
    block = re.sub(r"^\s*(?:```\w*|\"\"\"|---)\s*\n|\n\s*(?:```|\"\"\"|---)\s*$", "", block).strip(
        "\n"
    )
    if block.lstrip().startswith(("{", "[{")) or "Action:" in block:
        return None
    rows: list[str] = []
    for row in block.split("\n"):
        if not row.strip() and not (rows and PLACE.search(row)):
            if rows:
                break
            continue
        if rows and re.match(r"\s*[A-Z]\w*: *\S", row) and not PLACE.search(row):
            break
        rows.append(row.rstrip())
    text = "\n".join(rows)
    filled = [row for row in rows if PLACE.search(row) or re.search(r":\s*$", row)]
    labelled = bool(labels_of(text))
    if not filled or not labelled or len(rows) > 30 or "***" in text:
        return None
    return Template(text)


def _inline_template(found: re.Match[str], wording: Wording) -> Form | None:
    if len(_CONDITION.findall(wording.text)) > 1:
        return None
    text = wording.plain(found["text"]).strip()
    ending = re.search(
        r"\b(?:finish|end|conclud|last line|final line)", found.string[: found.end()], re.IGNORECASE
    )
    return (
        Template(text, bool(ending))
        if PLACE.search(text) and not text.startswith("{") and len(text) < 200
        else None
    )


def _fields(found: re.Match[str], wording: Wording) -> Iterator[Form]:
    """The output fields are those of the last interaction that the prompt shows."""
    text = wording.message
    names = list(dict.fromkeys(re.findall(r"\[\[ ## (\w+) ## \]\]", text)))
    outputs = re.search(r"(?i)your output fields are:\n(.*?)\n(?:All|\n)", text, re.DOTALL)
    if outputs:
        names = re.findall(r"(?m)^\s*\d+\. `(\w+)`", outputs[1])
    asked = re.search(r"starting with the field (.+?)(?:ending|\n|$)", text)
    if asked and (later := re.findall(r"\[\[ ## (\w+) ## \]\]", asked[1])):
        names = [name for name in later if name != "completed"]
    yield MarkedFields((*[name for name in names if name != "completed"], "completed"))


def _call(found: re.Match[str], wording: Wording) -> Form | None:
    """Functions as JSON, to be called in a tag."""
    listed: list[object] = []
    for start in re.finditer(r"\{\s*\"(?:type|name)\"", wording.message):
        try:
            value = json.JSONDecoder().raw_decode(wording.message, start.start())[0]
        except (ValueError, RecursionError):
            continue
        function = value.get("function", value)
        if (
            isinstance(function, dict)
            and isinstance(function.get("name"), str)
            and "arguments" not in function
        ):
            listed.append(function)
    return TaggedCall(json.dumps(listed), found["tag"]) if listed else None


def _when(found: re.Match[str], wording: Wording) -> Demand | None:
    named = found.groupdict()
    text = wording.plain(found["text"]).strip()
    about = wording.plain(named.get("about") or named.get("only") or "")
    return ConditionalText(about, text, bool(named.get("only"))) if about and text else None


def _steps(found: re.Match[str], wording: Wording) -> Form:
    text = wording.message
    tools = re.findall(
        r"(?m)^[ \t]*(?:[-*\u2022]|\d+[.)])?\s*`?\*{0,2}(\w[\w.-]{1,60})`?\*{0,2}(?:\([^)\n]{0,200}\))?(?:\s*->\s*\w+)?\s*(?::|-)\s+([^\n]{5,300})$",
        text,
    )
    known = re.search(r"one of \[([^\]\n]+)\]", text)
    names = [name.strip(" '\"`") for name in known[1].split(",")] if known else []
    skipped = {"Thought", "Action", "Observation", "Question", "Answer", "Input", "Note", "Begin"}
    found_tools = [
        (name, said) for name, said in tools if name not in skipped and (not names or name in names)
    ]
    found_tools += [(name, "") for name in names if name not in dict(found_tools)]
    return Steps(tuple(found_tools), bool(re.search(r"\"action\"\s*:", text)))


def _tags(found: re.Match[str], wording: Wording) -> Demand | None:
    """Tags that are closed, or called tags, and hold nothing yet."""
    text = wording.message
    names = dict.fromkeys(re.findall(r"(?<!<)<(\w{2,30})>(?!>)", text))
    called = "tag" in wording.words or "tags" in wording.words
    wanted = [n for n in names if (f"</{n}>" in text or called) and not _brings(n, text)]
    return Tags(tuple(wanted)) if 0 < len(wanted) < 8 else None


def _brings(name: str, text: str) -> bool:
    """True if what the tag holds is given rather than asked for."""
    if f"</{name}>" not in text:
        return False
    inner = text.partition(f"<{name}>")[2].partition(f"</{name}>")[0].strip()
    return bool(inner) and not re.match(
        r"(?:your|the|a|an|step|final)\b|[\[{(<.\u2026]", inner, re.IGNORECASE
    )


def _literal(found: re.Match[str], wording: Wording) -> Form | None:
    """An object that is to be said as it stands."""
    try:
        json.loads(found["text"])
    except (ValueError, RecursionError):
        return None
    exact = re.search(r"exactly|nothing else|literal|verbatim", wording.text, re.IGNORECASE)
    return Echo(found["text"]) if exact else None


def _counting(found: re.Match[str], wording: Wording) -> Form | None:
    first, last = int(found["first"]), int(found["last"])
    if abs(last - first) > 200:
        return None
    numbers = map(str, range(first, last + 1) if first <= last else range(first, last - 1, -1))
    text = wording.text.lower()
    joint = "\n" if "line" in text else " " if "space" in text else ", "
    return Echo(joint.join(numbers))


def _sentiment(found: re.Match[str], wording: Wording) -> Form | None:
    brief = re.search(r"\b(?:one|single) word|\bonly\b|\bclassify\b", wording.text, re.IGNORECASE)
    return Label(("positive", "negative", "neutral"), (), "only") if brief else None


CUES: tuple[Cue, ...] = (
    cue(
        "/",
        r"(?P<list>[\w-]+(?:\s*/\s*[\w-]+){1,6})\s*[.?]?\s*\Z",
        lambda f, w: _label(f, w) if len(w.text) > len(f[0]) + 12 and "://" not in w.text else None,
    ),
    cue(
        "[",
        r"\b(?:from|of|among|in|as)\s*:?\s*\[(?P<list>[\w-]+(?:\s*[,|/]\s*[\w -]+){1,20})\]",
        _label,
    ),
    cue("(", rf"\(\s*one of:? (?P<list>{_OR})\)", _label),
    cue(":", rf":\s*(?P<list>{Q}(?:\s*,\s*{Q})*,?\s*or\s*{Q})", _label),
    cue("\\", r"\\boxed\{", lambda _f, _w: Template("\\boxed{<answer>}"), raw=True),
    cue("sentiment", r"\bsentiment\b", _sentiment),
    cue(
        ":",
        rf"\bwhich (?:one )?of (?:these|the following|them)\b[^:?\n]{{0,60}}:\s*(?P<list>{_OR})",
        _label,
    ),
    cue(
        "count numbers",
        r"\b(?:count|numbers)(?: up| down)?(?: from)? (?P<first>\d{1,4}) (?:to|through) (?P<last>\d{1,4})\b",
        _counting,
    ),
    cue(
        "0",
        rf"\b{_SCALE}\b{SAME}{{0,80}}?\(?(?:\bfrom|\bof|\bbetween|:|\(|\bon a|\bin)?\s*(?P<low>{_NUMBER})\s*(?:\([^)\n]{{0,40}}\)\s*)?(?:-|\u2013|to|and|through|\.\.)\s*(?P<high>{_NUMBER})\b(?! (?:words|sentences|lines|paragraphs|items|bullets))",
        _score,
        raw=True,
    ),
    cue(
        "scale score rate rating out stars point",
        r"\b(?:out of|/)\s?(?P<high>5|10|100)\b(?=[^\n]{0,80}(?:scor|rat|\.|$))|(?P<dummy>\x00)",
        lambda f, w: _out_of(f, w) if re.search(r"\b(?:scor|rat)", w.text, re.IGNORECASE) else None,
    ),
    cue(
        'say write print answer reply respond return output emit true yes no otherwise means "',
        rf"(?:{Q}|{_SHOUT})\s*,?\s*(?:if|when|otherwise|means|in case)\b",
        _conditional,
    ),
    cue(
        "yes true y",
        rf"\b(?:yes ?(?:/|\||or) ?no|YES ?(?:/|\||or|OR) ?NO|true ?(?:/|or|\|) ?false|y ?/ ?n|(?P<quoted>{Q} ?(?:/|or) ?{Q}))\b",
        lambda f, w: None if f["quoted"] else _yes_no(f, w),
    ),
    cue(
        "or / | :",
        rf"\b{_CLASSIFY}\b{SAME}{{0,120}}?\b(?:as|into|to|is|with|whether it is|expresses|shows|belongs to|between|either|one of|in)(?: the)?(?: following)?(?: \w+){{0,2}}?\s*:?\s*(?:either |one of |exactly one of )?(?P<list>{_PAIR}|(?<=: ){_OR})",
        _label,
    ),
    cue(
        "classify label categorize tag sentiment determine detect",
        rf"\b{_CLASSIFY}\b{SAME}{{0,60}}?\(\s*(?P<list>{_ITEM}(?:\s*(?:[/|,]|\bor\b)\s*{_ITEM})+)\s*\)",
        _label,
    ),
    cue(
        "or / |",
        rf"(?<!you )(?<!to )\b{_ASK}\b(?: (?:with|only|just|either|exactly|strictly|between|from|among|a|the|one|single|word|label|using|me|back|is|in|of|verdict|must be|should be)\b)*\s*:?\s*(?P<list>{_PAIR})",
        _label,
    ),
    cue(
        "only just label single classify",
        rf"(?:^|[.!?:\n] *)(?:is|are|was) (?:the|this|that|it|following)\b{SAME}{{0,60}}?\b(?P<list>{_PAIR})\?",
        _question_of_two,
    ),
    cue(
        ":",
        rf"\b{_CLASSIFY}\b[^.\n:/|]{{0,60}}: *(?P<list>[\w-]+(?:, (?:or )?[\w-]+)+(?:,? or [\w-]+)?)(?=[.\n]|$)",
        _label,
    ),
    cue(
        '"',
        rf"\b(?:write|print|put|say|finish with|end with|conclude with|score|grade|label|value|answer|verdict|output|give|return|respond)\b(?: (?:only|just|either|with|of|as|is|the|a|single|character|word|exactly|binary|score))*\s*:?\s*(?P<list>{Q}(?:\s*,\s*{Q})*\s*,?\s*(?:or|/)\s*{Q})",
        _label,
    ),
    cue(":", rf"(?m)^[A-Za-z][\w ]{{0,30}}:\s*(?P<list>{_ITEM} or {_ITEM})(?: here)?\s*$", _label),
    cue(
        ":",
        rf"(?m)^[A-Za-z][\w ]{{0,30}}\((?P<list>{_OR})\)\s*:\s*$",
        _label,
    ),
    cue(":", r"\A", _few_shots, raw=True),
    cue(
        ': ( [ "',
        r"\b(?:one|either) of(?: the| these| those)?(?: \w+)?(?: following)?(?: exact)?(?: [a-z]+){0,3}?(?: \([^()\n]{0,40}\))?\s*(?::|(?=[\ue000-\ue7ff\[(]))",
        _label,
    ),
    cue("or / |", rf"\b(?:one|either) of (?P<list>{_PAIR})", _label),
    cue(
        ":",
        rf"\b(?:{_NOUNS}|choose from|pick from)(?: are| is| to choose from| \([^()\n]{{0,60}}\))?\s*:(?P<list> *{_OR})?",
        _label,
    ),
    cue(
        "choose select pick answer letter option choice",
        rf"\b(?:answer|respond|reply|give|output|choose|select|pick|write)\b{SAME}{{0,50}}?\b(?:letter|option|choice)\b",
        _letters,
        raw=True,
    ),
    cue(
        "\n",
        r"(?:format|template|structure|form|follows|like this|layout|style|exactly)\b[^\n]{0,80}?:?[ \t]*\n+(?P<block>(?:[^\n]*\n?){1,24})",
        _template,
    ),
    cue(
        '"',
        rf"\b(?:format|form|as|like|with|template|pattern|say|write|output)\b{SAME}{{0,30}}?(?P<text>{Q})",
        _inline_template,
    ),
    cue(
        "say repeat reply respond echo output print type write answer return",
        rf"(?:^|(?<=[.!?:;] ))(?:please |now |just |simply |kindly |can you |could you |always |you must |you only )*(?P<verb>say|repeat|echo|output|print|type|write|reply|respond|answer|return)\b(?P<fill>(?: (?:back|after me|exactly|only|just|with|the|following|this|these|words?|phrase|text|sentence|message|verbatim|word for word|precisely|string|to me|literally|nothing but|and nothing else|single|one))*)\s*(?P<colon>:)?\s*(?P<text>{Q}|{B}|[^\n]{{1,2000}}?)(?=\n|$|(?<=[\ue000-\uefff])(?:[.,]| and)|\. )",
        _echo,
    ),
    cue(
        "{",
        rf"(?:respond|answer|format|return|output|reply|structure|form)\w*\b{SAME}{{0,80}}?(?:[:\n]|\b)\s*(?:```(?:json)?\s*)?\{{\s*\{{?\s*[\"']?\w+[\"']?\s*:",
        _shown_object,
        raw=True,
    ),
    cue("json", r"\bJSON\b", _json, raw=True),
    cue(
        "{",
        r"\b(?:reply|respond|return|output|answer|say|print)\b[^\n{}]{0,60}(?P<text>\{[^{}\n]{2,300}\})",
        _literal,
        raw=True,
    ),
    cue(
        "<",
        r"<(?P<tag>tool_call|function_call|toolcall|functioncall)>",
        _call,
        raw=True,
    ),
    cue(
        '"',
        rf"\b(?:if|when|whenever)\b (?:the |a |an )?(?:user|customer|someone|anyone|they|people|asked|question)\b(?P<about>[^,.\n]{{2,120}}),\s*(?:then |always |just |only |please |you )*(?:reply|respond|say|answer|write|output|tell)\b[^,.\n\ue000-\uefff]{{0,40}}(?P<text>{Q})",
        _when,
    ),
    cue(
        '"',
        rf"\bonly\b (?:answer|help|respond|talk|discuss|handle)[^.\n]{{0,30}}? (?:about|with|to|on|regarding) (?P<only>[^.\n]{{2,80}})[.,;\n][^\n]{{0,40}}?\b(?:anything else|otherwise|other|else)\b[^\n\ue000-\uefff]{{0,40}}(?P<text>{Q})",
        _when,
    ),
    cue("[", r"\[\[ ## \w+ ## \]\]", _fields, raw=True),
    cue("action", r"(?m)^\s*Action Input:|\"action_input\"|^Action:", _steps, raw=True),
    cue("<", r"(?<!<)<(\w{2,30})>(?!>)", _tags, raw=True),
)
