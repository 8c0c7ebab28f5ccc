"""Pages of rows."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, TypeVar

from pydantic import Field

from mockserver.core.errors import invalid

Row = TypeVar("Row")

Count = Annotated[int, Field(json_schema_extra={"minimum": 0})]
"""A limit or an offset in a request. Described only: `check_page` refuses another with a 400."""


def check_page(limit: int | None, offset: int | None, wanted: str = "a positive integer") -> None:
    """Refuse a negative limit or offset with a 400 that says what is `wanted`; zero is fine."""
    for name, value in (("Limit", limit), ("Offset", offset)):
        if value is not None and value < 0:
            raise invalid(f"{name} must be {wanted}")


def page(rows: Iterable[Row], limit: int | None, offset: int | None) -> Iterator[Row]:
    """At most `limit` rows after the first `offset`; no row is drawn beyond the last of them."""
    start = min(offset or 0, sys.maxsize)
    stop = None if limit is None else min(start + limit, sys.maxsize)
    return islice(rows, start, stop)


def last_row(limit: int | None, offset: int | None) -> int | None:
    """The number of rows up to the end of the page; None if it has none."""
    return None if limit is None else min((offset or 0) + limit, sys.maxsize)
