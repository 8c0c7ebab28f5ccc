"""Our tables are TinyDB's: the same tests pass on stock tables and on ours."""

from __future__ import annotations

from types import MappingProxyType

import pytest
import tinydb
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tinydb import Query, where
from tinydb.operations import add, decrement, delete, increment
from tinydb.operations import set as set_to
from tinydb.storages import MemoryStorage
from tinydb.table import Document

from mockserver import MockServer, Settings
from mockserver.store.database import Database
from mockserver.store.rows import Tables
from mockserver.store.transaction import Transaction


def stock():
    return tinydb.TinyDB(storage=MemoryStorage)


def ours():
    return Database(Tables((), Transaction()))


@pytest.fixture(scope="module")
def running():
    with MockServer(Settings(port=0, log="quiet")) as server:
        yield server


@pytest.fixture(params=["stock", "ours", "of a running server"])
def db(request):
    if request.param == "of a running server":
        database = request.getfixturevalue("running").db
        database.drop_tables()
    else:
        database = {"stock": stock, "ours": ours}[request.param]()
    database.insert_multiple({"n": n, "char": "abc"[n], "deep": {"n": [n]}} for n in range(3))
    return database


def test_insert_answers_the_number(db):
    assert db.insert({"n": 3}) == 4
    assert db.insert_multiple([{"n": 4}, {"n": 5}]) == [5, 6]
    assert [document.doc_id for document in db] == [1, 2, 3, 4, 5, 6]


def test_insert_takes_only_mappings(db):
    with pytest.raises(ValueError, match="Mapping"):
        db.insert(["n"])


def test_insert_takes_any_mapping(db):
    assert db.insert(MappingProxyType({"n": 3})) == 4
    assert db.get(doc_id=4) == {"n": 3}


def test_what_was_inserted_is_a_copy(db):
    document = {"n": 3}
    db.insert(document)
    document["n"] = 9
    assert db.get(doc_id=4) == {"n": 3}


def test_a_document_can_bring_its_number(db):
    assert db.insert(Document({"n": 9}, doc_id=77)) == 77
    assert db.get(doc_id=77) == {"n": 9}
    assert db.insert({"n": 10}) == 78
    with pytest.raises(ValueError, match="77 already exists"):
        db.insert(Document({}, doc_id=77))


def test_a_failed_insert_of_several_keeps_none(db):
    with pytest.raises(ValueError, match="already exists"):
        db.insert_multiple([Document({}, doc_id=50), Document({}, doc_id=1)])
    assert len(db) == 3


def test_get_by_number_and_by_condition(db):
    assert db.get(doc_id=2) == db.get(where("n") == 1)
    assert db.get(doc_id=99) is None
    assert db.get(where("n") == 99) is None
    assert db.get(doc_ids=[3, 1]) == [db.get(doc_id=1), db.get(doc_id=3)]


def test_search_contains_count(db):
    assert [found["n"] for found in db.search(where("n") > 0)] == [1, 2]
    assert db.search(Query().deep.n.any([2])) == [db.get(doc_id=3)]
    assert db.contains(where("char") == "b")
    assert not db.contains(doc_id=9)
    assert db.count(where("n") < 2) == 2


def test_update_changes_what_is_found(db):
    assert db.update({"n": 7}, where("char") == "a") == [1]
    assert db.update({"all": True}) == [1, 2, 3]
    assert db.update({"one": True}, doc_ids=[3]) == [3]
    assert [document.get("one") for document in db] == [None, None, True]
    assert db.count(where("all") == True) == 3  # noqa: E712 - a query, not a comparison


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (increment("n"), {"n": 1, "char": "a", "deep": {"n": [0]}}),
        (decrement("n"), {"n": -1, "char": "a", "deep": {"n": [0]}}),
        (add("char", "!"), {"n": 0, "char": "a!", "deep": {"n": [0]}}),
        (set_to("n", "x"), {"n": "x", "char": "a", "deep": {"n": [0]}}),
        (delete("char"), {"n": 0, "deep": {"n": [0]}}),
    ],
    ids=["increment", "decrement", "add", "set", "delete"],
)
def test_update_by_operation(db, operation, expected):
    db.update(operation, where("char") == "a")
    assert db.get(doc_id=1) == expected


def test_a_failed_update_changes_nothing(db):
    def fail(document):
        document["n"] = "changed"
        if document["char"] == "c":
            raise RuntimeError

    with pytest.raises(RuntimeError):
        db.update(fail)
    assert db.get(doc_id=3) is not None


def test_update_multiple(db):
    changed = db.update_multiple([({"n": 5}, where("char") == "a"), ({"n": 6}, where("n") == 2)])
    assert changed == [1, 3]
    assert [document["n"] for document in db] == [5, 1, 6]


def test_upsert_updates_or_inserts(db):
    assert db.upsert({"n": 9, "new": True}, where("char") == "a") == [1]
    assert db.upsert({"n": 9, "char": "z"}, where("char") == "z") == [4]
    assert db.upsert(Document({"n": 8}, doc_id=20)) == [20]
    assert db.get(doc_id=20) == {"n": 8}


def test_remove(db):
    assert db.remove(where("n") == 1) == [2]
    assert db.remove(doc_ids=[3]) == [3]
    assert [document["n"] for document in db] == [0]
    with pytest.raises(RuntimeError):
        db.remove()


def test_truncate_empties_and_begins_anew(db):
    db.truncate()
    assert len(db) == 0
    assert db.all() == []
    assert db.insert({"n": 0}) == 1


def test_a_removed_number_is_not_used_again(db):
    db.remove(doc_ids=[3])
    assert db.insert({"n": 3}) == 4


def test_tables_are_apart(db):
    db.table("other").insert({"n": 9})
    assert db.tables() == {"_default", "other"}
    assert len(db) == 3
    db.drop_table("other")
    assert db.tables() == {"_default"}
    db.drop_tables()
    assert db.tables() == frozenset()
    assert db.insert({"n": 0}) == 1


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_a_change_of_type_is_a_change(db, value):
    db.update({"n": value}, where("n") == 1)
    assert repr(db.get(doc_id=2)["n"]) == repr(value)


def test_a_whole_state_takes_the_place_of_another(db):
    db.storage.write({"_default": {"2": {"n": 1.0}, "9": {"n": 7}}, "other": {"1": {"m": 1}}})
    assert [(document.doc_id, repr(document["n"])) for document in db] == [(2, "1.0"), (9, "7")]
    assert db.table("other").all() == [{"m": 1}]


def test_documents_can_be_walked(db):
    assert [document["n"] for document in db] == [0, 1, 2]
    assert len(db) == len(db.all()) == 3
    assert db.all()[0].doc_id == 1


documents = st.dictionaries(st.sampled_from("abc"), st.integers(0, 5), max_size=3)
queries = st.builds(lambda key, n: where(key) == n, st.sampled_from("abc"), st.integers(0, 5))


class SameAsStock(RuleBasedStateMachine):
    """Any row of operations gives the same answers and the same documents."""

    def __init__(self):
        super().__init__()
        self.both = stock(), ours()

    def agree(self, operation):
        first, second = (outcome(operation, database) for database in self.both)
        assert first == second

    @rule(document=documents)
    def insert(self, document):
        self.agree(lambda db: db.insert(document))

    @rule(several=st.lists(documents, max_size=4))
    def insert_multiple(self, several):
        self.agree(lambda db: db.insert_multiple(several))

    @rule(document=documents, number=st.integers(1, 600))
    def insert_numbered(self, document, number):
        self.agree(lambda db: db.insert(Document(document, doc_id=number)))

    @rule(document=documents, query=queries)
    def update(self, document, query):
        self.agree(lambda db: db.update(document, query))

    @rule(document=documents, query=queries)
    def upsert(self, document, query):
        self.agree(lambda db: db.upsert(document, query))

    @rule(document=documents, numbers=st.lists(st.integers(1, 8), max_size=3, unique=True))
    def update_numbered(self, document, numbers):
        self.agree(lambda db: db.update(document, doc_ids=numbers))

    @rule(query=queries)
    def remove(self, query):
        self.agree(lambda db: db.remove(query))

    @rule(numbers=st.lists(st.integers(1, 8), max_size=3, unique=True))
    def remove_numbered(self, numbers):
        self.agree(lambda db: db.remove(doc_ids=numbers))

    @rule(query=queries)
    def look(self, query):
        self.agree(lambda db: sorted(map(repr, db.search(query))))
        self.agree(lambda db: (db.count(query), db.contains(query)))

    @rule()
    def truncate(self):
        self.agree(lambda db: db.truncate())

    @invariant()
    def same_documents(self):
        self.agree(lambda db: sorted((document.doc_id, repr(document)) for document in db))


def outcome(operation, database):
    """What an operation answers; numbers in rising order, in which our tables are walked."""
    try:
        answer = operation(database)
        return sorted(answer) if isinstance(answer, list) else answer
    except (KeyError, ValueError, RuntimeError) as error:
        return type(error)


TestSameAsStock = SameAsStock.TestCase
TestSameAsStock.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
