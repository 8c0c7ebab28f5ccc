"""Refs: values read through objects, rows of tables, and the objects that they name."""

from __future__ import annotations

import pytest

from tests.conftest import P


def publish(client, val, name="o", project=P):
    obj = {"project_id": project, "object_id": name, "val": val}
    digest = client.post("/obj/create", json={"obj": obj}).json()["digest"]
    return f"weave:///{project}/object/{name}:{digest}"


def table(client, rows):
    request = {"table": {"project_id": P, "rows": rows}}
    answer = client.post("/table/create", json=request).json()
    return f"weave:///{P}/table/{answer['digest']}", answer["row_digests"]


def read(client, *refs):
    return client.post("/refs/read_batch", json={"refs": refs})


def vals(client, *refs):
    answer = read(client, *refs)
    assert answer.status_code == 200, answer.text
    return answer.json()["vals"]


def test_values_come_in_the_order_of_the_refs_objects_60(client):
    ref = publish(client, {"a": 1})
    assert vals(client, ref, ref, f"{ref}/key/a") == [{"a": 1}, {"a": 1}, 1]


@pytest.mark.parametrize("edge", ["key", "attr"])
def test_a_ref_leads_into_a_value_objects_61(client, edge):
    ref = publish(client, {"a": {"b": [10, 20]}})
    assert vals(client, f"{ref}/{edge}/a/{edge}/b/index/1") == [20]


def test_a_key_is_percent_encoded_objects_62(client):
    ref = publish(client, {"d": {"x y/z": 5, "é": 6}})
    assert vals(client, f"{ref}/key/d/key/x%20y%2Fz", f"{ref}/key/d/key/%C3%A9") == [5, 6]


def test_a_ref_leads_to_a_row_of_a_table_objects_63(client):
    rows, (_, second) = table(client, [{"a": 1}, {"a": 2}])
    ref = publish(client, {"rows": rows}) + f"/attr/rows/id/{second}"
    assert vals(client, ref, f"{ref}/key/a") == [{"a": 2}, 2]


def test_a_deleted_object_is_null_objects_64(client):
    ref = publish(client, {"a": 1})
    client.post("/obj/delete", json={"project_id": P, "object_id": "o"})
    assert vals(client, ref, f"{ref}/key/a") == [None, None]


def test_an_unknown_object_is_404_objects_65(client):
    answer = read(client, publish(client, 1), f"weave:///{P}/object/o:nope")
    assert (answer.status_code, answer.json()) == (404, {"reason": "Obj o:nope not found"})
    assert read(client, f"weave:///{P}/object/o:v0").status_code == 404


def test_a_row_of_another_table_is_404_objects_65(client):
    rows, _ = table(client, [{"a": 1}])
    _, (other,) = table(client, [{"a": 2}])
    ref = publish(client, {"rows": rows})
    for row in (other, "nope"):
        answer = read(client, f"{ref}/attr/rows/id/{row}")
        assert answer.status_code == 404
        assert answer.json() == {"reason": f"Row digest {row} not found"}


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        ("weave:///e/p/table/d", "Table refs not supported"),
        ("weave:///e/p/call/c", "Call refs not supported"),
        ("weave:///e/p/object/o:latest", "Reading refs with `latest` is not supported"),
    ],
)
def test_only_versions_of_objects_are_read_objects_65(client, ref, reason):
    answer = read(client, ref)
    assert (answer.status_code, answer.json()) == (400, {"reason": reason})


def test_a_thousand_refs_are_read_objects_65(client):
    ref = publish(client, 7)
    assert vals(client) == []
    assert vals(client, *[ref] * 1000) == [7] * 1000
    assert read(client, *[ref] * 1001).json() == {"reason": "Too many refs"}


@pytest.mark.parametrize(
    "steps",
    ["/key/z", "/attr/z/key/a", "/index/0", "/key/n/id/x", "/key/l/index/9", "/key/l/index/-1",
     "/index/-1", "/key/n/key/a"],
)  # fmt: skip
def test_a_step_that_leads_nowhere_is_null_objects_66(client, steps):
    ref = publish(client, {"a": 1, "l": [1], "n": None})
    assert vals(client, ref + steps) == [None]


def test_only_a_table_is_stepped_into_by_the_id_of_a_row(client):
    rows, (row,) = table(client, [{"a": 1}])
    ref = publish(client, {"rows": rows, "a": 1})
    answer = read(client, f"{ref}/key/rows/key/a")
    assert (answer.status_code, answer.json()) == (400, {"reason": "Table refs must have id extra"})
    for steps in ("/id/x", "/key/a/id/x", f"/key/rows/id/{row}/id/x"):
        answer = read(client, ref + steps)
        assert (answer.status_code, answer.json()) == (400, {"reason": "Unknown ref type: id"})


@pytest.mark.parametrize(
    "ref",
    [
        "hello",
        "",
        "weave:///e/p/object/o",
        "weave:///e/p/object/o:",
        "weave:///e/p/object/:d",
        "weave:///e/p/object/o:d:e",
        "weave:///e/p/object/o:d/key",
        "weave:///e/p/object/o:d/key/a/key",
        "weave:///e/p/object/o:d/edge/a",
        "weave:///e/p/object/o:d/index/one",
        "weave:///e/p/object/o:d/index/--1",
        "wandb-artifact:///e/p/a:v0/f",
    ],
)
def test_a_malformed_ref_is_400(client, ref):
    answer = read(client, ref)
    assert answer.status_code == 400
    assert answer.json()["reason"].startswith(f"Invalid ref: {ref}")


def test_one_slash_at_the_end_is_tolerated(client):
    ref = publish(client, {"a": 1})
    assert vals(client, f"{ref}/", f"{ref}/key/a/") == [{"a": 1}, 1]


def test_an_op_is_read_like_an_object(client):
    ref = publish(client, {"a": 1})
    assert vals(client, ref.replace("/object/", "/op/")) == [{"a": 1}]


def test_a_ref_leads_through_the_objects_that_values_name(client):
    inner = publish(client, {"list": [{"b": 5}]}, "inner")
    middle = publish(client, {"it": f"{inner}/key/list/index/0"}, "middle")
    outer = publish(client, {"it": middle}, "outer")
    assert vals(client, f"{outer}/key/it/key/it/key/b") == [5]
    assert vals(client, f"{outer}/key/it") == [middle]


def test_a_ref_ends_at_the_border_of_its_project(client):
    other = publish(client, {"a": 1}, project="acme/other")
    ref = publish(client, {"it": other})
    assert vals(client, other, f"{ref}/key/it", f"{ref}/key/it/key/a") == [{"a": 1}, other, None]


def test_a_ref_to_nothing_inside_a_value_is_null(client):
    for dangling in (f"weave:///{P}/object/x:nope", f"weave:///{P}/object/x", f"weave:///{P}/z/z"):
        ref = publish(client, {"it": dangling})
        assert vals(client, f"{ref}/key/it/key/a") == [None]


def test_a_number_is_returned_exactly(client):
    assert vals(client, publish(client, {"n": 2**70})) == [{"n": 2**70}]


def test_many_rows_are_read_in_any_order(client):
    """Enough distant rows that the reader builds its set of digests."""
    rows, digests = table(client, [{"a": number} for number in range(3000)])
    ref = publish(client, {"rows": rows})
    order = [number * 1009 % 3000 for number in range(300)]
    refs = [f"{ref}/attr/rows/id/{digests[number]}/key/a" for number in order]
    assert vals(client, *refs) == order
    _, (elsewhere,) = table(client, [{"a": "elsewhere"}])
    assert read(client, *refs, f"{ref}/attr/rows/id/{elsewhere}").status_code == 404
