"""The text of a data file, and the line of each problem in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from mockserver.core.errors import ApiError, Unusable

Step = str | int
"""A key of an object, or an index of an array."""

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[\s,:]*")


class Problem(NamedTuple):
    """A problem on a line; line 0 means the whole file."""

    line: int
    text: str


def located(name: str, problem: Problem) -> str:
    """The problem after its file and line, in the form that editors can jump to."""
    line, text = problem
    return f"{name}:{line}: {text}" if line else f"{name}: {text}"


class DataError(Unusable):
    """A file cannot be loaded; each of `problems` names the file and the line."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        self.problems = [located(name, problem) for problem in sorted(problems)]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(self.problems[0] + more)


class InvalidEntry(Exception):
    """The services refused a value; `steps` lead to it from the enclosing `errors_at`."""

    def __init__(self, reason: str, steps: tuple[Step, ...]) -> None:
        super().__init__(reason)
        self.steps = steps


@contextmanager
def errors_at(*steps: Step) -> Iterator[None]:
    """Add these steps to the place of a value that the services refuse in this block."""
    try:
        yield
    except InvalidEntry as error:
        raise InvalidEntry(str(error), (*steps, *error.steps)) from None
    except (ApiError, OverflowError) as error:
        raise InvalidEntry(str(error), steps) from None
    except ValidationError as error:
        raise InvalidEntry(error.errors(include_url=False)[0]["msg"], steps) from None


class Source(NamedTuple):
    """A data file: its name in messages, and its text."""

    name: str
    text: bytes

    @contextmanager
    def errors_at(self, *steps: Step) -> Iterator[None]:
        """Turn a refusal of the services into a DataError that names the place in the file."""
        try:
            with errors_at(*steps):
                yield
        except InvalidEntry as error:
            raise DataError(self.name, [self.problem(error.steps, str(error))]) from None

    def problem(self, steps: tuple[Step, ...], text: str, *key: Step) -> Problem:
        """A problem with the value at `steps`, on its line or on that of a key in it."""
        at = _offset(self._decoded(), (*steps, *key))
        return self._problem_at(at, f"{place(*steps)}: {text}" if steps else text)

    def repeated(self, key: str) -> Problem:
        """The problem of a key that an object has twice, on the line of the second."""
        text = self._decoded()
        at = next(_repetitions(text, _skip(text, 0), key), 0)
        return self._problem_at(at, f"the key {key!r} appears twice in one object")

    def _problem_at(self, offset: int, text: str) -> Problem:
        return Problem(self._decoded().count("\n", 0, offset) + 1, text)

    def _decoded(self) -> str:
        return self.text.decode(json.detect_encoding(self.text), "surrogatepass")


def read(path: Path) -> Source:
    """Read a file. Raises DataError."""
    try:
        return Source(str(path), path.read_bytes())
    except OSError as error:
        raise DataError(str(path), [Problem(0, f"cannot be read: {error.strerror}")]) from None


def place(*steps: Step) -> str:
    """A place in a file: `projects.acme/demo.calls[0]`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")


def texts_of(content: Any, *steps: Step) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Every text value in parsed JSON, with the steps that lead to it."""
    if isinstance(content, str):
        yield content, steps
    elif isinstance(content, dict | list):
        for step, item in content.items() if isinstance(content, dict) else enumerate(content):
            yield from texts_of(item, *steps, step)


def _offset(text: str, steps: tuple[Step, ...]) -> int:
    """The offset of the value that `steps` lead to, as far as they can be followed.

    `text` is valid JSON. It is scanned again for this, but only to report a problem.
    """
    at = _skip(text, 0)
    for step in steps:
        found = dict(_entries(text, at)).get(step)
        if found is None:
            break
        at = found
    return at


def _entries(text: str, at: int) -> Iterator[tuple[Step, int]]:
    """The keys of an object or the indexes of an array, and the offsets of their values."""
    opening, at, index = text[at], _skip(text, at + 1), 0
    if opening not in "{[":
        return
    while text[at] not in "}]":
        key: Step = index
        if opening == "{":
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, at)
        yield key, at
        _, at = _DECODER.raw_decode(text, at)
        at, index = _skip(text, at), index + 1


def _repetitions(text: str, at: int, key: str) -> Iterator[int]:
    """The offsets of values whose object has an earlier value under the same key."""
    seen = False
    for step, offset in _entries(text, at):
        if step == key and seen:
            yield offset
        seen = seen or step == key
        yield from _repetitions(text, offset, key)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match, "the pattern also matches an empty text"
    return match.end()
