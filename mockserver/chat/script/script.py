"""The rules of a running server, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line, Rule
    from mockserver.chat.script.question import ScriptRequest
    from mockserver.core.matching.patterns import Captured


class Written(NamedTuple):
    """A rule and its number."""

    number: int
    rule: Rule


class Cued(NamedTuple):
    """The number of the rule that answers a question, and its line for this use."""

    number: int
    line: Line


class Script:
    """Rules, and the number of uses of each."""

    def __init__(self) -> None:
        self._baseline: tuple[Rule, ...] = ()
        self.clear()

    @property
    def uses(self) -> int:
        """The uses of all rules together."""
        return sum(self.used.values())

    def clear(self) -> None:
        """Restore the rules that the server started with, all unused."""
        self.rules: list[Written] = []
        self.used: dict[int, int] = {}
        for rule in self._baseline:
            self.add(rule)

    def begin(self, rules: Iterable[Rule]) -> None:
        """Set the rules that the server starts with."""
        self._baseline = tuple(rules)
        self.clear()

    def add(self, rule: Rule) -> Written:
        """Append a rule; one with `next` goes before all others without."""
        written = Written(len(self.used) + 1, rule)
        place = sum(other.next for _, other in self.rules) if rule.next else len(self.rules)
        self.rules.insert(place, written)
        self.used[written.number] = 0
        return written

    def replace(self, number: str, rule: Rule) -> Written | None:
        """Replace the rule of a number; None if there is none."""
        for place, written in enumerate(self.rules):
            if str(written.number) == number:
                self.rules[place] = Written(written.number, rule)
                self.used[written.number] = 0
                return self.rules[place]
        return None

    def load(self, rule: Rule) -> None:
        """Append a rule unless an equal one exists."""
        if all(other != rule for _, other in self.rules):
            self.add(rule)

    def remove(self, unwanted: Callable[[Written], bool]) -> int:
        """Remove rules. Returns their number."""
        left = [written for written in self.rules if not unwanted(written)]
        gone = len(self.rules) - len(left)
        self.rules = left
        return gone

    def answer(self, question: ScriptRequest) -> Cued | None:
        """The line of the first rule that matches, which counts as a use."""
        for number, rule in self.rules:
            used = self.used[number]
            captured: dict[str, str] = {}
            if rule.most is not None and used >= rule.most:
                continue
            if next(rule.when.problems(question, captured), None) is None:
                self.used[number] = used + 1
                line = rule.lines[min(used, len(rule.lines) - 1)]
                return Cued(number, _filled(line, captured))
        return None

    def missed(self) -> list[Written]:
        """The rules with fewer uses than they require."""
        return [written for written in self.rules if self.used[written.number] < written.rule.least]

    def shadow(self, written: Written) -> int | None:
        """The number of an earlier rule that matches everything that this one could."""
        from mockserver.chat.script.shadow import leaves_nothing

        for number, rule in self.rules:
            if number == written.number:
                break
            if leaves_nothing(rule, written.rule):
                return number
        return None

    def notices(self) -> list[str]:
        """A warning for each rule that is never reached."""
        return [
            f"reply {written.number} is never reached: reply {shadow} answers all that it could"
            for written in self.rules
            if (shadow := self.shadow(written))
        ]


def _filled(line: Line, captured: Captured) -> Line:
    if not captured:
        return line
    from mockserver.chat.script.models import Line
    from mockserver.chat.script.slots import filled

    fields = line.model_dump(include=set(Line.model_fields), exclude_unset=True)
    return Line.model_validate(filled(fields, captured))
