"""Forms: demands on a reply as a whole. The last strict form counts, or else the last loose one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Demand


@dataclass(frozen=True)
class Form(Demand):
    """The form of the whole reply."""

    @property
    def slot(self) -> object:
        """A reply has one form."""
        return "form"


@dataclass(frozen=True)
class LooseForm(Form):
    """A form that never replaces a strict one, so that a user's vague request does not override
    the format that the system message requires of every reply."""

    rank = 0


@dataclass(frozen=True)
class Label(Form):
    """One of several options, or all that fit if it is `many`.

    `about` has the meaning of each option, if the prompt explains them. The label is on as many
    lines as `times` says, `first` or `last` if there is an explanation as well, else `only`.
    """

    options: tuple[str, ...]
    about: tuple[str, ...] = ()
    place: str = "only"
    times: int = 1
    many: bool = False


@dataclass(frozen=True)
class ScoreForm(Form):
    """A number in a range, after a head and before a unit: ` stars`, `%`.

    It is `alone`, or there is a reason, which comes first if the score is `last`. A `drawn` number
    judges nothing.
    """

    low: float
    high: float
    alone: bool = False
    unit: str = ""
    head: str = "Score:"
    last: bool = False
    drawn: bool = False

    def after(self, previous: Demand | None) -> Demand:
        """A range of less than half the scale is for some texts only: that of the scale stays."""
        if (
            isinstance(previous, ScoreForm)
            and previous.low <= self.low
            and self.high <= previous.high
        ):
            is_small = 2 * (self.high - self.low) < previous.high - previous.low
            return replace(self, low=previous.low, high=previous.high) if is_small else self
        return self


@dataclass(frozen=True)
class JsonForm(Form):
    """JSON, or YAML or XML. `schema` is a JSON Schema as text, empty if the prompt shows none."""

    schema: str = ""
    fenced: bool = False
    many: bool = False
    lines: bool = False
    notation: str = "json"


@dataclass(frozen=True)
class Echo(Form):
    """Exactly this text, or the user's message if it is empty."""

    text: str = ""

    def is_met_by(self, text: str) -> bool:
        """True if the reply is this text and nothing else."""
        return not self.text or text.strip() == self.text.strip()


@dataclass(frozen=True)
class Template(Form):
    """Lines with placeholders to fill in, `last` if there is an explanation as well."""

    text: str
    last: bool = False


@dataclass(frozen=True)
class MarkedFields(Form):
    """Fields under markers: `[[ ## answer ## ]]`."""

    names: tuple[str, ...]


class AgentTool(NamedTuple):
    """A tool of an agent, with the JSON Schema of its parameters or their signature in Python,
    `city: str`, if the prompt shows one."""

    name: str
    description: str = ""
    parameters: Mapping[str, Any] | None = None
    signature: str = ""


@dataclass(frozen=True)
class Steps(Form):
    """The next step of an agent: a call of one of its tools, or the final answer.

    The step has a notation of `tools/agents.txt`. `last` is the name of the final answer, `fence`
    the marks around a call, and `shown` a call in the prompt, with places for tool and input. A
    call as a JSON object has `keys`.
    """

    rank = 2
    tools: tuple[AgentTool, ...] = ()
    notation: str = "lines"
    last: str = "Final Answer"
    fence: tuple[str, str] = ("", "")
    shown: str = ""
    keys: tuple[str, ...] = ()

    def after(self, previous: Demand | None) -> Demand:
        """The steps that offer tools; a reminder of their notation offers none."""
        return previous if isinstance(previous, Steps) and not self.tools else self


@dataclass(frozen=True)
class NumberedPlan(Form):
    """The steps of a plan as a numbered list; a text that the prompt does not name is empty."""

    steps: int = 4
    header: str = ""
    last: str = ""
    end: str = ""


@dataclass(frozen=True)
class TableForm(LooseForm):
    """A table with these columns and this number of rows, if any, in Markdown or CSV."""

    columns: tuple[str, ...]
    rows: int = 0
    csv: bool = False


@dataclass(frozen=True)
class Code(LooseForm):
    """Code in a language: a function or query of this name, with these parameters.

    It is `alone`, or there is a sentence as well. It is not fenced if it has to be `bare`.
    """

    language: str
    name: str = ""
    parameters: tuple[str, ...] = ()
    alone: bool = False
    bare: bool = False

    def after(self, previous: Demand | None) -> Code:
        """This demand with what an earlier one for code says as well."""
        if not isinstance(previous, Code):
            return self
        names = [each.name for each in fields(self)]
        return Code(*(getattr(self, name) or getattr(previous, name) for name in names))


@dataclass(frozen=True)
class Document(LooseForm):
    """A document of a kind: `email`, `haiku`, `dialogue`."""

    kind: str
    headings: tuple[str, ...] = ()

    def after(self, previous: Demand | None) -> Demand:
        """The letter that was asked for before a message that tells somebody something, or the code
        that is all of the reply."""
        if isinstance(previous, Code) and previous.alone:
            return previous
        if isinstance(previous, Document) and self.kind == "message":
            return previous if previous.kind in ("email", "letter") else self
        return self


@dataclass(frozen=True)
class Inline(LooseForm):
    """Items with a separator between them: `count` of them, or at least two if it is 0."""

    separator: str = ", "
    count: int = 0


@dataclass(frozen=True)
class Items(Demand):
    """A number of list items, in any kind of list."""

    count: int

    def is_met_by(self, text: str) -> bool:
        """True if the list has this many items, or there is no list."""
        return measures.BULLETS.count(text) + measures.NUMBERED.count(text) in (0, self.count)


@dataclass(frozen=True)
class Tags(Demand):
    """The reply is in a tag, perhaps with other tags before it."""

    names: tuple[str, ...]
    abouts: tuple[str, ...] = ()
    """The words for the content of each tag: its name, if the prompt says no more."""


@dataclass(frozen=True)
class ConditionalText(Demand):
    """A fixed reply to questions about a subject, or to all other questions if `otherwise`."""

    about: str
    text: str
    otherwise: bool = False
