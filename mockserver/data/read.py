"""Parse data files into their models, or list the places where they do not fit.

Files are merged by name: of several parts with one name, the part in the last file counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from mockserver.core.codec import encode
from mockserver.core.errors import ApiError
from mockserver.core.hand_written import COMMENT, UNKNOWN_KEY
from mockserver.core.plain import plainly
from mockserver.core.refs import check_refs
from mockserver.data.models import SCHEMA, VERSION, DataFile, NamedPart
from mockserver.data.source import DataError, Problem, Source, Step, place

Files = Sequence[tuple[Source, DataFile]]


class Entry(NamedTuple):
    """The place of a name: a project, a section such as `datasets`, the name."""

    project: str
    section: str
    name: str

    def __str__(self) -> str:
        return f"{self.project}: {self.section.removesuffix('s')} {self.name}"


class Repeated(ValueError):
    """A key is twice in one object; JSON would drop the first."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def parse(source: Source) -> DataFile:
    """The file's model. Raises DataError with every problem."""
    content = _content(source)
    try:
        data = DataFile.model_validate(content)
        check_refs(source.text)
    except ValidationError as error:
        raise DataError(source.name, [*_problems(source, error)]) from None
    except ApiError:
        raise DataError(source.name, [*_wrong_refs(source, content)]) from None
    return data


def winners(files: Files) -> dict[Entry, Source]:
    """For every name, the last file that has it."""
    return {entry: source for source, data in files for entry in _entries(data)}


def overridden(files: Files) -> list[str]:
    """A warning for each name that a later file has again."""
    winner = winners(files)
    return [
        f"{entry} of {source.name} gives way to that of {winner[entry].name}"
        for source, data in files
        for entry in dict.fromkeys(_entries(data))
        if winner[entry] is not source
    ]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys differ; only comments may be several."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs if key != COMMENT]
        if len({*keys}) < len(keys):
            raise Repeated(next(key for key in keys if keys.count(key) > 1))
    return found


def _content(source: Source) -> Any:
    try:
        return _checked(json.loads(source.text, object_pairs_hook=_once))
    except json.JSONDecodeError as error:
        problem = Problem(error.lineno, f"column {error.colno}: {error.msg}")
    except UnicodeDecodeError as error:
        problem = Problem(0, f"byte {error.start} is not UTF-8")
    except Repeated as error:
        problem = source.repeated(error.key)
    except RecursionError:
        problem = Problem(0, "nested too deeply")
    except ValueError as error:
        problem = Problem(0, str(error))
    raise DataError(source.name, [problem])


def _checked(content: Any) -> Any:
    """The content without its schema. Raises ValueError for a newer version of the format."""
    if not isinstance(content, dict):
        return content
    version = content.get("mockserver")
    if type(version) is int and version > VERSION:
        raise ValueError(f"format {version} is newer than this mockserver, which reads {VERSION}")
    content.pop(SCHEMA, None)
    return content


def _problems(source: Source, error: ValidationError) -> Iterator[Problem]:
    for problem in error.errors(include_url=False):
        steps: tuple[Step, ...] = problem["loc"]
        what = plainly(problem)
        sentence = f"{place(*steps)}: {what}" if steps else what
        key = (problem["ctx"]["key"],) if problem["type"] == UNKNOWN_KEY else ()
        yield source.problem((*steps, *key), sentence)


def _wrong_refs(source: Source, content: Any, *steps: Step) -> Iterator[Problem]:
    if isinstance(content, str):
        try:
            check_refs(encode(content))
        except ApiError as error:
            yield source.problem(steps, f"{place(*steps)}: {error}")
    elif isinstance(content, dict | list):
        items = content.items() if isinstance(content, dict) else enumerate(content)
        for step, item in items:
            yield from _wrong_refs(source, item, *steps, step)


def _entries(data: DataFile) -> Iterator[Entry]:
    for project_name, project in data.projects.items():
        for section, parts in project:
            if isinstance(parts, list):
                for part in parts:
                    if isinstance(part, NamedPart):
                        yield Entry(project_name, section, part.name)
