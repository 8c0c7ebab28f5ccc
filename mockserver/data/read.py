"""From a data file to its model, or to the places where the two differ."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from mockserver.core.errors import ApiError
from mockserver.core.refs import check_refs
from mockserver.data.errors import DataError
from mockserver.data.models import DataFile


def read(path: Path) -> bytes:
    """The file's text. Raises DataError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(path, [f"cannot be read: {error.strerror}"]) from None


def parse(path: Path, text: bytes) -> DataFile:
    """The file's model. Raises DataError with every problem there is."""
    try:
        data = DataFile.model_validate(json.loads(text))
        check_refs(text)
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: {error.msg}"
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is not UTF-8"
    except RecursionError:
        problem = "nested too deeply"
    except ApiError as error:
        problem = error.message
    except ValidationError as error:
        raise DataError(path, _problems(error)) from None
    else:
        return data
    raise DataError(path, [problem])


def place(*steps: str | int) -> str:
    """A place in a file: `projects.acme/demo.calls[0]`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return text.removeprefix(".")


def _problems(error: ValidationError) -> list[str]:
    problems = []
    for problem in error.errors(include_url=False):
        where = place(*problem["loc"])
        what = problem["msg"].removeprefix("Value error, ")
        problems.append(f"{where}: {what}" if where else what)
    return problems
