"""The clock and the ids: the only sources of time and chance."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockserver.core.clock import Clock, iso, parse
from mockserver.core.codec import decode, decode_body, encode, peek
from mockserver.core.errors import ApiError
from mockserver.core.ids import Ids

NEW_YEAR = datetime(2025, 1, 1, tzinfo=UTC)


def test_a_frozen_clock_stands():
    clock = Clock(NEW_YEAR)
    assert clock.iso() == clock.iso() == "2025-01-01T00:00:00Z"
    assert clock.seconds() == 1735689600


def test_a_real_clock_runs():
    clock = Clock()
    first = clock.micros()
    assert clock.micros() >= first > Clock(NEW_YEAR).micros()


@given(st.datetimes(timezones=st.timezones()))
def test_a_moment_survives_being_written(moment):
    written = iso(moment)
    assert written.endswith("Z")
    assert parse(written) == moment.astimezone(UTC)


def test_seeded_ids_repeat():
    first, second = (Ids(Clock(NEW_YEAR), seed=7) for _ in range(2))
    assert [first.uuid7() for _ in range(5)] == [second.uuid7() for _ in range(5)]
    assert first.hex() == second.hex()


def test_another_seed_makes_other_ids():
    assert Ids(Clock(NEW_YEAR), seed=1).uuid7() != Ids(Clock(NEW_YEAR), seed=2).uuid7()


def test_ids_sort_in_the_order_of_their_making_even_on_a_frozen_clock():
    ids = Ids(Clock(NEW_YEAR), seed=7)
    made = [ids.uuid7() for _ in range(10_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


def test_restarted_ids_begin_anew():
    ids = Ids(Clock(NEW_YEAR), seed=7)
    first = ids.uuid7(), ids.request()
    ids.restart()
    assert (ids.uuid7(), ids.request()) == first


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**100), 2**100)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_what_was_encoded_decodes_to_the_same(value):
    assert decode(encode(value)) == value


@given(json_values)
def test_a_peek_differs_by_rounding_at_most(value):
    assert encode(peek(encode(value))) == encode(peek(encode(peek(encode(value)))))


@given(st.binary())
def test_any_bytes_are_a_value_or_a_refusal(body):
    with suppress(ApiError):
        decode_body(body)


@pytest.mark.parametrize(
    "text", [b"[" * 202 + b"]" * 202, b'{"a":' * 5000, b"\x80", b"\xff\xfe\x00"]
)
def test_text_beyond_the_parser_is_refused(text):
    with pytest.raises(ApiError):
        decode_body(text)
