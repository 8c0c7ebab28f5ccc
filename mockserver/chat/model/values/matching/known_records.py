"""Records of known kinds, such as ingredients or the lines of a log.

`records.txt` has a pattern for each kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter

from mockserver.chat.model.text.numbers import in_figures
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.matching.assignment import best_matches
from mockserver.chat.model.values.matching.labels import DECIMAL_COMMA, fit, fits_any
from mockserver.chat.model.values.matching.match import LABELLED, Match, Matches

_TABLE = table("values/records.txt")
MOST_RECORDS = 100
"""The most records of a text."""

_READ = 12_000
"""The most characters read for records of a known kind."""

_TITLES = {"name", "ingredient", "role"}
"""The keys of records of known kinds for what they are records of."""


def of_known_kind(fields: Sequence[Property], text: str, now: datetime) -> list[Matches]:
    """The records of a text of a known kind, if they have all that the fields are for. A field
    with another name for what they are records of has their name."""
    rows = [row for row in rows_of_known_kind(text) if any(fits_any(key, fields) for key in row)]
    keys = {key for row in rows for key in row}
    titles = {key for key in _TITLES & keys if not fits_any(key, fields)}
    others = [each for each in fields if each.required and not any(fit(key, each) for key in keys)]
    is_name = titles and len(others) == 1 and others[0].type == "string"
    if others and not is_name:
        return []
    names = {key: others[0].name if others and key in titles else key for key in keys}
    lines = ([f"{names[key]}: {DECIMAL_COMMA.sub('.', row[key])}" for key in row] for row in rows)
    return [_labelled(fields, "\n".join(each), now) for each in lines]


@lru_cache(maxsize=16)
def rows_of_known_kind(text: str) -> Sequence[Mapping[str, str]]:
    """The records of a text of a known kind, as the text writes them."""
    return max(map(_recorded, (text[:_READ], in_figures(text[:_READ]))), key=len)


def _labelled(fields: Sequence[Property], text: str, now: datetime) -> Matches:
    """The values of fields in a text of labelled values; a text needs a label."""
    matches = dict.fromkeys((each.name for each in fields), Match(None, 0.0))
    for name, one in best_matches(fields, text, now).items():
        if one.score >= LABELLED or not isinstance(one.value, str):
            matches[name] = one
    return matches


def _recorded(text: str) -> list[dict[str, str]]:
    """The records that do not overlap; of two at one place, the one with more values."""
    rows = []
    found = chain(*(_TABLE.find_all(kind, text) for kind in ("record", "log line")))
    for match in islice(found, MOST_RECORDS):
        values = {key: each for key, each in match.groupdict().items() if each}
        rows.append((match.start(), -len(values), match.end(), values))
    kept, border = [], 0
    for start, _, end, values in sorted(rows, key=itemgetter(0, 1)):
        if start >= border:
            kept.append(values)
            border = end
    return kept
