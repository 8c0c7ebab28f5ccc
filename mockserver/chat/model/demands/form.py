"""Forms: what an answer is as a whole. Of several demands the strictest one near the end wins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.patterns import pattern

_LABEL = pattern(
    r"^[ \t]*((?:\*\*|#{1,3} |- )?[A-Z][\w /()-]{0,40}?(?:\*\*)?:(?:\*\*)?)", re.MULTILINE
)


@dataclass(frozen=True)
class Form(Demand):
    """The form of the whole answer."""

    @property
    def slot(self) -> object:
        """An answer has one form."""
        return "form"


@dataclass(frozen=True)
class LooseForm(Form):
    """A form that gives way to a strict one: what a user's text seems to be about never undoes
    what the system message asks of every answer."""


@dataclass(frozen=True)
class Label(Form):
    """One of some options. `about` says of each what it stands for; `place` is where it stands."""

    options: tuple[str, ...]
    about: tuple[str, ...] = ()
    place: str = "only"
    times: int = 1
    """The number of times it is said, each on a line of its own."""


@dataclass(frozen=True)
class ScoreForm(Form):
    """A number between two others."""

    low: float
    high: float
    alone: bool = False
    unit: str = ""
    """The unit behind the number: ` stars`, `%`."""


@dataclass(frozen=True)
class JsonForm(Form):
    """JSON: of this schema, as JSON itself, if the prompt shows one."""

    schema: str = ""
    fenced: bool = False
    many: bool = False
    lines: bool = False


@dataclass(frozen=True)
class Echo(Form):
    """Just this text."""

    text: str

    def met(self, text: str) -> bool:
        """True if nothing else is said."""
        return text.strip() == self.text.strip()


@dataclass(frozen=True)
class Template(Form):
    """Lines with places to be filled. `last` is true if an explanation comes first."""

    text: str
    last: bool = False

    @property
    def labels(self) -> list[str]:
        """The labels in front of the places."""
        return [label.strip() for label in _LABEL.findall(self.text)]


@dataclass(frozen=True)
class MarkedFields(Form):
    """Fields under markers: `[[ ## answer ## ]]`."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class TaggedCall(Form):
    """A call of one of these functions, as JSON within a tag."""

    functions: str
    tag: str


@dataclass(frozen=True)
class Steps(Form):
    """The next step of an agent: `Thought:`, `Action:`, `Action Input:`, or the final answer."""

    tools: tuple[tuple[str, str, str], ...] = ()
    """The name of each, what is said of it, and its parameters as JSON, which may be none."""

    notation: Literal["lines", "json", "tags"] = "lines"
    last: str = "Final Answer"


@dataclass(frozen=True)
class NumberedPlan(Form):
    """The steps of a plan as a numbered list, below a header if one is named."""

    header: str = ""


@dataclass(frozen=True)
class TableForm(LooseForm):
    """A table with these columns and so many rows, in Markdown or CSV."""

    columns: tuple[str, ...]
    rows: int = 3
    csv: bool = False

    def met(self, text: str) -> bool:
        """True if header and rows are there."""
        mark = "," if self.csv else "|"
        rows = [row for row in text.strip().strip("`").split("\n") if mark in row]
        wanted = self.rows + (1 if self.csv else 2)
        return len(rows) == wanted and all(column in rows[0] for column in self.columns)


@dataclass(frozen=True)
class Code(LooseForm):
    """Code in a language, of a function or query with this name and these parameters."""

    language: str
    name: str = ""
    parameters: tuple[str, ...] = ()
    alone: bool = False
    bare: bool = False
    """True if no fence is wanted."""

    def met(self, text: str) -> bool:
        """True if there is a block with the name."""
        return ("```" in text) != self.bare and self.name in text


@dataclass(frozen=True)
class Document(LooseForm):
    """A document of a kind: `email`, `haiku`, `dialogue`."""

    kind: str
    headings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Inline(LooseForm):
    """Items with a separator between them: so many, or any number if `count` is 0."""

    separator: str = ", "
    count: int = 0
    labels: tuple[str, ...] = ()

    def met(self, text: str) -> bool:
        """True if there are as many items as wanted, on one line unless lines separate them."""
        if self.labels:
            rows = text.strip().split("\n")
            return [row.split(" ")[0] for row in rows] == [*self.labels]
        if "\n" in text.strip() and self.separator != "\n":
            return False
        items = [item for item in text.split(self.separator.strip(" ") or None) if item.strip()]
        return len(items) == self.count if self.count else len(items) > 1


@dataclass(frozen=True)
class Items(Demand):
    """So many items of a list, in whatever form the list has."""

    count: int

    def met(self, text: str) -> bool:
        """True if a list has as many, or there is no list."""
        return measures.BULLETS.count(text) + measures.NUMBERED.count(text) in (0, self.count)


@dataclass(frozen=True)
class Tags(Demand):
    """The answer stands within tags, perhaps with others before it."""

    names: tuple[str, ...]


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
