"""Parse data files, and list the places where they do not fit their model.

A part with a name overrides parts of the same name in earlier files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from mockserver.core.codec import encode
from mockserver.core.errors import ApiError
from mockserver.core.hand_written import COMMENT, UNKNOWN_KEY, plainly
from mockserver.core.refs import check_refs
from mockserver.data.models import VERSION, DataFile, NamedPart
from mockserver.data.source import DataError, Problem, Source, texts_of

Files = Sequence[tuple[Source, DataFile]]


class Repeated(ValueError):
    """A key, the argument, appears twice in one object; plain JSON would drop the first."""


def parse(source: Source) -> DataFile:
    """Parse a file. Raises DataError with every problem."""
    content = _content(source)
    try:
        data = DataFile.model_validate(content)
        check_refs(source.text)
    except ValidationError as error:
        raise DataError(source.name, [*_problems(source, error)]) from None
    except ApiError:
        raise DataError(source.name, [*_malformed_refs(source, content)]) from None
    return data


def overridden(files: Files) -> dict[int, str]:
    """A warning for each named part that a later file overrides, by the `id` of the part."""
    names = {
        (project_name, section, part.name): source
        for source, data in files
        for project_name, section, part in _named_parts(data)
    }
    return {
        id(part): f"{project_name}: {section.removesuffix('s')} {part.name} of {source.name} "
        f"is overridden by {last.name}"
        for source, data in files
        for project_name, section, part in _named_parts(data)
        if (last := names[project_name, section, part.name]) is not source
    }


def _content(source: Source) -> Any:
    try:
        content = json.loads(source.text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        problem = Problem(error.lineno, f"column {error.colno}: {error.msg}")
    except UnicodeDecodeError as error:
        problem = Problem(0, f"byte {error.start} is not UTF-8")
    except Repeated as error:
        problem = source.repeated(error.args[0])
    except RecursionError:
        problem = Problem(0, "nested too deeply")
    except ValueError as error:
        problem = Problem(0, str(error))
    else:
        version = content.get("mockserver") if isinstance(content, dict) else None
        if type(version) is not int or version <= VERSION:
            return content
        newer = f"format {version} is newer than this mockserver, which reads {VERSION}"
        problem = Problem(0, newer)
    raise DataError(source.name, [problem])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys differ, except that there may be several comments."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs if key != COMMENT]
        if len({*keys}) < len(keys):
            raise Repeated(next(key for key in keys if keys.count(key) > 1))
    return found


def _problems(source: Source, error: ValidationError) -> Iterator[Problem]:
    for problem in error.errors(include_url=False):
        key = (problem["ctx"]["key"],) if problem["type"] == UNKNOWN_KEY else ()
        yield source.problem(problem["loc"], plainly(problem), *key)


def _malformed_refs(source: Source, content: Any) -> Iterator[Problem]:
    for text, steps in texts_of(content):
        try:
            check_refs(encode(text))
        except ApiError as error:
            yield source.problem(steps, str(error))


def _named_parts(data: DataFile) -> Iterator[tuple[str, str, NamedPart]]:
    for project_name, project in data.projects.items():
        for section, parts in project:
            for part in parts if isinstance(parts, list) else ():
                if isinstance(part, NamedPart):
                    yield project_name, section, part
