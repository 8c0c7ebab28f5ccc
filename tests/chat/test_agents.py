"""Agents end with the answer: those that call tools in text, and those that share a conversation."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.chat.asking import choice
from tests.sense.toolboxes import tool

FOUND = {"find_member": {"member_id": "M-31"}, "list_loans": [{"book": "Emma", "days": 9}]}
ASKED = "Which loans does Ines Vidal have?"
LISTED = """find_member(name: str) -> str - Find a member of the library by name.
list_loans(member_id: str) -> str - List the books that a member has on loan."""
LINES = f"""Answer with these tools:

{LISTED}

Thought: think
Action: one of [find_member, list_loans]
Action Input: the input
Observation: the result
Final Answer: the answer"""
BLOB = f"""You have these tools:

{LISTED}

Use a json blob with an "action" key and an "action_input" key. The last action is "Final Answer"."""
TAGS = f"""You have these tools:

{LISTED}

Call one with <tool></tool> and <tool_input></tool_input>; its result is in <observation>.
End with <final_answer></final_answer>."""
PYTHON = '''Write code that calls these functions. The code sequence must be opened with '<code>', and
closed with '</code>'. Return the result with `final_answer`.
<code>
def find_member(name: string) -> object:
    """Find a member of the library by name.

    Args:
        name: The full name.
    """

def list_loans(member_id: string) -> array:
    """List the books that a member has on loan.

    Args:
        member_id: The id of the member.
    """
</code>'''
NAMED = f"""You act with these tools:

{LISTED}

Each act is a JSON blob, and the last one gives the answer:
Action:
{{
  "name": "final_answer",
  "arguments": {{"answer": "the answer"}}
}}"""
FENCED = f"""Call these functions in code:

{PYTHON[PYTHON.index("def ") : PYTHON.rindex("</code>")]}
Thought: I call the function.
Code:
```py
answer = find_member(name="Bo")
final_answer(answer)
```<end_code>"""
SCHEMAS = [
    tool("find_member(name): Find a member of the library by name"),
    tool("list_loans(member_id): List the books that a member has on loan"),
]
HERMES = f"""You may call functions. Signatures are in <tools></tools>:
<tools>
{json.dumps(SCHEMAS[0])}
{json.dumps(SCHEMAS[1])}
</tools>
Return each call as <tool_call>{{"name": <name>, "arguments": <arguments>}}</tool_call>."""


@pytest.mark.parametrize(
    ("system", "observation", "last"),
    [
        (LINES, "Observation: {}", "Final Answer:"),
        (BLOB, "Observation: {}", '"Final Answer"'),
        (TAGS, "<observation>{}</observation>", "<final_answer>"),
        (
            PYTHON,
            "Observation:\nExecution logs:\n{}\nLast output from code snippet:\nNone",
            "final",
        ),
        (NAMED, "Observation:\n{}", '"final_answer"'),
        (FENCED, "Observation:\n{}", "final_answer("),
        (HERMES, "<tool_response>\n{}\n</tool_response>", "Emma"),
    ],
    ids=["lines", "json", "tags", "python", "named", "fenced", "hermes"],
)
def test_an_agent_in_text_uses_what_it_has_looked_up(client, system, observation, last):
    messages = [{"role": "system", "content": system}, {"role": "user", "content": ASKED}]
    steps = []
    for name in (*FOUND, ""):
        steps.append(choice(client, messages=messages)["message"]["content"])
        messages.append({"role": "assistant", "content": steps[-1]})
        if name:
            assert re.search(rf"\b{name}\b", steps[-1])
            messages.append({"role": "user", "content": observation.format(FOUND[name])})
    assert "Ines Vidal" in steps[0]
    assert "M-31" in steps[1]
    assert last in steps[2]
    assert "Emma" in steps[2]


def test_calls_that_come_back_as_text_are_no_part_of_a_result(client):
    messages: list[Any] = [{"role": "user", "content": ASKED}]
    for name, found in FOUND.items():
        made = choice(client, messages=messages, tools=SCHEMAS)["message"]["tool_calls"]
        function = made[0]["function"]
        assert function["name"] == name
        arguments = json.loads(function["arguments"])
        call = [{"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}}]
        messages.append({"role": "assistant", "content": f"Calling tools:\n{call}"})
        messages.append({"role": "user", "content": f"Observation:\n{found}"})
    answer = choice(client, messages=messages, tools=SCHEMAS)["message"]["content"]
    assert "Emma" in answer
    assert "Calling" not in answer


def agent(client: Any, text: str, tools: list[Any], found: Any, **members: Any) -> Any:
    """The calls of an agent, and its answer after them."""
    messages: list[Any] = [{"role": "user", "content": text}]
    made = []
    for _ in range(6):
        message = choice(client, messages=messages, tools=tools, **members)["message"]
        if not message["tool_calls"]:
            return made, message["content"]
        messages.append(message)
        for call in message["tool_calls"]:
            name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
            made.append((name, arguments))
            result = json.dumps(found(name, **arguments))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    raise AssertionError(made)


SUMS = [tool(f"{name}(a:number, b:number): {name} two numbers") for name in ("add", "multiply")]


@pytest.mark.parametrize(
    ("text", "calls", "value"),
    [
        ("What is 7+(3*5)?", [("multiply", {"a": 3, "b": 5}), ("add", {"a": 7, "b": 15})], "22"),
        ("What is 310 x 12?", [("multiply", {"a": 310, "b": 12})], "3720"),
        (
            "Add 4 and 6. Multiply the result by 3.",
            [("add", {"a": 4, "b": 6}), ("multiply", {"a": 10, "b": 3})],
            "30",
        ),
    ],
)
def test_tools_for_single_operations_compute_an_expression(client, text, calls, value):
    made, answer = agent(client, text, SUMS, lambda name, a, b: a + b if name == "add" else a * b)
    assert made == calls
    assert value in answer


def test_each_request_of_a_numbered_list_is_a_call(client):
    made, answer = agent(
        client,
        "I have two questions:\n1. What is the weather in Whitby?\n2. What is 18 * 7?\n",
        [
            tool("get_weather(city): Weather of a city"),
            tool("calculator(expression): Evaluate an arithmetic expression"),
        ],
        lambda name, **_: "126" if name == "calculator" else "fog until noon",
    )
    assert made == [("get_weather", {"city": "Whitby"}), ("calculator", {"expression": "18 * 7"})]
    assert "Fog" in answer
    assert "126" in answer


def test_what_a_call_lacks_is_looked_up_for_each_place(client):
    places = {"Graz": {"lat": 47.1, "lon": 15.4}, "Brno": {"lat": 49.2, "lon": 16.6}}
    tools = [
        tool("get_lat_lon(city): Latitude and longitude of a city"),
        tool("get_weather(lat:number, lon:number): Weather at a location"),
    ]
    made, _ = agent(
        client,
        "What is the weather in Graz and in Brno?",
        tools,
        lambda name, **given: places[given["city"]] if "city" in given else {"sky": "clear"},
    )
    assert [arguments for name, arguments in made if name == "get_weather"] == [*places.values()]


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("List the boats in Cork and reserve the cheapest one.", "b2"),
        ("Find boats in Cork, then reserve the one with the most seats.", "b3"),
    ],
)
def test_the_one_that_a_request_singles_out_is_taken_from_a_result(client, text, chosen):
    tools = [
        tool("list_boats(city): List the boats in a harbour"),
        tool("reserve_boat(boat_id): Reserve a boat"),
    ]
    boats = [
        {"boat_id": "b1", "price": 90, "seats": 4},
        {"boat_id": "b2", "price": 60, "seats": 2},
        {"boat_id": "b3", "price": 120, "seats": 8},
    ]
    made, _ = agent(client, text, tools, lambda name, **_: boats if name == "list_boats" else "ok")
    assert made == [("list_boats", {"city": "Cork"}), ("reserve_boat", {"boat_id": chosen})]


def test_a_query_is_what_is_searched_for_even_if_the_answer_is_known(client):
    asked = {"messages": [{"role": "user", "content": "When was Marie Curie born?"}]}
    tools = [tool("search(query): Search the web")]
    (call,) = choice(client, **asked, tools=tools, tool_choice="required")["message"]["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == {"query": "Marie Curie born"}


def test_a_question_of_fact_goes_to_the_search_unless_the_answer_is_known(client):
    tools = [tool("web_search(query): Search the web")]
    found = lambda _, query: "The pier of Whitby is 300 metres long."
    made, answer = agent(client, "How long is the pier of Whitby?", tools, found)
    assert made == [("web_search", {"query": "How long is the pier of Whitby"})]
    assert "300" in answer
    assert agent(client, "What is the capital of Peru?", tools, found)[0] == []


def test_the_text_of_another_agent_is_the_answer_of_its_leader(client):
    call = {"name": "transfer_to_weather_desk", "arguments": "{}"}
    shared: list[Any] = [
        {"role": "user", "content": "Will there be rain in Turin?"},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "1", "type": "function", "function": call}],
        },
        {"role": "tool", "tool_call_id": "1", "content": "Transferred to weather_desk"},
    ]
    rain = tool("get_rain(city): Rain forecast for a city")
    handed = choice(client, messages=shared, tools=[rain])["message"]
    assert json.loads(handed["tool_calls"][0]["function"]["arguments"]) == {"city": "Turin"}
    shared.append({"role": "assistant", "content": "Turin stays dry until Friday."})
    back = {"id": "2", "type": "function", "function": {**call, "name": "transfer_back_to_lead"}}
    shared.append({"role": "assistant", "content": "", "tool_calls": [back]})
    shared.append({"role": "tool", "tool_call_id": "2", "content": "Transferred to lead"})
    leads = [tool("transfer_to_weather_desk(): Ask the weather desk")]
    assert choice(client, messages=shared, tools=leads)["message"]["content"] == (
        "Turin stays dry until Friday."
    )


SHARE = {
    "type": "object",
    "properties": {
        "ticker": {"type": "string"},
        "price": {"type": "number"},
        "currency": {"type": "string"},
    },
    "required": ["ticker", "price", "currency"],
}
QUOTE = {"ticker": "ACME", "price": 93.4, "currency": "EUR"}


@pytest.mark.parametrize("text", [json.dumps(QUOTE), "ACME trades at 93.40 EUR today."])
def test_a_typed_answer_takes_its_values_from_the_results_of_tools(client, text):
    call = {"name": "quote", "arguments": '{"name": "Acme"}'}
    messages = [
        {"role": "user", "content": "How is the share of Acme doing?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "1", "type": "function", "function": call}],
        },
        {"role": "tool", "tool_call_id": "1", "content": text},
    ]
    tools: list[Any] = [tool("quote(name): The price of a share")]
    form = {"type": "json_schema", "json_schema": {"name": "share", "schema": SHARE}}
    written = choice(client, messages=messages, tools=tools, response_format=form)
    assert json.loads(written["message"]["content"]) == QUOTE
    final = {"name": "final_result", "description": "The final response", "parameters": SHARE}
    tools.append({"type": "function", "function": final})
    called = choice(client, messages=messages, tools=tools, tool_choice="required")
    (call,) = called["message"]["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == QUOTE


def test_the_result_of_the_last_call_is_in_the_answer(client):
    steps = [
        ("geocode", '{"place": "Brest"}', '{"latitude": 48.4, "longitude": -4.5}'),
        ("tides", '{"latitude": 48.4, "longitude": -4.5}', '{"high tide": "06:12"}'),
    ]
    messages: list[Any] = [{"role": "user", "content": "When is high tide in Brest?"}]
    for name, arguments, result in steps:
        function = {"name": name, "arguments": arguments}
        calls = [{"id": name, "type": "function", "function": function}]
        messages.append({"role": "assistant", "content": None, "tool_calls": calls})
        messages.append({"role": "tool", "tool_call_id": name, "content": result})
    tools = [
        tool("geocode(place): The coordinates of a place"),
        tool("tides(latitude:number, longitude:number): The tides at coordinates"),
    ]
    content = choice(client, messages=messages, tools=tools)["message"]["content"]
    assert "06:12" in content


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("My suitcase is 55x40x23 cm.", [55, 40, 23]),
        ("A crate of 12 by 8 by 5 inches", [12, 8, 5]),
        ("It has a depth of 9 mm, a width of 30 mm and a height of 4 mm.", [30, 4, 9]),
    ],
)
def test_sizes_are_taken_in_their_order_unless_the_text_names_them(client, text, sizes):
    fields = {name: {"type": "integer"} for name in ("width", "height", "depth")}
    schema = {"type": "object", "properties": fields, "required": [*fields]}
    form = {"type": "json_schema", "json_schema": {"name": "sizes", "schema": schema}}
    messages = [{"role": "user", "content": text}]
    written = choice(client, messages=messages, response_format=form)
    assert [*json.loads(written["message"]["content"]).values()] == sizes


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("a cup and a bowl of the sizes 3 and 5", "sizes", [3, 5]),
        ("tall cups, wide bowls, flat plates", "words", ["tall cups", "wide bowls", "flat plates"]),
    ],
)
def test_of_several_final_tools_that_is_called_which_the_text_has_values_for(
    client, text, name, values
):
    messages = [
        {"role": "system", "content": "Extract either the shapes or the sizes."},
        {"role": "user", "content": text},
    ]
    finals = [
        tool("final_result_words(response): The final response"),
        tool("final_result_sizes(response): The final response"),
    ]
    for each, type_ in zip(finals, ("string", "integer"), strict=True):
        response = {"type": "array", "items": {"type": type_}}
        each["function"]["parameters"]["properties"] = {"response": response}
    calls = choice(client, messages=messages, tools=finals, tool_choice="required")
    (call,) = calls["message"]["tool_calls"]
    assert call["function"]["name"] == f"final_result_{name}"
    assert json.loads(call["function"]["arguments"]) == {"response": values}


def reply_of(schema: dict[str, Any]) -> dict[str, Any]:
    """The response format for an object with these properties, all of them required."""
    whole = {"type": "object", "properties": schema, "required": [*schema]}
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": whole}}


TEXT: dict[str, Any] = {"type": "string"}
TEXTS: dict[str, Any] = {"type": "array", "items": TEXT}


def test_an_object_has_the_texts_that_the_names_of_its_keys_ask_for(client):
    """`generateObject` of the Vercel AI SDK, structured output of LangChain and the like."""
    part = {"type": "object", "properties": {"name": TEXT, "amount": TEXT}}
    recipe = {"name": TEXT, "ingredients": {"type": "array", "items": part}, "steps": TEXTS}
    messages = [{"role": "user", "content": "Generate a recipe for leek soup."}]
    form = reply_of({"recipe": {"type": "object", "properties": recipe, "required": [*recipe]}})
    made = json.loads(choice(client, messages=messages, response_format=form)["message"]["content"])
    assert "Leek Soup" in made["recipe"]["name"]
    assert all(row["amount"].endswith(" g") for row in made["recipe"]["ingredients"])
    assert len(made["recipe"]["steps"]) == 3
    messages = [{"role": "user", "content": "Write 4 quiz questions about volcanoes."}]
    form = reply_of({"questions": TEXTS})
    made = json.loads(choice(client, messages=messages, response_format=form)["message"]["content"])
    assert len({*made["questions"]}) == 4
    assert all("volcanoes" in each for each in made["questions"])


@pytest.mark.parametrize(
    ("told", "key", "value"),
    [
        ("My dog is called Rex.", "dog", "Rex"),
        ("I am from Paris and I work at ACME.", "company", "ACME"),
        ("Who wrote Hamlet?", "author", "William Shakespeare"),
    ],
)
def test_the_only_text_of_an_object_is_a_value_and_no_acknowledgement(client, told, key, value):
    messages = [{"role": "user", "content": told}]
    made = choice(client, messages=messages, response_format=reply_of({key: TEXT}))
    assert json.loads(made["message"]["content"]) == {key: value}


@pytest.mark.parametrize(
    "frame",
    [
        "{0}\n\nReply in JSON that is valid against this schema:\n```json\n{1}\n```",
        (
            "The reply is a JSON instance of the schema below.\n\nFor example, the object"
            ' {{"foo": ["a"]}} is a well-formatted instance of the schema {{"properties": {{"foo":'
            ' {{"type": "array"}}}}}}.\n\nThe schema:\n```\n{1}\n```\n{0}'
        ),
    ],
    ids=["after", "before"],
)
def test_a_schema_in_a_prompt_is_not_its_text(client, frame):
    schema = {"title": TEXT, "steps": TEXTS, "minutes": {"type": "integer"}}
    written = json.dumps({"type": "object", "properties": schema, "required": [*schema]})
    prompt = frame.format("Generate a recipe for leek soup.", written)
    messages = [{"role": "user", "content": prompt}]
    content = choice(client, messages=messages)["message"]["content"]
    made = json.loads(re.sub(r"```(json)?", "", content))
    assert [*made] == [*schema]
    assert isinstance(made["minutes"], int)


def test_the_next_step_of_a_plan_is_a_call_that_its_question_asks_for(client):
    """The plan-and-execute agents of LangGraph."""
    asked = "What is the weather in Tromso?"
    messages = [{"role": "user", "content": asked}]
    form = reply_of({"steps": TEXTS})
    plan = json.loads(choice(client, messages=messages, response_format=form)["message"]["content"])
    assert asked in plan["steps"][0]
    rows = "\n".join(f"{number}. {each}" for number, each in enumerate(plan["steps"], 1))
    framed = f"For the following plan:\n{rows}\n\nYou are tasked with executing step 1, "
    messages = [{"role": "user", "content": framed + plan["steps"][0]}]
    tools = [tool("get_weather(city): The weather in a city")]
    (call,) = choice(client, messages=messages, tools=tools)["message"]["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == {"city": "Tromso"}


@pytest.mark.parametrize(
    ("asked", "agent"),
    [
        ("Please solve for y: 3y - 4 = 11", "transfer_to_math_tutor"),
    ],
)
def test_a_request_is_handed_to_the_agent_for_its_subject(client, asked, agent):
    """The hand-offs of the OpenAI Agents SDK."""
    agents = ("spanish_agent", "english_agent", "math_tutor")
    tools = [tool(f"transfer_to_{each}(): Hands the request over") for each in agents]
    messages = [{"role": "user", "content": asked}]
    (call,) = choice(client, messages=messages, tools=tools)["message"]["tool_calls"]
    assert call["function"]["name"] == agent


def test_a_supervisor_ends_after_the_report_of_a_worker(client):
    team = "Route between these workers: analyst, coder. Reply FINISH when the work is over."
    form = reply_of({"next": {"type": "string", "enum": ["analyst", "coder", "FINISH"]}})
    messages = [
        {"role": "system", "content": team},
        {"role": "user", "content": "Write a Python function that counts words."},
    ]
    first = choice(client, messages=messages, response_format=form)["message"]["content"]
    assert json.loads(first) == {"next": "coder"}
    messages.append({"role": "user", "name": "coder", "content": "Here is the function."})
    last = choice(client, messages=messages, response_format=form)["message"]["content"]
    assert json.loads(last) == {"next": "FINISH"}


LAMPS = [{"id": 4, "name": "Desk lamp", "is_on": False}, {"id": 7, "name": "Hall", "is_on": True}]


def test_a_record_that_a_request_changes_is_looked_up_first(client):
    """The lights of Semantic Kernel's documentation."""
    tools = [
        tool("get_lights(): Gets a list of lights and their state"),
        tool("change_state(id:integer, is_on:boolean): Changes the state of the light"),
    ]
    messages: list[Any] = [{"role": "user", "content": "Turn on the desk lamp"}]
    results = [json.dumps(LAMPS), json.dumps({**LAMPS[0], "is_on": True})]
    made = []
    for result in results:
        message = choice(client, messages=messages, tools=tools)["message"]
        (call,) = message["tool_calls"]
        made.append((call["function"]["name"], json.loads(call["function"]["arguments"])))
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": call["id"], "content": result},
        ]
    assert made == [("get_lights", {}), ("change_state", {"id": 4, "is_on": True})]
    answer = choice(client, messages=messages, tools=tools)["message"]["content"]
    assert "Desk lamp" in answer
    assert "it is on" in answer


@pytest.mark.parametrize(("result", "has_won"), [("winner", True), ("loser", False)])
def test_a_flag_follows_the_result_of_a_tool(client, result, has_won):
    """The roulette of pydantic-ai's documentation."""
    call = {"name": "spin", "arguments": '{"square": 7}'}
    messages = [
        {"role": "user", "content": "Everything on square seven"},
        {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": call}]},
        {"role": "tool", "tool_call_id": "1", "content": result},
    ]
    final = tool("final_result(response:boolean): The final response")
    tools = [tool("spin(square:integer): Check if the square is a winner"), final]
    (call,) = choice(client, messages=messages, tools=tools, tool_choice="required")["message"][
        "tool_calls"
    ]
    assert json.loads(call["function"]["arguments"]) == {"response": has_won}


def test_a_flag_is_true_of_a_text_about_it_only(client):
    """The guardrails of the OpenAI Agents SDK and the support agent of pydantic-ai."""
    form = reply_of({"block_card": {"type": "boolean"}})
    for text, is_blocked in (("I lost my card in a taxi!", True), ("What is my balance?", False)):
        messages = [{"role": "user", "content": text}]
        content = choice(client, messages=messages, response_format=form)["message"]["content"]
        assert json.loads(content) == {"block_card": is_blocked}


def test_a_result_that_begins_with_a_heading_is_told_whole(client):
    call = {"name": "search", "arguments": '{"query": "staff of the mills"}'}
    rows = "Staff of the mills in 2024:\n1. Aker: 310 people\n2. Brix: 95 people"
    messages = [
        {"role": "user", "content": "What is the staff of the mills in 2024?"},
        {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": call}]},
        {"role": "tool", "tool_call_id": "1", "content": rows},
    ]
    tools = [tool("search(query): Search the web")]
    assert "Brix: 95" in choice(client, messages=messages, tools=tools)["message"]["content"]


def test_the_second_agent_of_a_crew_writes_from_the_context(client):
    """CrewAI frames every task in the same sentences."""
    task = (
        "\nCurrent Task: Review the context and write a one-paragraph report on wind power.\n\n"
        "This is the expected criteria for your final answer: One paragraph.\n"
        "you MUST return the actual complete content as the final answer, not a summary."
    )
    context = "\n\nThis is the context you're working with:\nWind power grew by 13% in 2023."
    messages = [{"role": "user", "content": f"{task}{context}\n\nProvide your complete response:"}]
    content = choice(client, messages=messages)["message"]["content"]
    assert content == "Wind power grew by 13% in 2023."
    research = (
        "\nCurrent Task: Conduct a thorough research about wind power\n\nThis is the expected"
        " criteria for your final answer: A list with 4 bullet points about wind power\n"
        "you MUST return the actual complete content as the final answer, not a summary."
    )
    messages = [{"role": "user", "content": f"{research}\n\nProvide your complete response:"}]
    lines = choice(client, messages=messages)["message"]["content"].split("\n")
    assert sum(line.startswith("- ") for line in lines) == 4
    assert not any("criteria" in line or "bullet" in line for line in lines)


def test_a_tool_in_text_with_a_type_that_json_schema_lacks_is_called_all_the_same(client):
    system = (
        "You may use these tools:\n\n"
        'lookup_recipe: find a recipe by dish, args: {"dish": {"type": "string"}}\n'
        'set_timer: start a kitchen timer, args: {"minutes": {"type": "numeric"}}\n\n'
        "Use a json blob to specify a tool with an action key (tool name) and an action_input key"
        ' (tool input). Valid "action" values: "Final Answer", lookup_recipe or set_timer. Provide'
        ' only ONE action per $JSON_BLOB:\n\n```\n{\n  "action": $TOOL_NAME,\n'
        '  "action_input": $INPUT\n}\n```'
    )
    messages = [
        {"role": "system", "content": system},
        {"role": "user", "content": "Start a timer for 12 minutes"},
    ]
    content = choice(client, messages=messages)["message"]["content"]
    assert '"action": "set_timer"' in content
