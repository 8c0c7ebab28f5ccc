"""The store: isolation, transactions, files, recovery."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import tracemalloc
from contextlib import closing, suppress
from pathlib import Path
from time import process_time

import pytest
import tinydb
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from mockserver.store import log, snapshot_file, transaction
from mockserver.store.contents import Contents
from mockserver.store.errors import StoreError
from mockserver.store.kind import Kind
from mockserver.store.order import ValueRange
from mockserver.store.store import Store
from tests.pace import slowness

THINGS = Kind("things", key=("id",), indexes=("colour",), order="at")
PARTS = Kind("parts", key=("name", "version"))
P = "e/p"


def thing(name: str, colour: str | None = "red", at: str = "1", **fields):
    return {"id": name, "project_id": P, "colour": colour, "at": at, **fields}


def put(store: Store, *things) -> None:
    with store.transaction:
        for record in things:
            store[THINGS].drop(record["project_id"], record["id"])
            store[THINGS].insert(record)


def drop(store: Store, name: str) -> None:
    with store.transaction:
        store[THINGS].drop(P, name)


def content(store: Store) -> dict[str, dict]:
    return {name: dict(rows.items()) for name, rows in store.tables.items() if len(rows)}


@pytest.fixture
def store():
    return Store([THINGS, PARTS])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "db.json"


def opened(path: Path) -> Store:
    return Store([THINGS, PARTS], path)


# Collections


def test_what_goes_in_and_out_is_a_copy(store):
    given = thing("a", deep={"list": [1]})
    put(store, given)
    given["deep"]["list"].append(2)
    store[THINGS].get(P, "a")["deep"]["list"].append(3)
    assert store[THINGS].get(P, "a")["deep"] == {"list": [1]}


def test_a_record_is_found_by_its_project_and_key(store):
    put(store, thing("a"), {**thing("a"), "project_id": "e/q", "colour": "blue"})
    assert store[THINGS].get(P, "a")["colour"] == "red"
    assert store[THINGS].get("e/q", "a")["colour"] == "blue"
    assert store[THINGS].get("e/r", "a") is None


def test_a_key_can_have_several_parts(store):
    with store.transaction:
        store[PARTS].insert({"project_id": P, "name": "n", "version": "1"})
    assert store[PARTS].has(P, "n", "1")
    assert not store[PARTS].has(P, "n", "2")


def names(texts) -> list[str]:
    return [json.loads(text)["id"] for text in texts]


def test_an_index_follows_every_change(store):
    put(store, thing("a"), thing("b"), thing("c", "blue"), thing("d", None))
    assert names(store[THINGS].find(P, {"colour": ["red"]}).texts) == ["a", "b"]
    with store.transaction:
        store[THINGS].amend(lambda record: record.update(colour="blue"), P, "a")
    drop(store, "b")
    assert names(store[THINGS].find(P, {"colour": ["red"]}).texts) == []
    assert names(store[THINGS].find(P, {"colour": ["blue", "red"]}).texts) == ["a", "c"]


def test_the_narrowest_index_is_chosen(store):
    put(store, *(thing(str(n)) for n in range(10)), thing("x", "blue"))
    found = store[THINGS].find(P, {"colour": ["red"], "id": ["3", "4"], "other": ["?"]}).texts
    assert names(found) == ["3", "4"]


def test_records_are_walked_in_order_either_way(store):
    put(store, thing("a", at="2"), thing("b", at="1"), thing("d", at="2"), thing("c", at="2"))
    assert names(store[THINGS].find(P, {}).texts) == ["b", "a", "c", "d"]
    assert names(store[THINGS].find(P, {}, falling=True).texts) == ["a", "c", "d", "b"]


def test_an_order_of_thousands_that_arrive_at_random_is_right(store):
    moments = [f"{(n * 7919) % 5000:04}" for n in range(5000)]
    put(store, *(thing(f"{n}", at=at) for n, at in enumerate(moments)))
    for n in range(0, 5000, 3):
        drop(store, str(n))
    left = sorted(at for n, at in enumerate(moments) if n % 3)
    assert [json.loads(text)["at"] for text in store[THINGS].find(P, {}).texts] == left


def test_many_matches_come_in_order_on_the_walk_and_few_are_left_to_the_caller(store):
    put(store, *(thing(f"{n:04}", "red" if n % 2 else "blue", at=str(-n)) for n in range(1200)))
    put(store, thing("x", "green", at="5"))
    many, few = (store[THINGS].find(P, {"colour": [colour]}) for colour in ("red", "green"))
    assert (many.ordered, few.ordered) == (True, False)
    assert names(many.texts) == sorted(
        (f"{n:04}" for n in range(1, 1200, 2)), key=lambda n: str(-int(n))
    )
    assert names(few.texts) == ["x"]


def test_ties_rise_on_a_falling_walk_however_many_they_are(store):
    moments = [*["1"] * 700, *["2"] * 5000, *["3"] * 700]
    put(store, *(thing(f"{n:04}", at=at) for n, at in enumerate(moments)))
    expected = [*range(5700, 6400), *range(700, 5700), *range(700)]
    found = store[THINGS].find(P, {}, falling=True).texts
    assert names(found) == [f"{n:04}" for n in expected]
    above = store[THINGS].find(P, {}, ValueRange(low="2"), falling=True).texts
    assert names(above) == [f"{n:04}" for n in expected[:5700]]


@pytest.mark.parametrize("falling", [False, True])
def test_a_walk_is_of_the_moment_it_began(store, falling):
    put(store, *(thing(f"{n:04}", at=f"{n:04}") for n in range(5000)))
    before = [*store[THINGS].find(P, {}, falling=falling).texts]
    walk = store[THINGS].find(P, {}, falling=falling).texts
    seen = [next(walk) for _ in range(100)]
    for n in range(0, 5000, 7):
        drop(store, f"{n:04}")
        put(store, thing(f"new {n}", at=f"{4999 - n:04}"), thing(f"{n + 1:04}", "blue", at="0"))
    assert [*seen, *walk] == before
    assert names(store[THINGS].find(P, {"colour": ["blue"]}).texts)[0] == "0001"


def test_few_that_were_found_are_of_that_moment_too(store):
    put(store, *(thing(str(n)) for n in range(100)))
    texts = store[THINGS].find(P, {"colour": ["red"]}).texts
    drop(store, "0"), put(store, thing("1", "blue"))
    assert [json.loads(text)["colour"] for text in texts] == ["red"] * 100


def test_a_reader_is_of_the_moment_it_was_made(store):
    put(store, *(thing(f"{n:04}") for n in range(1000)))
    read = store[THINGS].reader(P)
    keys = [f"{n:04}" for n in range(1001)]
    before = read(keys)
    put(store, thing("1000"), thing("0001", "blue"))
    assert read(keys) == before
    drop(store, "1000"), drop(store, "0999"), put(store, thing("1000", "blue"))
    assert read(keys) == before
    assert store[THINGS].reader(P)(keys)[-2] is None


def test_a_reader_knows_a_number_that_is_given_again(store):
    put(store, thing("a"), {**thing("b"), "project_id": "e/q"})
    read = store[THINGS].reader(P)
    with store.transaction:
        store[THINGS].drop("e/q", "b")
        store[THINGS].insert(thing("c"))
    assert read(["c"]) == [None]
    assert store[THINGS].reader(P)(["c"]) != [None]


def test_foreign_writes_keep_the_indexes_in_step(store):
    table = store.database.table("things")
    table.insert(thing("a"))
    table.update({"colour": "blue"}, tinydb.where("id") == "a")
    assert names(store[THINGS].find(P, {"colour": ["blue"]}).texts) == ["a"]
    table.remove(tinydb.where("id") == "a")
    assert not store[THINGS].has(P, "a")


# Transactions


def test_a_failed_transaction_changes_nothing(store):
    put(store, thing("a"), thing("b"))
    before = content(store)
    with suppress(ZeroDivisionError), store.transaction:
        store[THINGS].insert(thing("c"))
        store[THINGS].drop(P, "a")
        store[THINGS].amend(lambda record: record.update(colour="blue", at="9"), P, "b")
        _ = 1 / 0
    assert content(store) == before
    assert names(store[THINGS].find(P, {"colour": ["red"]}).texts) == ["a", "b"]
    assert names(store[THINGS].find(P, {}).texts) == ["a", "b"]
    assert not store[THINGS].has(P, "c")


def test_a_record_that_changes_often_costs_what_is_left_of_it(path):
    store = opened(path)
    put(store, thing("a", text="x" * 1_000_000))
    tracemalloc.start()
    with store.transaction:
        for n in range(200):
            store[THINGS].amend(lambda record, n=n: record.update(at=str(n)), P, "a")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert log_text(path).count(b"\n") == 2
    assert names(opened(crashed(path, path.parent / "copy"))[THINGS].find(P, {}).texts) == ["a"]


def test_what_came_and_went_in_a_transaction_leaves_no_line(path):
    store = opened(path)
    with store.transaction:
        store[THINGS].insert(thing("a"))
        store[THINGS].insert(thing("b"))
        store[THINGS].drop(P, "a")
    assert [line.partition(b'"k":')[2][:1] for line in log_text(path).splitlines()] == [b"2"]


def test_a_write_outside_a_transaction_is_refused(store):
    with pytest.raises(RuntimeError, match="outside a transaction"):
        store[THINGS].insert(thing("a"))
    assert len(store) == 0


def test_an_inner_transaction_ends_with_the_outer(path):
    store = opened(path)
    with store.transaction:
        put(store, thing("a"))
        assert store.disk.logged == 0
    assert store.disk.logged > 0
    store.close()


# Long writes


def in_steps(*things, store: Store):
    for record in things:
        store[THINGS].insert(record)
        yield


def test_a_long_write_is_one_write_of_the_log(path, monkeypatch):
    monkeypatch.setattr(transaction, "GROUP", 2)
    store = opened(path)
    steps = store.transaction.in_one(in_steps(*(thing(str(n)) for n in range(5)), store=store))
    for _ in range(5):
        next(steps)
        assert log_text(path) == b""
    list(steps)
    lines = log_text(path).splitlines()
    assert [b'"m":1' in line for line in lines] == [True] * 4 + [False]
    assert content(opened(crashed(path, path.parent / "copy"))) == content(store)


def test_others_write_between_the_steps_of_a_long_write(path):
    store = opened(path)
    for at, _ in enumerate(store.transaction.in_one(in_steps(*map(thing, "abc"), store=store))):
        put(store, thing(f"x{at}"), thing("a", "blue", at=str(at)))
    assert content(opened(crashed(path, path.parent / "copy"))) == content(store)
    assert store[THINGS].get(P, "a")["colour"] == "blue"
    assert set(names(store[THINGS].find(P, {}).texts)) >= {"a", "b", "c", "x0", "x1"}


def test_a_long_write_that_fails_is_undone_but_for_what_others_have_changed(path):
    def failing():
        yield from in_steps(*map(thing, "abc"), store=store)
        raise ZeroDivisionError

    store = opened(path)
    put(store, thing("z"))
    steps = store.transaction.in_one(failing())
    for _ in "abc":
        next(steps)
    put(store, thing("y"))
    with store.transaction:
        store[THINGS].amend(lambda record: record.update(colour="blue"), P, "a")
    with suppress(KeyError), store.transaction:
        store[THINGS].amend(lambda record: record.update(colour="blue"), P, "b")
        raise KeyError
    with pytest.raises(ZeroDivisionError):
        list(steps)
    assert set(names(store[THINGS].find(P, {}).texts)) == {"a", "y", "z"}
    assert content(opened(crashed(path, path.parent / "copy"))) == content(store)


def test_a_long_write_that_is_left_is_undone(path):
    store = opened(path)
    steps = store.transaction.in_one(in_steps(*map(thing, "abc"), store=store))
    next(steps)
    steps.close()
    assert content(store) == {}
    put(store, thing("a"))
    assert names(store[THINGS].find(P, {}).texts) == ["a"]


def test_a_long_write_that_the_log_refuses_is_undone(path, monkeypatch):
    store = opened(path)
    with monkeypatch.context() as full:
        full.setattr(log.os, "write", partly_full(os.write))
        with pytest.raises(StoreError, match="No space left"):
            list(store.transaction.in_one(in_steps(*map(thing, "abc"), store=store)))
    assert content(store) == {}


def test_a_snapshot_never_has_a_part_of_a_long_write_that_is_undone(path, monkeypatch):
    monkeypatch.setattr(snapshot_file, "SLICE", 1)
    store = opened(path)
    put(store, thing("z"))
    steps = store.transaction.in_one(in_steps(*map(thing, "abc"), store=store))
    compaction = store.disk.compact()
    next(compaction)
    next(steps), next(steps)
    assert [next(compaction) for _ in range(10)] == [None] * 10
    steps.close()
    assert [step for step in compaction if step] == []
    assert names(opened(crashed(path, path.parent / "copy"))[THINGS].find(P, {}).texts) == ["z"]


def test_a_long_write_whose_state_is_replaced_is_dropped(store):
    put(store, thing("z"))
    state = store.snapshot()
    steps = store.transaction.in_one(in_steps(*map(thing, "abc"), store=store))
    next(steps)
    store.restore(state)
    list(steps)
    assert names(store[THINGS].find(P, {}).texts) == ["z"]


def test_one_long_write_waits_for_another(path):
    store = opened(path)
    first = store.transaction.in_one(in_steps(*map(thing, "abc"), store=store))
    second = store.transaction.in_one(in_steps(thing("d"), store=store))
    next(first), next(second)
    assert "d" not in names(store[THINGS].find(P, {}).texts)
    list(first), list(second)
    assert names(store[THINGS].find(P, {}).texts) == ["a", "b", "c", "d"]


# Snapshots


def test_a_snapshot_can_be_returned_to(store):
    put(store, thing("a"), thing("b"))
    state, before = store.snapshot(), content(store)
    put(store, thing("a", "blue"), thing("c")), drop(store, "b")
    store.restore(state)
    assert content(store) == before
    assert names(store[THINGS].find(P, {"colour": ["red"]}).texts) == ["a", "b"]


def test_returning_to_two_thousand_records_is_quick(store):
    put(store, *(thing(str(n)) for n in range(2000)))
    state = store.snapshot()
    put(store, *(thing(f"new {n}") for n in range(50)))
    started = process_time()
    store.restore(state)
    assert process_time() - started < 0.02 * slowness()
    assert len(store) == 2000


# Files


def test_after_a_clean_stop_stock_tinydb_reads_everything(path):
    store = opened(path)
    put(store, *(thing(str(n), note="ö\n\u2028\U0001f600") for n in range(300)))
    with store.transaction:
        store[PARTS].insert({"project_id": P, "name": "n", "version": "1"})
    store.close()
    with tinydb.TinyDB(path) as stock:
        assert stock.tables() == {"_mockserver", "things", "parts"}
        assert stock.table("things").get(doc_id=300)["note"] == "ö\n\u2028\U0001f600"
        assert len(stock.table("things").search(tinydb.where("colour") == "red")) == 300


def test_only_the_file_and_its_lock_remain_after_a_clean_stop(path):
    store = opened(path)
    put(store, thing("a"))
    store.close()
    assert {entry.name for entry in path.parent.iterdir()} == {"db.json", "db.json.lock"}


def test_a_file_that_stock_tinydb_wrote_is_read(path):
    with tinydb.TinyDB(path, indent=2) as stock:
        stock.table("things").insert(thing("a", note="☕"))
        stock.table("foreign").insert({"any": [1, {"thing": None}]})
    store = opened(path)
    assert store[THINGS].get(P, "a")["note"] == "☕"
    assert store.database.table("foreign").all() == [{"any": [1, {"thing": None}]}]
    store.close()
    with tinydb.TinyDB(path) as stock:
        assert stock.tables() == {"things", "foreign"}


def test_a_hand_may_edit_the_file(path):
    store = opened(path)
    put(store, thing("a"), thing("b"))
    store.close()
    path.write_text(path.read_text().replace('"red"', '"green"', 1).replace("\n", "\n  "))
    store = opened(path)
    assert names(store[THINGS].find(P, {"colour": ["green"]}).texts) == ["a"]
    store.close()


def test_a_hand_may_join_lines_of_the_file(path):
    store = opened(path)
    put(store, thing("a"), thing("b"), thing("c"))
    store.close()
    path.write_text(path.read_text().replace(",\n", ", ", 1))
    store = opened(path)
    assert names(store[THINGS].find(P, {}).texts) == ["a", "b", "c"]
    store.close()


def test_numbers_and_texts_of_any_size_survive(path):
    store = opened(path)
    put(store, thing("a", big=2**90, lone="\ud800", float=1e-300))
    store.close()
    store = opened(path)
    record = store[THINGS].get(P, "a")
    assert (record["big"], record["lone"], record["float"]) == (2**90, "\ud800", 1e-300)
    store.close()


BROKEN = {
    "no json": "{",
    "no object": "[]",
    "no tables": '{"things": 1}',
    "no documents": '{"things": {"1": 2}}',
    "no numbers": '{"things": {"one": {}}}',
    "cut": '{"things":{\n"1":{},\n',
    "too deep": f'{{"things": {{"1": {{"deep": {"[" * 9999}{"]" * 9999}}}}}}}',
    "a broken line": '{"things":{\n"1":{"id":},\n"2":{}\n}}\n',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_file_that_is_no_database_is_left_alone(path, text):
    path.write_text(text)
    with pytest.raises(StoreError, match=r"db\.json"):
        opened(path)
    assert path.read_text() == text


def test_a_directory_is_no_database(tmp_path):
    with pytest.raises(StoreError, match="is a directory"):
        opened(tmp_path)


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(StoreError, match=r"cannot keep a database in .*nowhere"):
        opened(tmp_path / "nowhere" / "db.json")


def test_a_second_process_is_kept_out(path):
    store = opened(path)
    with pytest.raises(StoreError, match="in use by another mockserver"):
        opened(path)
    store.close()
    opened(path).close()


def test_a_full_disk_loses_nothing_that_was_acknowledged(path, monkeypatch):
    store = opened(path)
    put(store, thing("a"))
    before, logged = content(store), log_text(path)
    monkeypatch.setattr(log.os, "write", partly_full(os.write))
    with pytest.raises(StoreError, match="No space left"):
        put(store, thing("b"))
    assert content(store) == before
    assert log_text(path) == logged
    monkeypatch.undo()
    put(store, thing("c"))
    store.close()
    assert set(content(opened(path))["things"]) == {1, 2}


def test_what_a_full_disk_does_not_let_go_is_cut_before_the_next_write(path, monkeypatch):
    store = opened(path)
    put(store, thing("a"))
    with monkeypatch.context() as full:
        full.setattr(log.os, "write", partly_full(os.write))
        full.setattr(log.os, "ftruncate", refuse)
        with pytest.raises(StoreError, match="No space left"):
            put(store, thing("b"))
    put(store, thing("c"))
    store.abandon()
    assert names(opened(path)[THINGS].find(P, {}).texts) == ["a", "c"]


def refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_snapshot_that_finds_no_room_leaves_nothing(path, monkeypatch):
    store = opened(path)
    put(store, thing("a"))
    monkeypatch.setattr(snapshot_file.os, "fsync", refuse)
    for _ in range(3):
        with pytest.raises(StoreError, match="No space left"):
            compacted(store)
        put(store, thing("b"))
    assert {entry.name for entry in path.parent.iterdir()} == {
        "db.json.journal.1",
        "db.json.journal.2",
        "db.json.lock",
    }
    monkeypatch.undo()
    store.close()
    assert {entry.name for entry in path.parent.iterdir()} == {"db.json", "db.json.lock"}


def test_a_sync_keeps_the_name_of_a_new_segment_once(path, monkeypatch):
    synced = []
    monkeypatch.setattr(log, "sync_folder", synced.append)
    store = opened(path)
    for name in "ab":
        put(store, thing(name))
        store.disk.sync()
    assert synced == [path.parent]
    store.close()


def test_a_store_whose_sync_failed_has_stopped(path, monkeypatch):
    store = opened(path)
    put(store, thing("a"))
    things = store[THINGS]
    with monkeypatch.context() as failing:
        failing.setattr(log, "_fdatasync", refuse)
        store.disk.sync()
    with pytest.raises(StoreError, match="No space left"):
        store[THINGS]
    with pytest.raises(StoreError, match="No space left"), store.transaction:
        things.insert(thing("b"))
    assert not store.disk.wants_compaction(quiet=True)
    with pytest.raises(StoreError, match="No space left"):
        store.close()
    assert names(opened(path)[THINGS].find(P, {}).texts) == ["a"]


def test_a_content_that_finds_no_room_leaves_nothing(path, monkeypatch):
    contents = Contents(path, durable=True)
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(StoreError, match="No space left"):
        contents.keep("abc", b"content")
    assert list(path.with_name("db.json.files").iterdir()) == []
    assert contents.read("abc") is None


@pytest.mark.parametrize("name", ["db.json.tmp", "db.json.journal.1"])
def test_what_is_in_the_way_of_the_files_is_told(path, name):
    in_the_way = path.with_name(name)
    in_the_way.mkdir()
    with pytest.raises(StoreError, match=f"cannot use .*{name}: Is a directory"):
        opened(path)
    in_the_way.rmdir()
    opened(path).close()


def test_foreign_files_beside_the_database_are_left_alone(path):
    foreign = ["db.json.journal.٣", "db.json.journal.007", "db.json.journal.1~"]
    for name in foreign:
        path.with_name(name).write_text("mine")
    opened(path).close()
    assert {entry.name for entry in path.parent.iterdir()} == {*foreign, "db.json.lock"}


def test_a_link_leads_to_the_file_and_to_its_lock(path, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(path)
    store = opened(link)
    with pytest.raises(StoreError, match="in use by another mockserver"):
        opened(path)
    put(store, thing("a"))
    store.close()
    assert link.is_symlink()
    assert stock_count(path) == 1


def partly_full(write):
    """A disk that takes the first half of a text and is full then."""
    calls = iter([True])

    def write_half(file, text):
        if next(calls, False):
            return write(file, text[: len(text) // 2])
        raise OSError(28, "No space left on device")

    return write_half


def log_text(path: Path) -> bytes:
    segments = sorted(path.parent.glob("*.journal.*"), key=lambda p: int(p.suffix[1:]))
    return b"".join(segment.read_bytes() for segment in segments)


# Recovery


def crashed(path: Path, to: Path) -> Path:
    """A copy of the files as a killed process leaves them."""
    shutil.copytree(path.parent, to)
    return to / path.name


def test_a_killed_process_leaves_everything_in_the_journal(path, tmp_path):
    store = opened(path)
    put(store, thing("a"), thing("b"))
    drop(store, "a")
    before = content(store)
    again = opened(crashed(path, tmp_path / "copy"))
    assert content(again) == before
    assert names(again[THINGS].find(P, {"colour": ["red"]}).texts) == ["b"]
    again.close()
    store.close()


def recorded_run(path: Path) -> list[tuple[int, dict]]:
    """Some transactions; after each the journal's size and the state."""
    store = opened(path)
    states = [(0, {})]
    for step in range(8):
        if step % 3 == 2:
            drop(store, f"{step - 1}")
        else:
            put(store, thing(f"{step}", note="x" * step), thing("again", at=str(step)))
        states.append((store.disk.logged, content(store)))
    return states


def test_a_journal_cut_at_any_byte_recovers_what_was_acknowledged(path, tmp_path):
    states = recorded_run(path)
    text = log_text(path)
    for cut in range(len(text) + 1):
        folder = tmp_path / "cut"
        folder.mkdir()
        (folder / "db.json.journal.1").write_bytes(text[:cut])
        store = opened(folder / "db.json")
        assert content(store) == [state for size, state in states if size <= cut][-1]
        store.disk._lock.release()
        shutil.rmtree(folder)


def test_a_damaged_line_before_the_last_stops_the_recovery(path):
    store = opened(path)
    put(store, thing("a")), put(store, thing("b"))
    store.disk._lock.release()
    segment = path.with_name("db.json.journal.1")
    segment.write_bytes(segment.read_bytes().replace(b'"colour"', b'"colour', 1))
    with pytest.raises(StoreError, match=r"db\.json\.journal\.1:1 is damaged"):
        opened(path)
    assert segment.exists()


def test_recovery_can_be_repeated(path, tmp_path):
    store = opened(path)
    put(store, thing("a")), put(store, thing("b")), drop(store, "a")
    before = content(store)
    for copy in ("one", "two"):
        path = crashed(path, tmp_path / copy)
        again = opened(path)
        assert content(again) == before
    store.close()


# Compaction


def stock_count(path: Path) -> int:
    with tinydb.TinyDB(path) as stock:
        return len(stock.table("things"))


def compacted(store: Store, between=lambda: None) -> None:
    with closing(store.disk.compact()) as steps:
        for step in steps:
            if step:
                step()
            else:
                between()


def test_compaction_empties_the_journal_and_keeps_the_state(path):
    store = opened(path)
    put(store, *(thing(str(n)) for n in range(1000)))
    before = content(store)
    compacted(store)
    assert store.disk.logged == 0
    assert stock_count(path) == 1000
    store.close()
    assert content(opened(path)) == before


def test_nothing_is_compacted_while_nothing_changed(path):
    store = opened(path)
    put(store, thing("a"))
    assert store.disk.wants_compaction(quiet=True)
    assert not store.disk.wants_compaction(quiet=False)
    compacted(store)
    assert not store.disk.wants_compaction(quiet=True)
    store.close()


def test_a_crash_at_any_step_of_a_compaction_loses_nothing(path, tmp_path):
    store = opened(path)
    put(store, *(thing(str(n), note="x" * 500) for n in range(600)))
    steps = iter(range(10**6))

    def write_and_crash():
        step = next(steps)
        put(store, thing(f"during {step}"), thing("5", "blue", at=str(step)))
        drop(store, f"{10 + step}")
        expected = content(store)
        copy = opened(crashed(path, tmp_path / f"step {step}"))
        assert content(copy) == expected
        copy.close()
        assert stock_count(tmp_path / f"step {step}" / path.name) == len(expected["things"])

    compacted(store, between=write_and_crash)
    assert next(steps) >= 4
    write_and_crash()
    store.close()


def test_a_crash_between_the_renaming_and_the_clearing_loses_nothing(path, tmp_path):
    store = opened(path)
    put(store, thing("a"), thing("b"))
    for step in store.disk.compact():
        if step:
            step()
            put(store, thing("c")), drop(store, "a")
            copy = opened(crashed(path, tmp_path / "copy"))
            assert content(copy) == content(store)
    store.close()


class LikeADict(RuleBasedStateMachine):
    """Any row of writes, stops, crashes and compactions leaves what a plain dict would hold."""

    def __init__(self):
        super().__init__()
        self.folders = iter(range(1, 10**9))
        self.root = Path(tempfile.mkdtemp())
        self.path = self.root / "0" / "db.json"
        self.path.parent.mkdir()
        self.store = opened(self.path)
        self.model: dict[str, dict] = {}

    @rule(name=st.sampled_from("abcdef"), colour=st.sampled_from(["red", "blue"]))
    def put(self, name, colour):
        record = thing(name, colour)
        put(self.store, record)
        self.model[name] = record

    @rule(name=st.sampled_from("abcdef"))
    def drop(self, name):
        drop(self.store, name)
        self.model.pop(name, None)

    @rule(names=st.lists(st.sampled_from("abcdef"), max_size=3))
    def fail(self, names):
        with suppress(ZeroDivisionError), self.store.transaction:
            for name in names:
                put(self.store, thing(name, "lost"))
            _ = 1 / 0

    @rule()
    def stop_and_start(self):
        self.store.close()
        self.store = opened(self.path)

    @rule(torn=st.binary(max_size=20).filter(lambda text: b"\n" not in text))
    def crash(self, torn):
        self.path = crashed(self.path, self.root / f"{next(self.folders)}")
        self.store.disk._lock.release()
        segments = sorted(self.path.parent.glob("*.journal.*"), key=lambda p: int(p.suffix[1:]))
        if segments:
            segments[-1].write_bytes(segments[-1].read_bytes() + torn)
        self.store = opened(self.path)

    @rule(name=st.sampled_from("abcdef"))
    def compact_while_writing(self, name):
        compacted(self.store, between=lambda: self.put(name, "blue"))

    @invariant()
    def same_records(self):
        held = {
            record["id"]: record for record in map(json.loads, self.store[THINGS].find(P, {}).texts)
        }
        assert held == self.model
        for colour in ("red", "blue"):
            expected = {name for name, record in self.model.items() if record["colour"] == colour}
            assert set(names(self.store[THINGS].find(P, {"colour": [colour]}).texts)) == expected

    def teardown(self):
        self.store.close()
        shutil.rmtree(self.root)


TestLikeADict = LikeADict.TestCase
TestLikeADict.settings = settings(
    max_examples=50,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
