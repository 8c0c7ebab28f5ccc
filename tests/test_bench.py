"""The bench itself: its rows, its arguments and its arithmetic; no load."""

from __future__ import annotations

import json
import pkgutil

import pytest

from tests.bench import altered
from tests.bench.__main__ import chosen, main
from tests.bench.client import Job, numbered
from tests.bench.figures import Amount, Duration, Outcome, Rate, at_least, at_most
from tests.bench.request import (
    NUMBER,
    SCATTER,
    WIDTH,
    Request,
    batch,
    batch_of_ends,
    batch_of_starts,
    chat,
    end,
    read,
    start,
)
from tests.bench.rows import ROWS, Row, row
from tests.bench.table import Result, line


def test_a_row_is_declared_once() -> None:
    with pytest.raises(ValueError, match="H1 is declared twice"):
        row("H1", "again", at_least(1.0))(ROWS["H1"].measure)


def test_rows_are_run_in_the_order_of_the_table_whatever_the_order_asked() -> None:
    assert [row.id for row in chosen("s1, h10, H3m, H3")] == ["H3", "H3m", "H10", "S1"]
    assert [row.id for row in chosen("", million=True)] == list(ROWS)


def test_a_million_calls_are_stored_only_when_somebody_asks() -> None:
    left_out = [row.id for row in ROWS.values() if row not in chosen("")]
    assert left_out == ["S2-1M", "S3-1M", "Q4-1M"]
    assert [row.id for row in chosen("S3-1m")] == ["S3-1M"]


def test_an_unknown_row_is_one_sentence_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["H1,H99"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("no row H99; there are H1, H2")
    assert told.err.count("\n") == 1


def test_more_requests_are_better_and_more_processor_time_is_worse() -> None:
    outcome = Outcome(ours=Rate(5_000, 200), limit=Rate(10_000, 100))
    assert (outcome.ratio, outcome.cpu_ratio) == (0.5, 0.5)
    assert at_least(0.5).met(outcome.judged)
    assert not at_least(0.51).met(outcome.judged)


def test_a_server_that_had_to_wait_is_judged_by_its_processor_time() -> None:
    idle = Outcome(ours=Rate(5_000, 100), limit=Rate(10_000, 95))
    assert idle.held_back
    assert idle.judged == 0.95


def test_less_time_is_better_and_without_a_limit_the_figure_is_judged() -> None:
    assert Outcome(Duration(200), Duration(100)).judged == 2
    assert not at_most(1.9).met(2)
    assert at_most(5, "ms").met(Outcome(Duration(4.9)).judged)


def test_an_amount_is_judged_by_its_ratio_even_of_a_server_that_waits() -> None:
    waiting = Outcome(Amount(700, "/s"), Amount(1_000, "/s"))
    assert waiting.judged == 0.7
    assert at_most(0, "lost").met(Outcome(Amount(0, "lost")).judged)


def test_a_row_without_a_target_has_no_verdict() -> None:
    compared = Row("H0", "title", None, ROWS["H1"].measure, million=False)
    shown = line(Result(compared, Outcome(Duration(2), Duration(0.05))))
    assert shown.split()[2:] == ["2.0", "ms", "50.0", "us", "40.00", "-", "-", "-"]


def test_large_ratios_are_written_without_fractions() -> None:
    assert str(at_least(50_000)) == ">= 50,000"
    assert str(at_most(600, "B")) == "<= 600 B"


@pytest.mark.parametrize(
    "name", [*altered.ONE_EVENT_PER_SEND, *altered.COMPACTION_BY_SWITCH], ids=str
)
def test_what_a_row_alters_is_there_to_be_altered(name: str) -> None:
    assert pkgutil.resolve_name(name) is not None


def test_the_best_of_several_rounds_takes_each_figure_from_its_best_round() -> None:
    assert Rate.best([Rate(90, 11), Rate(100, 12)]) == Rate(100, 11)


@pytest.mark.parametrize("request_", [start(), end(10), batch(3), read(10), chat(60)], ids=str)
def test_the_declared_length_is_the_length_of_every_numbered_body(request_: Request) -> None:
    head, _, body = request_.numbered(1_234_567).partition(b"\r\n\r\n")
    assert f"Content-Length: {len(body)}".encode() in head
    assert NUMBER.encode() not in body


def test_the_start_of_a_call_is_one_and_a_half_kilobytes() -> None:
    assert len(start().body) == 1500


def test_the_calls_of_a_batch_are_different_ones() -> None:
    body = json.loads(batch(100).body)["batch"]
    assert len({item["req"]["start"]["id"] for item in body}) == 100


def test_stored_calls_start_one_after_the_other_and_are_the_ones_that_end() -> None:
    starts, ends = (
        [item["req"][item["mode"]] for item in json.loads(make(range(20)))["batch"]]
        for make in (batch_of_starts, batch_of_ends)
    )
    moments = [start["started_at"] for start in starts]
    assert sorted(set(moments)) == moments
    assert [start["id"] for start in starts] == [end["id"] for end in ends]


def test_every_stored_call_is_read_in_its_turn() -> None:
    request = read(10)
    parts = request.text().split(NUMBER)
    job = Job(1, parts, 0, request.step, request.period, WIDTH, 1, 1)
    sent = [text for text, _ in zip(numbered(job), range(10), strict=False)]
    assert sent[0] == request.numbered(SCATTER)
    assert len(set(sent)) == 10
