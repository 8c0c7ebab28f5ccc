"""Damaged files are refused with one sentence, and repaired by `mockserver repair`."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

import pytest
import tinydb

from mockserver.store.errors import StoreError
from mockserver.store.store import Store
from mockserver.trace.kinds import KINDS
from tests.cli.command import run
from tests.store.test_store import (
    THINGS,
    P,
    compacted,
    content,
    log_text,
    names,
    opened,
    put,
    thing,
)

FLIPS = 300


@pytest.fixture
def path(tmp_path):
    return tmp_path / "db.json"


def flipped(data: bytes, bit: int) -> bytes:
    copy = bytearray(data)
    copy[bit // 8] ^= 1 << bit % 8
    return bytes(copy)


def written(path: Path) -> bytes:
    """The log of a store with five writes, one of them of several lines."""
    store = opened(path)
    for n in range(4):
        put(store, thing(str(n), text="x" * 20))
    put(store, thing("4"), thing("5"))
    store.abandon()
    return log_text(path)


def test_no_flipped_bit_of_the_log_is_loaded(path):
    data = written(path)
    segment = path.with_name("db.json.journal.1")
    bits = random.Random(1).sample(range(len(data) * 8), FLIPS)
    for bit in (*bits, *range(len(data) * 8 - 8, len(data) * 8)):
        segment.write_bytes(flipped(data, bit))
        with pytest.raises(
            StoreError, match=r"db\.json\.journal\.1:\d is damaged; `mockserver rep"
        ):
            opened(path)


def test_a_log_of_an_earlier_version_is_read(path):
    path.with_name("db.json.journal.1").write_bytes(
        b'{"t":"things","k":1,"m":1,"d":{"id":"a","project_id":"e/p"}}\n'
        b'{"t":"things","k":2,"d":{"id":"b","project_id":"e/p"}}\n{"t":"thi'
    )
    assert names(opened(path)[THINGS].find(P, {}).texts) == ["a", "b"]


def test_any_damage_to_the_database_is_a_store_error(path):
    store = opened(path)
    put(store, *(thing(str(n), deep={"n": [n, None, 1.5]}) for n in range(5)))
    store.close()
    data = path.read_bytes()
    draws = random.Random(1)
    for _ in range(FLIPS):
        path.write_bytes(flipped(data, draws.randrange(len(data) * 8)))
        with suppress(StoreError):
            opened(path).abandon()


@pytest.mark.parametrize(
    "text",
    [
        '{"calls":{"1":{"id":{"a":1},"project_id":[1],"started_at":{"x":2}}}}',
        '{"calls":{"1":{}},"objects":{"1":{"digest":null}},"feedback":{"1":{"created_at":1}}}',
        '{"calls":{"' + "9" * 5000 + '":{}}}',
        '{"_mockserver":{"1":{"format":"new"}}}',
        '{"_mockserver":7}',
        "\x00" * 100,
    ],
)
def test_records_of_any_form_are_loaded_or_refused(path, text):
    path.write_text(text)
    with suppress(StoreError):
        Store(KINDS, path).abandon()


def test_the_database_tells_its_format(path):
    store = opened(path)
    put(store, thing("a"))
    store.close()
    with tinydb.TinyDB(path) as stock:
        assert stock.table("_mockserver").all() == [{"format": 2}]
    assert content(opened(path)).keys() == {"things"}


def test_a_database_of_a_later_format_is_left_alone(path):
    path.write_text('{"_mockserver":{"1":{"format":3}},"things":{}}')
    with pytest.raises(StoreError, match="of format 3; this mockserver reads up to 2"):
        opened(path)


def test_what_is_private_stays_private(path):
    store = opened(path)
    put(store, thing("a"))
    store.close()
    path.chmod(0o600)
    store = opened(path)
    put(store, thing("b"))
    store.contents.keep("abc", b"content")
    assert mode(path.with_name("db.json.journal.1")) == 0o600
    assert mode(path.parent / "db.json.files" / "abc") == 0o600
    compacted(store)
    assert mode(path) == 0o600
    store.close()


def mode(file: Path) -> int:
    return S_IMODE(file.stat().st_mode)


def damaged(path: Path) -> None:
    """Four calls in the snapshot, of which one is damaged, and three in the log, likewise."""
    store = Store(KINDS, path)
    for name in "abcd":
        keep(store, name)
    store.close()
    store = Store(KINDS, path)
    for name in "efg":
        keep(store, name)
    store.abandon()
    for file, old in ((path, b'"id":"b"'), (path.with_name("db.json.journal.1"), b'"id":"f"')):
        file.write_bytes(file.read_bytes().replace(old, old[:-1]))


def keep(store: Store, name: str) -> None:
    call = {"id": name, "project_id": P, "trace_id": "t", "started_at": "2025-01-01T00:00:00Z"}
    with store.transaction:
        store.database.table("calls").insert(call)


def test_a_repair_says_what_it_keeps_and_drops(path):
    damaged(path)
    with pytest.raises(StoreError, match=r"journal\.1:2 is damaged; `mockserver repair` keeps"):
        Store(KINDS, path)
    before = path.read_bytes(), log_text(path)
    ended = run("repair", path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[-1] == "kept: 5 of calls"
    assert [line.partition(": ")[0] for line in ended.stdout.splitlines()[:-1]] == ["dropped"] * 2
    assert f"{path}.journal.1:2 is damaged" in ended.stdout
    with tinydb.TinyDB(path) as stock:
        assert [call["id"] for call in stock.table("calls")] == ["a", "c", "d", "e", "g"]
    aside = [path.with_name("db.json.damaged"), path.with_name("db.json.journal.1.damaged")]
    assert tuple(file.read_bytes() for file in aside) == before
    assert len(Store(KINDS, path)) == 5


def test_lines_of_the_database_that_are_damaged_are_dropped(path):
    damaged(path)
    path.write_bytes(path.read_bytes().replace(b'"3":{', b'"3";{'))
    assert f"dropped: {path}:5 is damaged" in run("repair", path).stdout
    with tinydb.TinyDB(path) as stock:
        assert [call["id"] for call in stock.table("calls")] == ["a", "d", "e", "g"]


def test_what_is_not_damaged_is_left_as_it_is(path):
    store = Store(KINDS, path)
    keep(store, "a")
    store.close()
    before = path.read_bytes()
    assert run("repair", path).stdout == f"kept: 1 of calls\n{path} is not damaged\n"
    assert path.read_bytes() == before


def test_a_database_that_is_in_use_is_not_repaired(path):
    store = Store(KINDS, path)
    keep(store, "a")
    compacted(store)
    ended = run("repair", path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "in use by another mockserver" in ended.stderr


def test_serving_a_damaged_database_is_one_sentence(path):
    damaged(path)
    ended = run("serve", "--db", path, "--port", "0")
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "`mockserver repair` keeps what can be read" in ended.stderr
