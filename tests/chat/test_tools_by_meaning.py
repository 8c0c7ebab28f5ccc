"""Tools are chosen by what they are for, called with what the prompt says, and not for ever."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from time import process_time
from typing import Any

import pytest

from tests.chat.asking import PATH, ask, choice, said
from tests.pace import slowness

TEXT = {"type": "string"}
NUMBER = {"type": "number"}


def function(name: str, description: str, required: list[str] | None = None, **fields: Any) -> Any:
    parameters = {"type": "object", "properties": fields, "required": required or [*fields]}
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters},
    }


WEATHER = function("get_weather", "Current weather of a city", city=TEXT)
SEARCH = function("search_web", "Search the web", query=TEXT)
MAIL = function("send_email", "Send an email", to=TEXT, subject=TEXT, body=TEXT)
EXCHANGE = function(
    "convert_currency", "Convert money", **{"amount": NUMBER, "from": TEXT, "to": TEXT}
)
INVOICE = function(
    "record_invoice",
    "Record an invoice",
    invoice_number=TEXT,
    vendor=TEXT,
    amount=NUMBER,
    due_date={"type": "string", "format": "date"},
)
FINAL = function("final_answer", "Provides the final answer", answer=TEXT)
REPORT = function("WeatherReport", "", city=TEXT, temperature=NUMBER, conditions=TEXT)
REMIND = function("set_reminder", "Set a reminder for the user", text=TEXT)
NOTIFY = function("send_message", "Send a message to someone", recipient=TEXT, body=TEXT)
SHOP = function("add_item", "Add an item to the shopping list", item=TEXT)
CALCULATE = function("calculator", "Work out a sum", expression=TEXT)
PLAN = function("add_event", "Put an event in the diary", title=TEXT, date=TEXT)
TOOLS = [WEATHER, SEARCH, MAIL, EXCHANGE, INVOICE]
FOUND = {"get_weather": '{"temperature": 21, "conditions": "sunny"}', "search_web": "Da Remo."}


def calls_of(message: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    functions = [call["function"] for call in message["tool_calls"]]
    return [(each["name"], json.loads(each["arguments"])) for each in functions]


def calls(client: Any, text: str, tools: list[Any] = TOOLS, **members: Any) -> list[Any]:
    return calls_of(choice(client, messages=[said(text)], tools=tools, **members)["message"])


def run(client: Any, text: str, tools: list[Any], found: Any = FOUND, **members: Any) -> list[Any]:
    """The calls of an agent that answers every call, until it is told words or calls a final."""
    messages, made = [said(text)], []
    for _ in range(6):
        message = choice(client, messages=messages, tools=tools, **members)["message"]
        if not message["tool_calls"]:
            return [*made, message["content"]]
        made += calls_of(message)
        if made[-1][0] in ("final_answer", "WeatherReport"):
            return made
        messages.append(message)
        messages += [
            said(found.get(call["function"]["name"], "ok"), "tool", tool_call_id=call["id"])
            for call in message["tool_calls"]
        ]
    return [*made, "and so on for ever"]


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("What is the weather in Oslo?", "get_weather", {"city": "Oslo"}),
        ("Wie wird das Wetter in Hamburg?", "get_weather", {"city": "Hamburg"}),
        ("¿Qué clima hace en Sevilla?", "get_weather", {"city": "Sevilla"}),
        ("Will it snow in Bergen in Celsius?", "get_weather", {"city": "Bergen"}),
        (
            "What are 300 GBP in JPY?",
            "convert_currency",
            {"amount": 300, "from": "GBP", "to": "JPY"},
        ),
        (
            "Email joe@abc.example with subject 'Lunch' and tell him that the table is booked",
            "send_email",
            {"to": "joe@abc.example", "subject": "Lunch", "body": "the table is booked"},
        ),
        ("Do I need an umbrella in Lima?", "get_weather", {"city": "Lima"}),
        ("how hot is it in madrid", "get_weather", {"city": "madrid"}),
        (
            "Find the best pizza place in Rome.",
            "search_web",
            {"query": "best pizza place in Rome"},
        ),
        (
            "Convert 100 USD to EUR",
            "convert_currency",
            {"amount": 100, "from": "USD", "to": "EUR"},
        ),
        (
            "Email bob@example.com with subject 'Lunch' and body 'At noon?'",
            "send_email",
            {"to": "bob@example.com", "subject": "Lunch", "body": "At noon?"},
        ),
        (
            "Invoice INV-1042 from Acme Corp over $250.75, due 2026-12-01",
            "record_invoice",
            {
                "invoice_number": "INV-1042",
                "vendor": "Acme Corp",
                "amount": 250.75,
                "due_date": "2026-12-01",
            },
        ),
    ],
)
def test_a_tool_is_chosen_by_meaning_and_filled_from_the_prompt(client, text, name, arguments):
    assert calls(client, text) == [(name, arguments)]


SYMBOL = function("get_stock_price", "Get the latest price of a stock", symbol=TEXT)
FLIGHTS = function("search_flights", "Search flights", origin=TEXT, destination=TEXT)
REFUND = function("refund_order", "Refund an order", ["order_id"], order_id=TEXT, amount=NUMBER)
SUMS = [function(name, f"{name} two numbers", a=NUMBER, b=NUMBER) for name in ("add", "multiply")]
KINDS = [
    function("open_file", "Read the contents of a file", path=TEXT),
    function("fetch", "Download a web page", url=TEXT),
    function("calculator", "Evaluate an arithmetic expression", expression=TEXT),
]
STATE = {"type": "string", "enum": ["on", "off"]}
LAMP = function("switch_lamp", "Switch a lamp on or off", room=TEXT, state=STATE)
SONG = function(
    "play_song", "Play a song", ["artist", "minutes"], artist=TEXT, minutes={"type": "integer"}
)


@pytest.mark.parametrize(
    ("text", "tools", "made"),
    [
        (
            "Get the price of AAPL, MSFT and NVDA.",
            [SYMBOL, WEATHER],
            [("get_stock_price", {"symbol": each}) for each in ("AAPL", "MSFT", "NVDA")],
        ),
        (
            "I need flights from Paris to Berlin and from Berlin to Prague.",
            [FLIGHTS, WEATHER],
            [
                ("search_flights", {"origin": "Paris", "destination": "Berlin"}),
                ("search_flights", {"origin": "Berlin", "destination": "Prague"}),
            ],
        ),
        (
            "Play Ada Lux and Ben Moor for 20 minutes and 15 minutes respectively.",
            [SONG],
            [
                ("play_song", {"artist": "Ada Lux", "minutes": 20}),
                ("play_song", {"artist": "Ben Moor", "minutes": 15}),
            ],
        ),
        (
            "Convert 50 GBP to USD and 80 EUR to JPY",
            TOOLS,
            [
                ("convert_currency", {"amount": 50, "from": "GBP", "to": "USD"}),
                ("convert_currency", {"amount": 80, "from": "EUR", "to": "JPY"}),
            ],
        ),
        (
            "1. Get the weather in Lima. 2. Refund 20 dollars for order B77.",
            [WEATHER, REFUND],
            [
                ("get_weather", {"city": "Lima"}),
                ("refund_order", {"order_id": "B77", "amount": 20}),
            ],
        ),
        ("What is in config/app.yaml?", KINDS, [("open_file", {"path": "config/app.yaml"})]),
        ("What does https://a.example/ say?", KINDS, [("fetch", {"url": "https://a.example/"})]),
        ("17 * 23?", KINDS, [("calculator", {"expression": "17 * 23"})]),
        ("what's TSLA trading at", [SYMBOL], [("get_stock_price", {"symbol": "TSLA"})]),
        (
            "Turn the lamp in the bathroom on and the one in the attic off",
            [LAMP],
            [
                ("switch_lamp", {"room": "bathroom", "state": "on"}),
                ("switch_lamp", {"room": "attic", "state": "off"}),
            ],
        ),
        (
            "switch_lamp for the cellar, off",
            [LAMP],
            [("switch_lamp", {"room": "cellar", "state": "off"})],
        ),
        (
            "Compare the weather in Rome, Madrid and Vienna",
            [WEATHER],
            [("get_weather", {"city": city}) for city in ("Rome", "Madrid", "Vienna")],
        ),
        ("What is 12 times 14?", SUMS, [("multiply", {"a": 12, "b": 14})]),
        (
            "Add 3 and 4, and multiply 5 by 6.",
            SUMS,
            [("add", {"a": 3, "b": 4}), ("multiply", {"a": 5, "b": 6})],
        ),
    ],
)
def test_several_tasks_of_one_message_have_their_own_arguments(client, text, tools, made):
    assert calls(client, text, tools) == made


def test_a_reminder_and_a_message_have_their_text(client):
    assert calls(client, "Remind me tonight to feed the cat", [REMIND]) == [
        ("set_reminder", {"text": "feed the cat"})
    ]
    assert calls(client, "Message ida@example.org that the train leaves at 9", [NOTIFY]) == [
        ("send_message", {"recipient": "ida@example.org", "body": "the train leaves at 9"})
    ]


def test_each_row_of_a_list_is_a_call_of_its_own(client):
    text = "Add these to my shopping list:\n- oat milk\n- two lemons\n- brown rice"
    items = ["oat milk", "two lemons", "brown rice"]
    assert calls(client, text, [SHOP, WEATHER]) == [("add_item", {"item": each}) for each in items]


def test_a_date_is_no_sum(client):
    made = calls(client, "Add dinner with Ben to my diary for 2027-02-03", [CALCULATE, PLAN])
    assert [name for name, _ in made] == ["add_event"]


def test_an_agent_in_text_calls_what_is_asked_for_once_and_ends(client):
    listed = "\n".join(
        f"> Tool Name: {each['function']['name']}\nTool Description: "
        f"{each['function']['description']}\nTool Args: {json.dumps(each['function']['parameters'])}\n"
        for each in (WEATHER, *SUMS)
    )
    form = "Thought: I need a tool.\nAction: tool name\nAction Input: JSON\nObservation: result"
    system = f"You have these tools:\n{listed}\nFormat:\n{form}\nThought: done.\nAnswer: the answer"
    messages = [said(system, "system"), said("What is the weather in Oslo, and what is 6 times 7?")]
    told = []
    for found in ("sunny", "42", "none"):
        told.append(choice(client, messages=messages)["message"]["content"])
        messages += [said(told[-1], "assistant"), said(f"Observation: {found}")]
    assert 'Action: get_weather\nAction Input: {"city": "Oslo"}' in told[0]
    assert 'Action: multiply\nAction Input: {"a": 6, "b": 7}' in told[1]
    assert "\nAnswer: " in told[2]
    assert "sunny" in told[2]
    assert "42" in told[2]


@pytest.mark.parametrize(
    "text",
    [
        "Hello!",
        "Tell me a joke about cats.",
        "Thanks, that's all.",
        "Who wrote Hamlet?",
        "Write a poem.",
        "Thank you, great work!",
        "How do I write a while loop in Python?",
        "Explain how email works",
    ],
)
def test_nothing_is_called_where_no_tool_fits(client, text):
    assert calls(client, text) == []


def described(name: str, description: str, **fields: tuple[str, str]) -> Any:
    """A tool whose fields have a type and a description; `?` marks an optional one."""
    properties = {
        field: {"type": kind.rstrip("?"), "description": about}
        for field, (kind, about) in fields.items()
    }
    required = [field for field, (kind, _) in fields.items() if not kind.endswith("?")]
    return function(name, description, required or ["none"], **properties)


DENSITY = described(
    "density",
    "Work out the density of a body",
    mass=("number", "In kilograms"),
    volume=("number", "In cubic metres"),
    unit=("string?", "Unit of the result"),
)
GAS = described("gas_volume", "Volume of a gas", temperature=("integer", "In kelvin"))
FORECAST = described(
    "forecast",
    "Weather forecast of a city",
    city=("string", "The city"),
    state=("string?", "The state it is in"),
    date=("string?", "The day, as MM-DD-YYYY"),
    scale=("string?", "'c' for Celsius or 'f' for Fahrenheit"),
)
TRIPS = described(
    "find_trips",
    "Find guided trips",
    country=("string", "The country"),
    num_results=("integer?", "Number of trips to return"),
    date=("string?", "The month as MM-YYYY"),
)
HOTEL = described(
    "book_hotel",
    "Book a hotel",
    hotel_name=("string", "Name of the hotel"),
    city=("string", "City of the hotel"),
    period=("string?", "Date or period of the stay"),
)
MIX = function(
    "mix_drinks",
    "Mix two drinks",
    **dict.fromkeys(("amount1", "temperature1", "amount2", "temperature2"), NUMBER),
)
ESTATE = function(
    "find_homes",
    "Find homes for sale",
    town=TEXT,
    price={"type": "object", "properties": {"min": NUMBER, "max": NUMBER}},
)
PLAY = described("tune", "Play a scale", key=("string", "The key, such as 'F#'"))
PROFILE = function("update_profile", "Update a profile", team=TEXT, email=TEXT)


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("The density of 45 kg with a volume of 15 m^3?", DENSITY, {"mass": 45, "volume": 15}),
        ("What is the gas volume at 310K?", GAS, {"temperature": 310}),
        (
            "Forecast for Boston in Fahrenheit on 3 May 2027, please",
            FORECAST,
            {"city": "Boston", "date": "05-03-2027", "scale": "f"},
        ),
        (
            "Find four guided French trips in May 2027",
            TRIPS,
            {"country": "France", "num_results": 4, "date": "05-2027"},
        ),
        (
            "Book the Harbour Hotel in Oslo for next month",
            HOTEL,
            {"hotel_name": "Harbour Hotel", "city": "Oslo", "period": "next month"},
        ),
        (
            "Mix 2 cups of tea at 30 degrees with 5 cups of tea at 90 degrees.",
            MIX,
            {"amount1": 2, "temperature1": 30, "amount2": 5, "temperature2": 90},
        ),
        (
            "Find homes in Leeds from $200,000 to $300,000",
            ESTATE,
            {"town": "Leeds", "price": {"min": 200_000, "max": 300_000}},
        ),
        ("Play the scale of C#.", PLAY, {"key": "C#"}),
        (
            "Update the profile: 'team': 'Night Owls', 'email': 'ada@example.org'",
            PROFILE,
            {"team": "Night Owls", "email": "ada@example.org"},
        ),
    ],
)
def test_a_value_is_written_as_its_description_says(client, text, tool, arguments):
    assert calls(client, text, [tool]) == [(tool["function"]["name"], arguments)]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("How does the volume of a gas change when it gets warm?", GAS),
        ("What is the mass of the moon?", described("tides", "Tides of a day", day=("string", ""))),
    ],
)
def test_nothing_is_called_that_gives_something_else_or_lacks_its_numbers(client, text, tool):
    assert calls(client, text, [tool]) == []


def test_a_literal_name_always_fits(client):
    assert calls(client, "Use send_email now.")[0][0] == "send_email"


def test_each_place_that_is_named_is_a_call_of_its_own(client):
    both = [("get_weather", {"city": "Oslo"}), ("get_weather", {"city": "Rome"})]
    assert calls(client, "Compare the weather in Oslo and Rome.") == both
    one = calls(client, "Compare the weather in Oslo and Rome.", parallel_tool_calls=False)
    assert one == both[:1]


def test_each_task_is_a_call_of_its_own(client):
    found = calls(client, "Convert 100 USD to EUR, then check the weather in Paris.")
    assert [name for name, _ in found] == ["convert_currency", "get_weather"]


def test_optional_fields_are_filled_only_by_what_is_said(client):
    unit = {"type": "string", "enum": ["celsius", "fahrenheit"]}
    tool = function("get_weather", "Current weather", ["city"], city=TEXT, unit=unit)
    assert calls(client, "Weather in Oslo?", [tool]) == [("get_weather", {"city": "Oslo"})]
    asked = calls(client, "Weather in Oslo in fahrenheit?", [tool])
    assert asked == [("get_weather", {"city": "Oslo", "unit": "fahrenheit"})]


def test_relative_dates_are_counted_from_the_clock_of_the_server(make_client):
    day = {"type": "string", "format": "date"}
    tool = function("get_weather", "Current weather", city=TEXT, date=day)
    client = make_client(now="2026-02-28T12:00:00Z")
    asked = calls(client, "What is the weather in Oslo tomorrow?", [tool])
    assert asked == [("get_weather", {"city": "Oslo", "date": "2026-03-01"})]


@pytest.mark.parametrize("parallel", [True, False])
def test_under_auto_an_agent_calls_each_once_and_answers_from_the_results(client, parallel):
    *made, words = run(
        client, "Compare the weather in Oslo and Rome.", TOOLS, parallel_tool_calls=parallel
    )
    assert made == [("get_weather", {"city": "Oslo"}), ("get_weather", {"city": "Rome"})]
    assert "21" in words


@pytest.mark.parametrize("last", [FINAL, REPORT])
def test_under_required_an_agent_ends_with_the_tool_that_takes_the_answer(client, last):
    made = run(client, "What is the weather in Oslo?", [last, WEATHER], tool_choice="required")
    first, (name, arguments) = made
    assert first == ("get_weather", {"city": "Oslo"})
    assert name == last["function"]["name"]
    assert "21" in str(arguments)
    assert "sunny" in str(arguments)


def test_the_result_of_a_call_goes_into_the_message_of_the_next(client):
    asked = "Look up the weather in Bergen and email it to kim@corp.example"
    _, mail, _ = run(client, asked, [WEATHER, MAIL])
    assert mail[1]["to"] == "kim@corp.example"
    assert mail[1]["body"] == "It is 21 and the weather is sunny in Bergen."


ROOMS = function("list_bookings", "List the bookings of a guest", guest=TEXT)
CANCEL = function("cancel_booking", "Cancel a booking", booking_id=TEXT)
PEOPLE = function("find_colleague", "Find a colleague", colleague=TEXT)
BOOKED = {
    "list_bookings": '[{"id": "b1", "room": "Sauna"}, {"id": "b2", "room": "Library"}]',
    "find_colleague": '{"name": "Olga", "email": "olga@corp.example", "desk": 12}',
}


def test_an_id_that_the_user_does_not_name_is_looked_up_first(client):
    made = run(client, "Please cancel Mina's booking of the sauna", [CANCEL, ROOMS], BOOKED)
    assert made[:-1] == [
        ("list_bookings", {"guest": "Mina"}),
        ("cancel_booking", {"booking_id": "b1"}),
    ]


def test_an_address_is_taken_from_an_earlier_result(client):
    asked = "Find colleague Olga and send her an email that lunch is at noon"
    first, mail, _ = run(client, asked, [PEOPLE, MAIL], BOOKED)
    assert first == ("find_colleague", {"colleague": "Olga"})
    assert mail[1]["to"] == "olga@corp.example"


def test_a_reply_to_a_question_continues_the_request_before_it(client):
    cake = function("order_cake", "Order a cake", flavour=TEXT, date={**TEXT, "format": "date"})
    messages = [
        said("I want to order a cake for 2027-05-04"),
        said("Gladly! Which flavour would you like?", "assistant"),
        said("lemon curd"),
    ]
    made = calls_of(choice(client, messages=messages, tools=[cake])["message"])
    assert made == [("order_cake", {"flavour": "lemon curd", "date": "2027-05-04"})]


def test_sql_is_a_statement_about_the_tables_of_the_system_message(client):
    tool = function("ask_warehouse", "Run SQL on the warehouse", statement=TEXT)
    system = said("Tables: parcels(id, weight, sent_at), depots(id, city)", "system")
    message = said("How many parcels are there?")
    asked = choice(client, messages=[system, message], tools=[tool])["message"]
    assert calls_of(asked) == [("ask_warehouse", {"statement": "SELECT COUNT(*)\nFROM parcels;"})]


def test_a_class_is_filled_from_the_text_in_quotes(client):
    tool = function("Employee", "", full_name=TEXT, age={"type": "integer"}, city=TEXT)
    asked = 'Extract the employee: "Ms. Lena Brandt, 44, has an office in Graz"'
    assert calls(client, asked, [tool], tool_choice="required") == [
        ("Employee", {"full_name": "Ms. Lena Brandt", "age": 44, "city": "Graz"})
    ]


def test_under_required_an_agent_ends_after_the_final_tool(client):
    messages = [said("What is the weather in Oslo?")]
    for _ in range(2):
        message = choice(client, messages=messages, tools=[WEATHER, FINAL], tool_choice="required")[
            "message"
        ]
        call = message["tool_calls"][0]
        messages += [message, said("ok", "tool", tool_call_id=call["id"])]
    last = choice(client, messages=messages, tools=[WEATHER, FINAL], tool_choice="required")
    assert call["function"]["name"] == "final_answer"
    assert not last["message"]["tool_calls"]


@pytest.mark.parametrize("text", ["Hello there!", "Give me tips for gardening"])
def test_under_required_what_no_tool_helps_with_is_answered_at_once(client, text):
    [(name, arguments)] = run(client, text, [WEATHER, FINAL], tool_choice="required")
    assert name == "final_answer"
    assert arguments["answer"]


def test_a_failed_call_is_made_once_more_and_then_told(client):
    failed = {"get_weather": "Error: the station is offline"}
    *made, words = run(client, "What is the weather in Oslo?", [WEATHER], failed)
    assert made == [("get_weather", {"city": "Oslo"})] * 2
    assert "offline" in words


def test_a_call_that_cannot_succeed_is_told_at_once(client):
    failed = {"get_weather": "Error: there is no such city, do not ask again"}
    *made, words = run(client, "What is the weather in Oslo?", [WEATHER], failed)
    assert made == [("get_weather", {"city": "Oslo"})]
    assert "no such city" in words


def test_a_reply_does_not_depend_on_ids(client):
    def after(call_id: str) -> Any:
        called = {"name": "get_weather", "arguments": '{"city": "Oslo"}'}
        call = {"id": call_id, "type": "function", "function": called}
        messages = [
            said("What is the weather in Oslo?"),
            said(None, "assistant", tool_calls=[call]),
            said("sunny", "tool", tool_call_id=call_id),
        ]
        return choice(client, messages=messages, tools=[WEATHER])

    assert after("call_1") == after("another")


def test_text_and_one_text_part_are_the_same_message(client):
    parts = [{"type": "text", "text": "How do I keep a cat?"}]
    assert choice(client, messages=[said(parts)]) == choice(
        client, messages=[said("How do I keep a cat?")]
    )


def test_with_a_seed_ids_do_not_depend_on_the_order_of_arrival(make_client):
    texts = ["What is the weather in Oslo?", "What is the weather in Rome?", "Hello!"] * 3

    def answers(order: list[str]) -> list[str]:
        client = make_client(seed=7, now="2026-01-01T00:00:00Z")
        with ThreadPoolExecutor(4) as pool:
            found = pool.map(
                lambda text: (
                    client.post(
                        PATH, json={"model": "m", "messages": [said(text)], "tools": TOOLS}
                    ).text
                ),
                order,
            )
            return sorted(found)

    forward = answers(texts)
    assert forward == answers(texts[::-1])
    assert len({json.loads(text)["id"] for text in forward}) == len(texts)


def test_a_request_id_fixes_the_ids_of_calls(client):
    asked = {"messages": [said("Weather in Oslo?")], "tools": [WEATHER], "request_id": "r1"}
    first, second = ask(client, **asked), ask(client, **asked)
    assert first["id"] == second["id"] == "chatcmpl-r1"
    assert first["choices"] == second["choices"]


@pytest.mark.parametrize(
    "piece",
    ["a", "a.", "a-", "[a", "'a", '"a', "1,", "(1,", "/a", "a@", "x^2+", " ", "and, ", "A ", "a_"],
)
def test_a_long_run_of_anything_costs_no_more_than_its_length(client, piece):
    def cost(length: int) -> float:
        text = f"Weather? {piece * (length // len(piece))}"
        began = process_time()
        asked = {"messages": [said(text)], "tools": [WEATHER], "model": "m"}
        assert client.post(PATH, json=asked).status_code in (200, 400)
        return process_time() - began

    cost(100)
    assert cost(200_000) < slowness()


def test_a_result_that_is_not_unicode_is_told_like_any(client):
    call = {"id": "c", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
    messages = [said("Hm."), said(None, "assistant", tool_calls=[call])]
    body = {"model": "m", "messages": messages, "tools": [WEATHER]}
    body["messages"] = [*messages, said("\ud800", "tool", tool_call_id="c")]
    sent = client.post(
        PATH, content=json.dumps(body).encode(), headers={"content-type": "application/json"}
    )
    assert sent.status_code == 200


ORDER = function("get_order_status", "Get the status of an order", order_id=TEXT)


def test_an_id_of_the_system_message_is_used(client):
    messages = [said("The order id is Q-77.", "system"), said("Where is my order?")]
    message = choice(client, messages=messages, tools=[ORDER])["message"]
    assert calls_of(message) == [("get_order_status", {"order_id": "Q-77"})]


def test_a_server_is_no_statement_for_it(client):
    host = {"type": "string", "description": "The host of the PostgreSQL server"}
    tool = function("add_server", "Add a PostgreSQL server", host=host)
    made = calls(client, "Add the server at 'db.example.org'", [tool])
    assert made == [("add_server", {"host": "db.example.org"})]


def test_an_id_of_an_earlier_result_is_used(client):
    search = function("search_emails", "Search the inbox", query=TEXT)
    read = function("read_email", "Read one email", email_id=TEXT)
    sent = {"name": "search_emails", "arguments": '{"query": "budget"}'}
    messages = [
        said("Find the emails about the budget"),
        said("", "assistant") | {"tool_calls": [{"id": "1", "type": "function", "function": sent}]},
        said(
            '[{"id": "e1", "from": "bob"}, {"id": "e2", "from": "kim"}]', "tool", tool_call_id="1"
        ),
        said("There are two.", "assistant"),
    ]
    for asked, found in (("Read the second email", "e2"), ("Read the email from bob", "e1")):
        told = [*messages, said(asked)]
        message = choice(client, messages=told, tools=[search, read])["message"]
        assert calls_of(message) == [("read_email", {"email_id": found})]


def test_a_question_changes_nothing(client):
    tools = [
        function("create_event", "Create a calendar event", title=TEXT, date=TEXT),
        function("list_events", "List the calendar events of a day", date=TEXT),
    ]
    asked = "What events do I have on 2026-03-04?"
    assert calls(client, asked, tools) == [("list_events", {"date": "2026-03-04"})]


def after_calls(asked, *called):
    """The messages of a request and of calls with their results."""
    made = [
        {"id": str(n), "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments, _) in enumerate(called)
    ]
    results = [said(each, "tool", tool_call_id=str(n)) for n, (_, _, each) in enumerate(called)]
    return [said(asked), said("", "assistant") | {"tool_calls": made}, *results]


def test_a_table_has_the_results_of_tools(client):
    price = function("get_price", "Price of a share", symbol=TEXT)
    called = (
        ("get_price", f'{{"symbol": "{each}"}}', f'{{"price": {cost}}}')
        for each, cost in (("AB", 12), ("XY", 7))
    )
    messages = after_calls("Show the prices of AB and XY as a table", *called)
    text = choice(client, messages=messages, tools=[price])["message"]["content"]
    assert text.split("\n")[0::2] == ["| Symbol | Price |", "| AB | 12 |"]


@pytest.mark.parametrize("result", ["all is well", "[1] see", "{", ""])
def test_a_result_that_is_no_data_makes_a_table_all_the_same(client, result):
    price = function("get_price", "Price of a share", symbol=TEXT)
    called = ("get_price", '{"symbol": "AB"}', result)
    messages = after_calls("Show the price of AB as a table", called)
    assert choice(client, messages=messages, tools=[price])["message"]["content"]


def test_a_statement_of_sql_is_run_as_it_is(client):
    run = function("run_sql", "Execute a SQL query", query=TEXT)
    tools = [run, function("list_tables", "List all tables")]
    made = calls(client, "Please run this: SELECT id FROM boats WHERE sold = 0", tools)
    assert made == [("run_sql", {"query": "SELECT id FROM boats WHERE sold = 0"})]


def test_the_final_result_takes_its_texts_from_the_question(client):
    depth = function("get_depth", "Depth of a lake", lake=TEXT)
    final = function("final_result", "The final response", lake=TEXT, depth={"type": "integer"})
    messages = after_calls("How deep is Vanern?", ("get_depth", '{"lake": "Vanern"}', "106"))
    message = choice(client, messages=messages, tools=[depth, final], tool_choice="required")
    assert calls_of(message["message"]) == [("final_result", {"lake": "Vanern", "depth": 106})]


def test_a_labelled_line_of_a_result_is_the_answer(client):
    read = function("read_file", "Read a file", path=TEXT)
    found = "Gate code: 8812\nGuest network: Alder"
    messages = after_calls(
        "Read house.txt and tell me the gate code", ("read_file", '{"path": "house.txt"}', found)
    )
    text = choice(client, messages=messages, tools=[read])["message"]["content"]
    assert text == "The gate code is 8812."
