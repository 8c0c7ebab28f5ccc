"""Agents that call tools in text: the next step in the notation of the prompt.

A step calls the tool that fits, or gives the final answer when the observations are complete.
`agents.txt` holds the patterns and the notations.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.content import grounding
from mockserver.chat.model.content.expressions import evaluated, runs_in
from mockserver.chat.model.content.material import Passage
from mockserver.chat.model.demands.demand import Fixed
from mockserver.chat.model.demands.form import MarkedFields, NumberedPlan, Steps, TaggedCall
from mockserver.chat.model.demands.typed import object_of
from mockserver.chat.model.forms.places import value_of, words_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.tables import table
from mockserver.chat.model.tools.choice import Function, best, chosen, is_fit
from mockserver.chat.model.tools.tasks import ToolTask, tasks_in
from mockserver.chat.model.values.fill import filled, values_for
from mockserver.chat.structured.budget import Budget

_TABLE = table("forms/agents.txt")


def step(task: Task, form: Steps) -> str:
    """`Thought`, then the next action, or the final answer after the last observation."""
    messages = (*task.reading.earlier, task.reading.question, *task.reading.answers)
    text = "\n".join(messages)
    asked = [m for m in messages if not m.lstrip().startswith(("Observation", "Thought"))]
    questions = [found[1] for found in _TABLE.find_all("question", text)]
    question = (questions or asked[-1:] or [task.reading.question])[-1].strip()
    behind = text if question in asked else text[text.rfind(question) :]
    observed = [_first(found).strip() for found in _TABLE.find_all("observed", behind)]
    observed = [each for each in observed if "result of the action" not in each]
    functions = [_function(*tool) for tool in form.tools]
    calls = tasks_in(functions, question, task.now)
    if len(calls) < 2 and any(map(evaluated, runs_in(question))):
        functions = _among(functions, "computes") or functions
        calls = tasks_in(functions, question, task.now)
    calls = calls or _usual_call(functions, question, task)
    taken = len([*_TABLE.find_all("taken", behind)])
    if taken >= len(calls):
        return _in_notation(form, form.last, _conclusion(task, question, observed))
    function, arguments = calls[taken].function, calls[taken].arguments
    if any(parameters for *_, parameters in form.tools):
        return _in_notation(form, function["name"], _filled(task, function, arguments, question))
    whole = question[:200].rstrip("?").strip()
    values = (str(value) for name, value in arguments.items() if name != "input")
    return _in_notation(form, function["name"], next(values, whole))


def _function(name: str, description: str, parameters: str) -> Function:
    """A tool as a function; without parameters it takes one text."""
    try:
        schema = json.loads(parameters)
    except ValueError:
        stated = _TABLE.text("stated input", description).replace("-", "")
        only = stated or _TABLE.text("only input", words_of(f"{name} {description}"))
        schema = object_of({only: {"type": "string"}}, [only] if stated else [])
    return {"name": name, "description": description, "parameters": schema}


def _usual_call(functions: Sequence[Function], question: str, task: Task) -> list[ToolTask]:
    """A call of the tool that fits best, or else of one that searches."""
    if not functions:
        return []
    fitting = best(functions, question, task.now)[0]
    searches = [] if is_fit(fitting) else _among(functions, "searches")
    function = next(iter(searches), fitting.function)
    matches = chosen(function, question, task.now).matches
    return [ToolTask(function, _values(matches), question)]


def _among(functions: Sequence[Function], kind: str) -> list[Function]:
    """The tools of a kind, by their names and descriptions."""
    described = {words_of(f"{each['name']} {each['description']}"): each for each in functions}
    return [each for words, each in described.items() if _TABLE.find(kind, words)]


def _filled(task: Task, function: Function, known: Mapping[str, Any], question: str) -> Any:
    budget = Budget.of_choices(1)
    return json.loads(
        filled(function["parameters"], known, task.key, question, budget, sparing=True)
    )


def _conclusion(task: Task, question: str, observed: Sequence[str]) -> str:
    """The answer from the observations, else from facts."""
    if len(observed) > 1:
        return " ".join(each.split("\n")[0] for each in observed)
    if observed:
        found = grounding.grounded(question, [Passage("", observed[0])])
        return found.text if found else observed[0].split("\n")[0]
    return task.answer.text if task.answer else next(iter(task.sentences), question)


def _in_notation(form: Steps, tool: str, value: Any) -> str:
    """A call or an answer in the notation of the prompt."""
    blob = json.dumps({"action": tool, "action_input": value}, indent=2, ensure_ascii=False)
    shown = _TABLE.text("answer" if tool == form.last else "call", form.notation)
    return shown.format(tool=tool, input=_text(value), last=form.last, blob=blob)


def plan(task: Task, form: NumberedPlan) -> str:
    """The steps of the requested plan, below a header and before an end mark."""
    exhibits = task.reading.exhibits
    named = exhibits.one("question") if exhibits else ""
    aim = (named or task.reading.question.strip().split("\n")[-1]).rstrip(".!?")
    steps = _TABLE.text("plan", aim).format(aim=aim)
    ends = [each.text for each in task.others if isinstance(each, Fixed) and each.place == "end"]
    return "\n".join([*filter(None, [form.header]), steps, *ends])


def call(task: Task, form: TaggedCall) -> str:
    """A call of the tool that fits, as JSON within its tag, or the answer after a result."""
    question = task.reading.question
    if "<tool_response>" in question or task.reading.results:
        return next(iter(task.sentences), question)
    functions = [each for each in json.loads(form.functions) if isinstance(each, dict)]
    function = best(functions, question, task.now)[0].function
    parameters = function.get("parameters") or {}
    if "properties" not in parameters:
        types = {"type": "string"}
        shapes = {name: of if isinstance(of, dict) else types for name, of in parameters.items()}
        parameters = object_of(shapes)
    schema = {"required": [*parameters["properties"]], **parameters}
    known = values_for(schema, question, task.now)
    arguments = _filled(task, {"parameters": schema}, known, question)
    blob = _text({"name": function["name"], "arguments": arguments})
    return f"<{form.tag}>\n{blob}\n</{form.tag}>"


def fields(task: Task, form: MarkedFields) -> str:
    """Every field under its marker, in their order."""
    steps = _next_step(task) if "next_tool_name" in form.names else {}
    values = {name: steps.get(name) or _field(task, name) for name in form.names[:-1]}
    parts = (f"[[ ## {name} ## ]]\n{values.get(name, '')}".rstrip() for name in form.names)
    return "\n\n".join(parts)


def _next_step(task: Task) -> dict[str, str]:
    """The thought, the tool and the arguments of an agent with marked fields."""
    asked = task.reading.question
    offered = [each.groups() for each in _TABLE.find_all("offered", task.reading.system)]
    offered = [each for each in offered if each[0] != "finish"]
    thought, tool, arguments = "The observation answers the question.", "finish", {}
    if offered and not _TABLE.find("seen", asked):
        question = _TABLE.text("marked question", asked) or asked
        functions = [
            {"name": name, "description": description, "parameters": _parameters(shown)}
            for name, description, shown in offered
        ]
        fitting = best(functions, question, task.now)[0]
        tool, arguments = str(fitting.function["name"]), _values(fitting.matches)
        thought = f"I should use {tool} to find out."
    return {"next_thought": thought, "next_tool_name": tool, "next_tool_args": _text(arguments)}


def _parameters(shown: str | None) -> dict[str, Any]:
    """The parameters of a tool, shown as a dictionary of Python."""
    try:
        properties = ast.literal_eval(shown or "{}")
    except (ValueError, SyntaxError, RecursionError):
        properties = {}
    return object_of(properties if isinstance(properties, dict) else {})


def _field(task: Task, name: str) -> str:
    """The value of an output field, by what the prompt says of its type and its options."""
    text = f"{task.reading.system}\n{task.reading.question}"
    typed = re.search(
        rf"`{name}` \((?!str\))(?:must be formatted as a valid Python )?"
        r"([^()\n]+(?:\[[^\]\n]*\])?)\)",
        text,
    )
    limited = re.search(
        rf"\{{{name}\}}[^\n]*(?:must be|note: the value)[^\n]*?"
        r"(?:one of|adhere to|exactly[^:\n]*):? ?([^\n]+)",
        text,
    )
    description = next((found[1] for found in (typed, limited) if found), "")
    seen = [found[1] for found in _TABLE.find_all("seen", task.reading.question)]
    if name == "answer" and seen and not description:
        question = _TABLE.text("marked question", task.reading.question)
        return _conclusion(task, question, seen[-1:])
    value = value_of(task, name, description)
    return str(value) if isinstance(value, bool) else _text(value)


def _values(matches: Mapping[str, Any]) -> dict[str, Any]:
    return {name: match.value for name, match in matches.items()}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _first(found: re.Match[str]) -> str:
    """The group that matched."""
    return next(filter(None, found.groups()), "")
