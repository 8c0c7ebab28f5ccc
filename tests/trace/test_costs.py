"""Costs: prices of a project, the built-in ones, and what calls cost by them."""

from __future__ import annotations

import json

import pytest

from tests.conftest import P

PRICE = {"prompt_token_cost": 0.001, "completion_token_cost": 0.002}
USAGE = {"prompt_tokens": 100, "completion_tokens": 50, "requests": 1, "total_tokens": 150}


def create(client, project_id=P, **costs):
    answer = client.post("/cost/create", json={"project_id": project_id, "costs": costs})
    assert answer.status_code == 200, answer.text
    return [cost_id for cost_id, _ in answer.json()["ids"]]


def find(client, **request):
    answer = client.post("/cost/query", json={"project_id": P, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()["results"]


def purge(client, expr, project_id=P):
    return client.post("/cost/purge", json={"project_id": project_id, "query": {"$expr": expr}})


def compare(operator, field, value):
    return {operator: [{"$getField": field}, {"$literal": value}]}


def among(field, *values):
    return {"$in": [{"$getField": field}, [{"$literal": value} for value in values]]}


def costs_of(client, usage, started_at="2024-06-01T00:00:00Z"):
    client.start("a", started_at=started_at)
    client.end("a", summary={"usage": usage})
    return client.query(include_costs=True)[-1]["summary"]["weave"].get("costs")


def test_prices_are_made_in_order_with_defaults_calls_93(make_client):
    client = make_client(now="2025-01-01")
    answer = client.post(
        "/cost/create", json={"project_id": P, "costs": {"m1": PRICE, "m2": PRICE}}
    )
    ids = answer.json()["ids"]
    assert [llm_id for _, llm_id in ids] == ["m1", "m2"]
    assert all(len(cost_id) == 36 for cost_id, _ in ids)
    first = find(client)[0]
    assert first["prompt_token_cost_unit"] == first["completion_token_cost_unit"] == "USD"
    assert (first["provider_id"], first["effective_date"]) == ("default", "2025-01-01T00:00:00Z")


@pytest.mark.parametrize("nothing", ["", None])
def test_an_empty_provider_or_unit_is_the_default_calls_93(client, nothing):
    units = {"prompt_token_cost_unit": nothing, "completion_token_cost_unit": nothing}
    create(client, m={**PRICE, "provider_id": nothing, **units})
    [price] = find(client)
    assert (price["provider_id"], price["completion_token_cost_unit"]) == ("default", "USD")


def test_no_prices_are_none(client):
    assert create(client) == find(client) == []


@pytest.mark.parametrize(
    "price",
    [
        {"prompt_token_cost": 1},
        {**PRICE, "zzz": 1},
        {**PRICE, "prompt_token_cost": "dear"},
        {**PRICE, "effective_date": "soon"},
    ],
)
def test_a_price_of_another_shape_is_422_calls_94(client, price):
    answer = client.post("/cost/create", json={"project_id": P, "costs": {"m": price}})
    assert answer.status_code == 422
    assert find(client) == []


def test_a_price_may_be_a_text_calls_94(client):
    create(client, m={"prompt_token_cost": "0.5", "completion_token_cost": 1})
    assert find(client)[0]["prompt_token_cost"] == 0.5


def test_nothing_costs_nan(client):
    price = '{"prompt_token_cost": NaN, "completion_token_cost": 1}'
    body = '{"project_id": "a/b", "costs": {"m": ' + price + "}}"
    assert client.post("/cost/create", content=body).status_code == 422


def test_a_query_finds_the_projects_own_prices_calls_95(client):
    (
        create(client, m1=PRICE, m2={**PRICE, "completion_token_cost": 30}),
        create(client, "a/b", m3=PRICE),
    )
    assert [price["llm_id"] for price in find(client)] == ["m1", "m2"]
    by_model = find(client, query={"$expr": among("llm_id", "m1", "m3")})
    assert [price["llm_id"] for price in by_model] == ["m1"]
    dear = find(client, query={"$expr": compare("$gt", "completion_token_cost", 25)})
    assert [price["llm_id"] for price in dear] == ["m2"]


def test_prices_come_in_pages_and_in_order_calls_95(client):
    create(client, m1=PRICE, m3=PRICE, m2=PRICE)
    falling = [{"field": "llm_id", "direction": "desc"}]
    page = find(client, sort_by=falling, limit=1, offset=1)
    assert [price["llm_id"] for price in page] == ["m2"]
    assert find(client, limit=0) == []


def test_members_not_asked_for_are_null_calls_95(client):
    [cost_id] = create(client, m=PRICE)
    [row] = find(client, fields=["id", "pricing_level", "count(*)"])
    assert row.pop("id") == cost_id
    assert "pricing_level" not in row
    assert set(row.values()) == {None}


@pytest.mark.parametrize(
    "request_",
    [
        {"fields": ["zzz"]},
        {"sort_by": [{"field": "zzz", "direction": "asc"}]},
        {"query": {"$expr": compare("$eq", "zzz", 1)}},
    ],
)
def test_an_unknown_field_is_400_calls_95(client, request_):
    answer = client.post("/cost/query", json={"project_id": P, **request_})
    assert (answer.status_code, answer.json()) == (400, {"reason": "Unknown field: zzz"})


@pytest.mark.parametrize("field", ["limit", "offset"])
def test_a_negative_page_is_400(client, field):
    answer = client.post("/cost/query", json={"project_id": P, field: -1})
    assert (answer.status_code, answer.json()["reason"]) == (
        400,
        f"{field.title()} must be non-negative",
    )


PURGES = {
    "an id": lambda ids: compare("$eq", "id", ids[0]),
    "a list": lambda ids: among("id", ids[0], "unknown"),
    "a choice": lambda ids: {"$or": [compare("$eq", "id", ids[0]), compare("$eq", "id", "x")]},
}


@pytest.mark.parametrize("shape", PURGES.values(), ids=PURGES)
def test_prices_are_purged_by_id_calls_96(client, shape):
    ids = create(client, m1=PRICE, m2=PRICE)
    for _ in range(2):
        answer = purge(client, shape(ids))
        assert (answer.status_code, answer.json()) == (200, {})
        assert [price["id"] for price in find(client)] == ids[1:]


BY_ID = "Can only purge costs by specifying one or more cost ids"
REFUSED = {
    "by model": (compare("$eq", "llm_id", "m"), BY_ID),
    "by models": (among("llm_id", "m"), BY_ID),
    "another operator": ({"$and": [compare("$eq", "id", "c")]}, BY_ID),
    "a model within a choice": (
        {"$or": [compare("$eq", "llm_id", "m")]},
        "Can only purge by specifying one or more ids",
    ),
    "a list within a choice": (
        {"$or": [among("id", "m")]},
        "Can only purge by specifying one or more ids",
    ),
    "no choice": ({"$or": []}, "Empty OR operation"),
    "the literal first": (
        {"$eq": [{"$literal": "c"}, {"$getField": "id"}]},
        "Expected key get_field_, got literal_",
    ),
    "two fields": (
        {"$eq": [{"$getField": "id"}, {"$getField": "id"}]},
        "Expected key literal_, got get_field_",
    ),
    "a number": (
        compare("$eq", "id", 1),
        "Expected value of type <class 'str'>, got <class 'int'>",
    ),
}


@pytest.mark.parametrize(("expr", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_purge_of_another_shape_is_400_calls_96(client, expr, reason):
    create(client, m=PRICE)
    answer = purge(client, expr)
    assert (answer.status_code, answer.json()) == (400, {"reason": reason})
    assert len(find(client)) == 1


def test_another_projects_price_stays_calls_96(client):
    [cost_id] = create(client, m=PRICE)
    assert purge(client, compare("$eq", "id", cost_id), project_id="a/b").json() == {}
    assert len(find(client)) == 1


def test_a_call_costs_its_usage_times_the_price_calls_97(client):
    create(client, m={**PRICE, "effective_date": "2024-01-01"})
    cost = costs_of(client, {"m": USAGE})["m"]
    assert cost["prompt_tokens_total_cost"] == pytest.approx(0.1)
    assert cost["completion_tokens_total_cost"] == pytest.approx(0.1)
    assert (cost["pricing_level"], cost["pricing_level_id"]) == ("project", P)
    assert cost["created_by"] == client.read("a")["wb_user_id"]
    assert {name: cost[name] for name in USAGE} == USAGE
    assert client.read("a")["summary"]["usage"] == {"m": USAGE}


def test_tokens_have_a_second_name_calls_98(client):
    create(client, m=PRICE)
    cost = costs_of(client, {"m": {"input_tokens": 3, "output_tokens": 4}})["m"]
    assert (cost["prompt_tokens"], cost["completion_tokens"]) == (3, 4)
    assert (cost["requests"], cost["total_tokens"]) == (0, 0)


def test_null_tokens_are_none_calls_98(client):
    create(client, m=PRICE)
    cost = costs_of(client, {"m": {"prompt_tokens": None, "input_tokens": 3}})["m"]
    assert (cost["prompt_tokens"], cost["prompt_tokens_total_cost"]) == (0, 0)


def test_cached_tokens_have_a_price_of_their_own_if_the_price_says_so(client):
    create(client, m={**PRICE, "cache_read_input_token_cost": 0.0001})
    cost = costs_of(client, {"m": {"prompt_tokens": 100, "cache_read_input_tokens": 40}})["m"]
    assert cost["prompt_tokens_total_cost"] == pytest.approx(60 * 0.001 + 40 * 0.0001)
    more = costs_of(client, {"m": {"prompt_tokens": 10, "cache_read_input_tokens": 40}})["m"]
    assert more["prompt_tokens_total_cost"] == pytest.approx(10 * 0.0001)


def test_tokens_that_are_counted_whole_are_those_of_the_prompt(client):
    create(client, m=PRICE)
    cost = costs_of(client, {"m": {"gross_input_tokens": 9, "prompt_tokens": 5}})["m"]
    assert cost["prompt_tokens"] == 9


@pytest.mark.parametrize("usage", [{}, None, {"nobody-sells-this": USAGE}])
def test_what_has_no_price_has_no_costs_calls_99(client, usage):
    assert costs_of(client, usage) is None


def test_only_models_with_a_price_are_listed_calls_99(client):
    create(client, m=PRICE)
    assert list(costs_of(client, {"zzz": USAGE, "m": USAGE})) == ["m"]


def test_costs_come_when_asked_for_whatever_the_columns_calls_99(client):
    create(client, m=PRICE)
    costs_of(client, {"m": USAGE})
    assert "costs" not in client.query(include_costs=False)[0]["summary"]["weave"]
    narrow = client.query(include_costs=True, columns=["id"])[0]
    assert narrow["inputs"] == {}
    assert narrow["summary"]["weave"]["costs"]["m"]["prompt_tokens"] == 100
    request = {"project_id": P, "id": "a", "include_costs": True}
    read = client.post("/call/read", json=request).json()["call"]
    assert read["summary"] == narrow["summary"]


def test_the_price_in_force_is_chosen_calls_100(client):
    create(client, m={**PRICE, "effective_date": "2024-01-01"})
    create(client, m={**PRICE, "prompt_token_cost": 1, "effective_date": "2024-05-01"})
    create(client, m={**PRICE, "prompt_token_cost": 9, "effective_date": "2024-12-01"})
    assert costs_of(client, {"m": USAGE})["m"]["prompt_token_cost"] == 1


def test_a_price_in_force_beats_the_projects_own_to_come_calls_100(client):
    create(client, **{"gpt-4o": {**PRICE, "effective_date": "2999-01-01"}})
    cost = costs_of(client, {"gpt-4o": USAGE}, "2025-01-01T00:00:00Z")["gpt-4o"]
    assert cost["pricing_level"] == "default"


def test_a_price_to_come_is_better_than_none_calls_100(client):
    create(client, m={**PRICE, "effective_date": "2999-01-01"})
    assert costs_of(client, {"m": USAGE})["m"]["prompt_token_cost"] == 0.001


def test_of_equal_prices_the_last_made_is_chosen(client):
    for cost in (1, 2):
        create(client, m={**PRICE, "prompt_token_cost": cost, "effective_date": "2024-01-01"})
    assert costs_of(client, {"m": USAGE})["m"]["prompt_token_cost"] == 2


def test_the_projects_price_beats_the_default_calls_100(client):
    create(client, **{"gpt-4o": {**PRICE, "effective_date": "2020-01-01"}})
    cost = costs_of(client, {"gpt-4o": USAGE}, "2025-01-01T00:00:00Z")["gpt-4o"]
    assert (cost["prompt_token_cost"], cost["pricing_level"]) == (0.001, "project")


@pytest.mark.parametrize(
    ("started_at", "price"),
    [
        ("2024-11-01T00:00:00Z", 5e-06),
        ("2024-12-18T09:00:20.999999Z", 5e-06),
        ("2024-12-18T09:00:21Z", 2.5e-06),
        ("2025-01-01T00:00:00Z", 2.5e-06),
    ],
)
def test_the_default_price_is_the_one_of_its_time_calls_100(client, started_at, price):
    cost = costs_of(client, {"gpt-4o": USAGE}, started_at)["gpt-4o"]
    assert (cost["prompt_token_cost"], cost["pricing_level"]) == (price, "default")
    assert (cost["created_by"], cost["pricing_level_id"]) == ("system", "default")


@pytest.mark.parametrize(
    ("model", "price"),
    [("gpt-4o-mini-2024-07-18", 1.5e-07), ("gpt-4.1-2025-04-14", 2e-06), ("o4-mini", 1.1e-06)],
)
def test_a_model_has_its_price_by_the_name_that_an_answer_gives_it(client, model, price):
    cost = costs_of(client, {model: USAGE}, "2025-06-01T00:00:00Z")[model]
    assert (cost["prompt_token_cost"], cost["provider_id"]) == (price, "openai")


def test_a_price_made_later_counts_calls_101(client):
    assert costs_of(client, {"m": USAGE}) is None
    [cost_id] = create(client, m=PRICE)
    assert "m" in client.query(include_costs=True)[0]["summary"]["weave"]["costs"]
    purge(client, compare("$eq", "id", cost_id))
    assert "costs" not in client.query(include_costs=True)[0]["summary"]["weave"]


def test_no_count_of_tokens_is_too_large(client):
    create(client, m=PRICE)
    assert (
        costs_of(client, {"m": {"prompt_tokens": 10**400}})["m"]["prompt_tokens_total_cost"] is None
    )


def test_a_price_list_may_be_ones_own(make_client):
    client = make_client(prices="fixtures/prices.json")
    costs = costs_of(client, {"house-model": USAGE, "gpt-4o": USAGE})
    assert list(costs) == ["house-model"]
    assert (costs["house-model"]["provider_id"], costs["house-model"]["prompt_token_cost"]) == (
        "us",
        0.002,
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", json.dumps({"m": [{"prompt_token_cost": 1}]}), '{"m": [{"zzz": 1}]}']
)
def test_a_price_list_of_another_shape_is_refused_at_once(make_client, tmp_path, text):
    from mockserver.settings import InvalidSetting

    file = tmp_path / "prices.json"
    file.write_text(text)
    with pytest.raises(InvalidSetting, match=r"--prices: .*prices\.json"):
        make_client(prices=str(file))


def test_a_missing_price_list_is_refused_at_once(make_client, tmp_path):
    from mockserver.settings import InvalidSetting

    with pytest.raises(InvalidSetting, match="cannot be read"):
        make_client(prices=str(tmp_path / "none.json"))
