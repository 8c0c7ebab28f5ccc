"""The text of a data file, the problems in it, and the line of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from mockserver.core.errors import ApiError
from mockserver.core.refs import SCHEME

Step = str | int

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[\s,:]*")


class Problem(NamedTuple):
    """A sentence about a line; line 0 is the whole file."""

    line: int
    sentence: str


def located(name: str, problem: Problem) -> str:
    """The sentence with the file and the line, in the form that editors jump to."""
    line, sentence = problem
    return f"{name}:{line}: {sentence}" if line else f"{name}: {sentence}"


class DataError(Exception):
    """A file that cannot be loaded; each of `problems` names the file and the line."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        self.problems = [located(name, problem) for problem in sorted(problems)]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(self.problems[0] + more)


class Source(NamedTuple):
    """A data file: its name in messages, and its text."""

    name: str
    text: bytes

    @property
    def has_refs(self) -> bool:
        """True if the text has any ref."""
        return SCHEME.encode() in self.text

    @contextmanager
    def errors_at(self, *steps: Step) -> Iterator[None]:
        """Turn a refusal of the services into a DataError that names the place in the file."""
        try:
            yield
        except (ApiError, OverflowError) as error:
            why = str(error)
        except ValidationError as error:
            why = error.errors(include_url=False)[0]["msg"]
        else:
            return
        raise DataError(self.name, [self.problem(steps, f"{place(*steps)}: {why}")])

    def problem(self, steps: tuple[Step, ...], sentence: str) -> Problem:
        """A sentence about the value at `steps`, with its line."""
        text = self.text.decode(json.detect_encoding(self.text), "surrogatepass")
        return Problem(line_of(text, steps), sentence)

    def repeated(self, key: str) -> Problem:
        """A sentence about a key that is twice in one object, with the line of the second."""
        text = self.text.decode(json.detect_encoding(self.text), "surrogatepass")
        at = next(_repetitions(text, _skip(text, 0), key), 0)
        return Problem(text.count("\n", 0, at) + 1, f"the key {key!r} stands twice in one object")


def read(path: Path) -> Source:
    """The file's text under its path. Raises DataError."""
    try:
        return Source(str(path), path.read_bytes())
    except OSError as error:
        raise DataError(str(path), [Problem(0, f"cannot be read: {error.strerror}")]) from None


def place(*steps: Step) -> str:
    """A place in a file: `projects.acme/demo.calls[0]`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")


def line_of(text: str, steps: tuple[Step, ...]) -> int:
    """The line on which the value at the end of `steps` begins, or the last known step on the way.

    `text` is valid JSON. It is read a second time for this, but only if something is wrong.
    """
    at = _skip(text, 0)
    for step in steps:
        found = dict(_entries(text, at)).get(step)
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def _entries(text: str, at: int) -> Iterator[tuple[Step, int]]:
    """The keys of an object or the indexes of an array, and the places of their values."""
    opening, at, place = text[at], _skip(text, at + 1), 0
    if opening not in "{[":
        return
    while text[at] not in "}]":
        key: Step = place
        if opening == "{":
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, at)
        yield key, at
        _, at = _DECODER.raw_decode(text, at)
        at, place = _skip(text, at), place + 1


def _repetitions(text: str, at: int, key: str) -> Iterator[int]:
    """The places of values whose key their object had before."""
    before = False
    for step, place in _entries(text, at):
        if step == key and before:
            yield place
        before = before or step == key
        yield from _repetitions(text, place, key)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match, "the pattern also matches an empty text"
    return match.end()
