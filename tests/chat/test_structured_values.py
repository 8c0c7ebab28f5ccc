"""Plausible values, and values from the user's message."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest

from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.values.fill import certain_values_for, filled
from mockserver.chat.model.values.words import TOWNS, named
from mockserver.chat.structured.budget import Budget

NOW = datetime(2024, 5, 6, tzinfo=UTC)
TEXT, WHOLE, NUMBER = ({"type": kind} for kind in ("string", "integer", "number"))


def written(properties, hint="", key=b"key", **keywords):
    schema = {"type": "object", "properties": properties, "required": list(properties), **keywords}
    return json.loads(filled(schema, certain_values_for(schema, hint, NOW), key, hint, Budget()))


def of_text(*names):
    return dict.fromkeys(names, TEXT)


FIELDS = {
    "email": r"[a-z]+\.[a-z]+@example\.(com|org|net)",
    "phoneNumber": r"\+1-555-01\d\d",
    "zip_code": r"[A-Z0-9 -]{4,9}",
    "birth_date": r"(19|20)\d\d-\d\d-\d\d",
    "createdAt": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "websiteURL": r"https://www\.example\.(com|org|net)/[a-z]+-[a-z]+",
    "order_id": r"[A-Z]{3}-\d{4}",
    "currency": r"[A-Z]{3}",
    "description": r"[A-Z].+[.?!]",
    "version": r"\d\.\d+\.\d",
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_text_fits_its_name(name):
    for number in range(20):
        assert re.fullmatch(FIELDS[name], written(of_text(name), key=b"%d" % number)[name])


FORMATS = {
    "uuid": r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
    "ipv4": r"192\.0\.2\.\d{1,3}",
    "duration": r"PT\d+H\d+M",
    "time": r"\d\d:\d\d:\d\dZ",
    "uri": r"https://\S+",
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_overrides_the_name(name):
    value = written({"email": {"type": "string", "format": name}})["email"]
    assert re.fullmatch(FORMATS[name], value)


def test_the_fields_of_one_object_are_about_one_person_in_one_place():
    found = written(of_text("first_name", "last_name", "email", "name", "city", "country"))
    assert found["name"] == f"{found['first_name']} {found['last_name']}"
    assert found["first_name"] in named("first_names")
    assert found["email"].startswith(found["first_name"].lower())
    assert (found["city"], found["country"]) in {(town.city, town.country) for town in TOWNS}


def test_a_name_fits_its_object():
    name = {"type": "object", "properties": of_text("name"), "required": ["name"]}
    found = written({"author": name, "product": name, "items": {"type": "array", "items": name}})
    assert found["author"]["name"].partition(" ")[0] in named("first_names")
    assert found["product"]["name"] in named("products")
    assert {item["name"] for item in found["items"]} <= set(named("products"))


def test_each_item_of_an_array_is_about_another_person():
    people = {"type": "array", "items": TEXT, "minItems": 5}
    assert len(set(written({"participants": people})["participants"])) >= 4


RANGES = {"age": (19, 78), "rating": (1, 5), "year": (1998, 2025), "unitPrice": (4.99, 249.99)}


@pytest.mark.parametrize("name", RANGES)
def test_a_number_fits_its_name(name):
    low, high = RANGES[name]
    values = {written({name: NUMBER}, key=b"%d" % number)[name] for number in range(20)}
    assert all(low <= value <= high for value in values)
    assert len(values) > 2


def test_bounds_override_the_usual_range():
    assert written({"age": {"type": "integer", "minimum": 200}})["age"] >= 200
    assert len(written({"name": {"type": "string", "maxLength": 3}})["name"]) <= 3


MESSAGE = (
    "Please extract: Alice Johnson, 34, from Berlin, alice@corp.test, ordered on 2024-05-06. "
    "See https://corp.test/orders."
)


def test_facts_of_the_user_message_fill_the_fields():
    found = written(
        of_text("name", "email", "city", "country", "date", "url") | {"age": WHOLE}, MESSAGE
    )
    assert found == {
        "name": "Alice Johnson",
        "email": "alice@corp.test",
        "city": "Berlin",
        "country": "Germany",
        "date": "2024-05-06",
        "url": "https://corp.test/orders",
        "age": 34,
    }


def test_a_calculation_takes_the_numbers_in_their_order():
    operation = {"enum": ["add", "multiply"]}
    found = written({"a": WHOLE, "b": NUMBER, "operation": operation}, "Multiply 12 by 30.5!")
    assert found == {"a": 12, "b": 30.5, "operation": "multiply"}


def test_a_word_of_the_user_decides_between_values():
    for number in range(10):
        values = {"unit": {"enum": ["celsius", "fahrenheit"]}}
        assert written(values, "In Celsius, please", key=b"%d" % number) == {"unit": "celsius"}


def test_the_schema_overrides_the_user_message():
    assert written({"age": {"type": "integer", "maximum": 30}}, MESSAGE)["age"] <= 30
    name = {"type": "string", "maxLength": 5}
    assert len(written({"name": name}, MESSAGE)["name"]) <= 5


def test_a_number_that_does_not_fit_is_left_for_another_field():
    seats, guests = WHOLE | {"maximum": 3}, WHOLE | {"default": 2}
    for number in range(20):
        found = written({"seats": seats, "guests": guests}, "4 of us", key=b"%d" % number)
        assert found["guests"] == 4


def test_prose_is_about_the_question():
    found = written(of_text("summary", "content"), "How do I prune an apple tree?")
    assert "apple tree" in found["content"]
    assert len(found["content"]) > len(found["summary"])


DAYS = {
    "day first": "Invoice of 3 March 2024: 3 chairs",
    "month first": "On March 3rd, 2024 I bought 3 chairs",
    "of": "bought on 3rd of March 2024: 3 chairs",
}


@pytest.mark.parametrize("message", DAYS.values(), ids=DAYS)
def test_a_day_in_words_is_a_date_and_not_a_number(message):
    date = {"type": "string", "format": "date"}
    found = written({"total": WHOLE, "quantity": WHOLE, "date": date}, message)
    assert found["date"] == "2024-03-03"
    assert 3 in (found["total"], found["quantity"])
    assert 2024 not in (found["total"], found["quantity"])


def test_a_day_that_does_not_exist_is_not_taken():
    found = written({"date": {"type": "string", "format": "date"}}, "on 31 February 2024")
    assert not found["date"].startswith("2024-02-3")


def test_a_journey_goes_from_one_place_to_another():
    asked = "Flights from Berlin to Tokyo in March, please"
    assert written(of_text("origin", "destination"), asked) == {
        "origin": "Berlin",
        "destination": "Tokyo",
    }
    assert written(of_text("destination"), "What is there to see in Oslo?") == {
        "destination": "Oslo"
    }
    for number in range(30):
        found = written(of_text("origin", "destination"), key=b"%d" % number)
        assert found["origin"] != found["destination"]


def test_a_birthday_is_that_of_a_grown_up_in_any_form():
    for number in range(20):
        born = written({"birth_date": {"type": "string", "format": "date"}}, key=b"%d" % number)
        assert "1962" <= born["birth_date"] < "2004"


def test_people_have_the_names_in_the_user_message():
    people = {"people": {"type": "array", "items": TEXT}}
    assert written(people, "It was Tim Cook who spoke.")["people"][0] == "Tim Cook"


def test_a_text_is_rarely_repeated_in_an_array():
    tags = {"tags": {"type": "array", "items": TEXT, "minItems": 3, "maxItems": 3}}
    found = [written(tags, key=b"%d" % number)["tags"] for number in range(40)]
    assert sum(len(set(each)) < 3 for each in found) <= 4


def test_an_object_with_empty_properties_is_empty():
    assert written({"filter": {"type": "object", "properties": {}}}) == {"filter": {}}
    assert written({"filter": {"type": "object"}})["filter"]


def test_titles_and_examples_count_too():
    city = {"type": "string", "title": "City"}
    flower = {"type": "string", "examples": ["tulip", "aster", 3]}
    found = written({"x1": city, "x2": flower})
    assert found["x1"] in {town.city for town in TOWNS}
    assert found["x2"] in {"tulip", "aster"}


def test_a_default_is_used_sometimes():
    size = {"type": "integer", "default": 7_000}
    values = [written({"size": size}, key=b"%d" % number)["size"] for number in range(30)]
    assert 0 < values.count(7_000) < 20


SUGGESTED = {
    "a number": ({"guests": WHOLE | {"default": 2}}, "A table for 4, please", 4),
    "a number that is no whole one": ({"price": NUMBER | {"default": 9}}, "It costs 19.5", 19.5),
    "a number instead of an example": ({"guests": WHOLE | {"examples": [2]}}, "We are 4", 4),
    "a named field": ({"limit": WHOLE | {"default": 10}}, "Set the limit to 55", 55),
    "a town": ({"city": TEXT | {"default": "Paris"}}, "The weather in Oslo?", "Oslo"),
    "a date": ({"date": TEXT | {"examples": ["2020-01-01"]}}, "On 2024-05-06", "2024-05-06"),
    "a name": ({"name": TEXT | {"default": "Anonymous"}}, "I am Alice Johnson", "Alice Johnson"),
}


@pytest.mark.parametrize("name", SUGGESTED)
def test_the_user_message_overrides_suggestions_of_the_schema(name):
    properties, message, said = SUGGESTED[name]
    for number in range(20):
        assert [*written(properties, message, key=b"%d" % number).values()] == [said]


UNFIT = {
    "a number out of bounds": ("guests", WHOLE | {"default": 3, "maximum": 3}, "A table for 4"),
    "a number of something else": ("limit", WHOLE | {"default": 200}, "A table for 444"),
    "a town of another pattern": ("city", TEXT | {"default": "Paris", "pattern": "^P"}, "In Oslo"),
    "no number": ("guests", {"type": "boolean", "default": True}, "A table for 4"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_default_is_kept_if_the_user_message_does_not_fit(name):
    field, schema, message = UNFIT[name]
    found = {written({field: schema}, message, key=b"%d" % n)[field] for n in range(30)}
    assert schema["default"] in found
    assert found.isdisjoint({444 if field == "limit" else 4, "Oslo"})


def test_the_words_of_a_name():
    assert words_of("orderItemID2") == ("order", "item", "id", "2")
    assert words_of("First_Name") == ("first", "name")


PERSON = {"type": "object", "properties": of_text("name", "city") | {"age": WHOLE}}
PERSON["required"] = ["name", "age", "city"]


def test_a_list_of_objects_has_the_records_of_the_user_message():
    told = "Alice is 34 and lives in Berlin. Bob is 29 and lives in Oslo."
    assert written({"people": {"type": "array", "items": PERSON}}, told)["people"] == [
        {"name": "Alice", "city": "Berlin", "age": 34},
        {"name": "Bob", "city": "Oslo", "age": 29},
    ]


def test_a_value_of_the_user_message_is_judged_where_it_goes():
    name = TEXT | {"pattern": "^[A-Z]{3}$"}
    found = written({"name": name, "city": TEXT}, "I am Alice Johnson from Berlin")
    assert found["city"] == "Berlin"
    assert re.fullmatch("[A-Z]{3}", found["name"])


def test_a_value_may_be_null_but_a_known_one_is_not():
    city = {"anyOf": [TEXT, {"type": "null"}]}
    for number in range(10):
        assert written({"city": city}, "Call me in Lima", key=b"%d" % number) == {"city": "Lima"}


def test_parts_of_a_date_and_of_a_time_are_numbers():
    assert written({"hour": WHOLE, "minute": WHOLE}, "at 6:30") == {"hour": 6, "minute": 30}
    assert written({"month": WHOLE, "year": WHOLE}, "on 3 March 2024") == {"month": 3, "year": 2024}
