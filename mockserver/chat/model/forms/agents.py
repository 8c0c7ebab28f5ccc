"""Agents that call tools in text: the next step in the notation of the prompt.

A step calls the tool that fits, or gives the final answer when the observations are complete.
`agents.txt` has the patterns and the notations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.content import grounding
from mockserver.chat.model.content.expressions import evaluated, runs_in
from mockserver.chat.model.demands.demand import Fixed
from mockserver.chat.model.demands.form import (
    AgentTool,
    MarkedFields,
    NumberedPlan,
    Steps,
    TaggedCall,
)
from mockserver.chat.model.demands.typed import object_of, parameters_in, parameters_of
from mockserver.chat.model.forms.places import value_of, words_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.payload import Passage
from mockserver.chat.model.tables import table
from mockserver.chat.model.tools.choice import Function, best, chosen, is_fit
from mockserver.chat.model.tools.tasks import ToolTask, tasks_in
from mockserver.chat.model.values.fill import filled, values_for
from mockserver.chat.structured.budget import Budget

_TABLE = table("forms/agents.txt")


def step(task: Task, form: Steps) -> str:
    """A thought with the next action, or with the final answer after the last observation."""
    question, steps = _question_and_steps(task)
    calls = _calls([_function(tool) for tool in form.tools], question, task)
    taken = len([*_TABLE.find_all("taken", steps)])
    if taken >= len(calls):
        return _in_notation(form, form.last, _conclusion(task, question, _observations(steps)))
    function, arguments = calls[taken].function, calls[taken].arguments
    if any(tool.parameters for tool in form.tools):
        return _in_notation(form, function["name"], _filled(task, function, arguments, question))
    values = (str(value) for name, value in arguments.items() if name != "input")
    whole = question[:200].rstrip("?").strip()
    return _in_notation(form, function["name"], next(values, whole))


def _question_and_steps(task: Task) -> tuple[str, str]:
    """The agent's question, and the conversation since then."""
    messages = (*task.reading.earlier, task.reading.question, *task.reading.answers)
    conversation = "\n".join(messages)
    if labelled := [match[1].strip() for match in _TABLE.find_all("question", conversation)]:
        return labelled[-1], conversation[conversation.rfind(labelled[-1]) :]
    requests = [m for m in messages if not m.lstrip().startswith(("Observation", "Thought"))]
    return (requests or [task.reading.question])[-1].strip(), conversation


def _observations(steps: str) -> list[str]:
    found = [_first(match).strip() for match in _TABLE.find_all("observed", steps)]
    return [each for each in found if "result of the action" not in each]


def _calls(functions: Sequence[Function], question: str, task: Task) -> list[ToolTask]:
    """The calls that answer a question. A calculation without other tasks needs a calculator."""
    calls = tasks_in(functions, question, task.now)
    if len(calls) < 2 and any(map(evaluated, runs_in(question))):
        functions = _among(functions, "computes") or functions
        calls = tasks_in(functions, question, task.now)
    return calls or _usual_call(functions, question, task)


def _function(tool: AgentTool) -> Function:
    """A tool as a function. A tool without parameters takes one text."""
    name, description, parameters = tool
    if parameters is None:
        stated = _TABLE.text("stated input", description).replace("-", "")
        field = stated or _TABLE.text("only input", words_of(f"{name} {description}"))
        parameters = object_of({field: {"type": "string"}}, [field] if stated else [])
    return {"name": name, "description": description, "parameters": parameters}


def _usual_call(functions: Sequence[Function], question: str, task: Task) -> list[ToolTask]:
    """A call of the tool that fits best, or of a search tool if no tool fits."""
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


def _conclusion(task: Task, question: str, observations: Sequence[str]) -> str:
    """The answer from the observations, else from what the model knows."""
    if len(observations) > 1:
        return " ".join(each.split("\n")[0] for each in observations)
    if observations:
        found = grounding.grounded(question, [Passage("", observations[0])])
        return found.text if found else observations[0].split("\n")[0]
    return task.answer.text if task.answer else next(iter(task.sentences), question)


def _in_notation(form: Steps, tool: str, value: Any) -> str:
    """A call or an answer in the notation of the prompt."""
    blob = json.dumps({"action": tool, "action_input": value}, indent=2, ensure_ascii=False)
    shown = _TABLE.text("answer" if tool == form.last else "call", form.notation)
    return shown.format(tool=tool, input=_text(value), last=form.last, blob=blob)


def plan(task: Task, form: NumberedPlan) -> str:
    """The steps of the requested plan, below a header and before an end mark."""
    labelled = task.reading.payload.text_of("question")
    aim = (labelled or task.reading.question.strip().split("\n")[-1]).rstrip(".!?")
    steps = _TABLE.text("plan", aim).format(aim=aim)
    ends = [
        each.text.strip() for each in task.others if isinstance(each, Fixed) and each.place == "end"
    ]
    return "\n".join([*filter(None, [form.header]), steps, *ends])


def call(task: Task, form: TaggedCall) -> str:
    """A call of the tool that fits, as JSON within its tag, or an answer if there is a result."""
    question = task.reading.question
    if "<tool_response>" in question or task.reading.results:
        return next(iter(task.sentences), question)
    function = best(form.functions, question, task.now)[0].function
    shown = function.get("parameters")
    parameters = parameters_of(shown if isinstance(shown, dict) else {})
    schema = {"required": [*parameters["properties"]], **parameters}
    known = values_for(schema, question, task.now)
    arguments = _filled(task, {"parameters": schema}, known, question)
    blob = _text({"name": function["name"], "arguments": arguments})
    return f"<{form.tag}>\n{blob}\n</{form.tag}>"


def fields(task: Task, form: MarkedFields) -> str:
    """The output fields in their order, each under its marker."""
    step_fields = _next_step(task) if "next_tool_name" in form.names else {}
    values = {name: step_fields.get(name) or _field(task, name) for name in form.names[:-1]}
    parts = (f"[[ ## {name} ## ]]\n{values.get(name, '')}".rstrip() for name in form.names)
    return "\n\n".join(parts)


def _next_step(task: Task) -> dict[str, str]:
    """The next thought, tool and arguments, as fields: `finish` once there is an observation."""
    prompt = task.reading.question
    tools = [each.groups() for each in _TABLE.find_all("offered", task.reading.system)]
    tools = [each for each in tools if each[0] != "finish"]
    thought, tool, arguments = "The observation answers the question.", "finish", {}
    if tools and not _TABLE.find("seen", prompt):
        question = _TABLE.text("marked question", prompt) or prompt
        functions = [
            _function(AgentTool(name, description, parameters_in(parameters or "")))
            for name, description, parameters in tools
        ]
        fitting = best(functions, question, task.now)[0]
        tool, arguments = str(fitting.function["name"]), _values(fitting.matches)
        thought = f"I should use {tool} to find out."
    return {"next_thought": thought, "next_tool_name": tool, "next_tool_args": _text(arguments)}


def _field(task: Task, name: str) -> str:
    """The value of an output field, by its type and its options in the prompt."""
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
    description = next((match[1] for match in (typed, limited) if match), "")
    observations = [match[1] for match in _TABLE.find_all("seen", task.reading.question)]
    if name == "answer" and observations and not description:
        question = _TABLE.text("marked question", task.reading.question)
        return _conclusion(task, question, observations[-1:])
    value = value_of(task, name, description)
    return str(value) if isinstance(value, bool) else _text(value)


def _values(matches: Mapping[str, Any]) -> dict[str, Any]:
    return {name: match.value for name, match in matches.items()}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _first(match: re.Match[str]) -> str:
    """The first group that has text."""
    return next(filter(None, match.groups()), "")
