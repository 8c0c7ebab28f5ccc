"""The next step of an agent in the notation of its prompt: a tool by meaning, or the answer."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.content import grounding
from mockserver.chat.model.content.expressions import evaluated, runs_in
from mockserver.chat.model.content.material import Passage
from mockserver.chat.model.demands.demand import Demand, Ends
from mockserver.chat.model.demands.form import MarkedFields, NumberedPlan, Steps, TaggedCall
from mockserver.chat.model.demands.typed import object_of
from mockserver.chat.model.forms.places import value_of, words_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tools.choice import best, chosen, is_fit
from mockserver.chat.model.tools.tasks import ToolTask, tasks_in
from mockserver.chat.model.values.fill import filled, said_for
from mockserver.chat.structured.budget import Budget

Function = Mapping[str, Any]

_QUESTION = pattern(r"(?m)^\s*(?:Question|Task|Query|User|Human|Input)\s*:\s*(\S[^\n]*)")
_OBSERVED = pattern(
    r"(?ms)^\s*Observation\s*:\s*(.+?)"
    r"(?=^\s*(?:Thought|Action|Question|Observation|Final Answer)\s*:|\Z)"
    r"|<observation>\s*([^<]+?)\s*</observation>"
)
_TAKEN = pattern(r"(?m)^\s*Action\s*:\s*([\w.-]+)|<tool>\s*([\w.-]+)\s*</tool>")
_INPUTS = (("expression", "calculator"), ("symbol", "tool of symbols"), ("city", "tool of places"))
"""Names for the only input of a tool, by its kind."""

_NOTATIONS = {
    "lines": (
        "Thought: I should use {tool} to find out.\nAction: {tool}\nAction Input: {input}",
        "Thought: I now know the final answer.\n{last}: {input}",
    ),
    "tags": ("<tool>{tool}</tool><tool_input>{input}</tool_input>", "<{last}>{input}</{last}>"),
    "json": (
        "Thought: I should use {tool} to find out.\nAction:\n```\n{blob}\n```",
        "Thought: I know what to respond.\nAction:\n```\n{blob}\n```",
    ),
}
"""A call and a final answer, by notation."""

_PLAN = (
    "Find out what is needed for this: {aim}.",
    "List the tasks, and who does each of them until when.",
    "{aim}.",
    "Check the result, and mend what is missing.",
)
_OFFERED = pattern(
    r"\(\d+\) ([\w.-]+), whose description is <desc>(.*?)</desc>"
    r"(?:\.? It takes arguments (\{[^\n]*\}))?",
    re.DOTALL,
)
_SEEN = pattern(r"\[\[ ## observation_\d+ ## \]\]\s{0,9}(?!Completed\.)([^\n]+)")
_MARKED = pattern(r"\[\[ ## question ## \]\]\s{0,9}([^\n]+)")


def step(task: Task, form: Steps) -> str:
    """`Thought`, then an action for what is not yet observed, else the final answer."""
    said = (*task.reading.earlier, task.reading.question, *task.reading.answers)
    text = "\n".join(said)
    asked = [each for each in said if not each.lstrip().startswith(("Observation", "Thought"))]
    question = (_QUESTION.findall(text) or asked[-1:] or [task.reading.question])[-1].strip()
    behind = text if question in asked else text[text.rfind(question) :]
    seen = ("".join(each).strip() for each in _OBSERVED.findall(behind))
    observed = [each for each in seen if "result of the action" not in each]
    functions = [_function(*told) for told in form.tools]
    calls = tasks_in(functions, question, task.now)
    if len(calls) < 2 and any(map(evaluated, runs_in(question))):
        functions = _among(functions, "calculator") or functions
        calls = tasks_in(functions, question, task.now)
    calls = calls or _usual_call(task, functions, question)
    taken = len(_TAKEN.findall(behind))
    if taken >= len(calls):
        return _noted(form, form.last, _conclusion(task, question, observed))
    function, arguments = calls[taken].function, calls[taken].arguments
    if any(parameters for *_, parameters in form.tools):
        made = _arguments(task, function, arguments, question)
        return _noted(form, function["name"], made)
    whole = question[:200].rstrip("?").strip()
    told = (str(value) for name, value in arguments.items() if name != "input")
    return _noted(form, function["name"], next(told, whole))


def _function(name: str, said: str, parameters: str) -> Function:
    """A tool as a function; without parameters it takes one text."""
    try:
        schema = json.loads(parameters)
    except ValueError:
        known = (each for each, kind in _INPUTS if named(kind).search(words_of(f"{name} {said}")))
        schema = object_of({next(known, "input"): {"type": "string"}}, [])
    return {"name": name, "description": said, "parameters": schema}


def _usual_call(task: Task, functions: Sequence[Function], question: str) -> list[ToolTask]:
    """A call of the tool that fits best, or else of one that searches."""
    if not functions:
        return []
    fitting = best(functions, question, task.now)[0]
    searches = [] if is_fit(fitting) else _among(functions, "search tool")
    function = next(iter(searches), fitting.function)
    values = chosen(function, question, task.now).matches
    return [ToolTask(function, {name: each.value for name, each in values.items()}, question)]


def _among(functions: Sequence[Function], kind: str) -> list[Function]:
    """The tools of a kind, by their names and descriptions."""
    told = {words_of(f"{each['name']} {each['description']}"): each for each in functions}
    return [each for words, each in told.items() if named(kind).search(words)]


def _arguments(task: Task, function: Function, said: Mapping[str, Any], question: str) -> Any:
    budget = Budget.of_choices(1)
    return json.loads(
        filled(function["parameters"], said, task.key, question, budget, sparing=True)
    )


def _conclusion(task: Task, question: str, observed: list[str]) -> str:
    """The answer by what is observed, else by what is known."""
    if len(observed) > 1:
        return " ".join(each.split("\n")[0] for each in observed)
    if observed:
        found = grounding.grounded(question, [Passage("", observed[0])])
        return found.text if found else observed[0].split("\n")[0]
    return task.answer.text if task.answer else next(iter(task.sentences), question)


def _noted(form: Steps, tool: str, held: Any) -> str:
    """A call or an answer in the notation of the prompt."""
    blob = json.dumps({"action": tool, "action_input": held}, indent=2, ensure_ascii=False)
    written = held if isinstance(held, str) else json.dumps(held, ensure_ascii=False)
    shown = _NOTATIONS[form.notation][tool == form.last]
    return shown.format(tool=tool, input=written, last=form.last, blob=blob)


def plan(task: Task, form: NumberedPlan, others: Sequence[Demand]) -> str:
    """The steps towards what is asked for, one of them the thing itself, and the end mark."""
    found = task.reading.exhibits
    aim = (found.one("question") if found else "") or task.reading.question.strip().split("\n")[-1]
    aim = aim.rstrip(".!?")
    rows = [f"{number}. {said.format(aim=aim)}" for number, said in enumerate(_PLAN, 1)]
    ends = [each.phrase for each in others if isinstance(each, Ends)]
    return "\n".join([*filter(None, [form.header]), *rows, *ends])


def call(task: Task, form: TaggedCall) -> str:
    """A call of the tool that fits, as JSON within its tag; the answer once results are there."""
    functions = [each for each in json.loads(form.functions) if isinstance(each, dict)]
    question = task.reading.question
    if "<tool_response>" in question or task.reading.results:
        return task.sentences[0] if task.sentences else question
    function = best(functions, question, task.now)[0].function
    given = function.get("parameters") or {}
    if "properties" not in given:
        shapes = {
            name: held if isinstance(held, dict) else {"type": "string"}
            for name, held in given.items()
        }
        given = object_of(shapes)
    schema = {"required": [*given["properties"]], **given}
    said = said_for(schema, question, task.now)
    made = _arguments(task, {"parameters": schema}, said, question)
    blob = json.dumps({"name": function["name"], "arguments": made}, ensure_ascii=False)
    return f"<{form.tag}>\n{blob}\n</{form.tag}>"


def fields(task: Task, form: MarkedFields) -> str:
    """Every field under its marker, in their order."""
    steps = _next_step(task) if "next_tool_name" in form.names else {}
    held = {name: steps.get(name) or _field(task, name) for name in form.names[:-1]}
    parts = (f"[[ ## {name} ## ]]\n{held.get(name, '')}".rstrip() for name in form.names)
    return "\n\n".join(parts)


def _next_step(task: Task) -> dict[str, str]:
    """The thought, tool and arguments of an agent that asks for them under markers."""
    asked = task.reading.question
    offered = [told for told in _OFFERED.findall(task.reading.system) if told[0] != "finish"]
    thought, tool, arguments = "The observation answers the question.", "finish", {}
    if offered and not _SEEN.search(asked):
        question = found[1] if (found := _MARKED.search(asked)) else asked
        functions = [
            {"name": n, "description": d, "parameters": _parameters(p)} for n, d, p in offered
        ]
        fitting = best(functions, question, task.now)[0]
        tool = str(fitting.function["name"])
        thought = f"I should use {tool} to find out."
        arguments = {name: match.value for name, match in fitting.matches.items()}
    shown = json.dumps(arguments, ensure_ascii=False)
    return {"next_thought": thought, "next_tool_name": tool, "next_tool_args": shown}


def _parameters(written: str) -> dict[str, Any]:
    """The parameters of a tool, as Python shows them."""
    try:
        properties = ast.literal_eval(written or "{}")
    except (ValueError, SyntaxError, RecursionError):
        properties = {}
    return object_of(properties if isinstance(properties, dict) else {})


def _field(task: Task, name: str) -> str:
    """The value of an output field, by what the prompt says of its type and its options."""
    text = f"{task.reading.system}\n{task.reading.question}"
    typed = re.search(rf"`{name}` \((?!str\))([^()\n]+(?:\[[^\]\n]*\])?)\)", text)
    limited = re.search(
        rf"\{{{name}\}}[^\n]*(?:must be|note: the value)[^\n]*?"
        r"(?:one of|adhere to|exactly[^:\n]*):? ?([^\n]+)",
        text,
    )
    said = " ".join(found[1] for found in (typed, limited) if found)
    if name == "answer" and not said and (seen := _SEEN.findall(task.reading.question)):
        question = _MARKED.search(task.reading.question)
        return _conclusion(task, question[1] if question else "", seen[-1:])
    value = value_of(task, name, said)
    return value if isinstance(value, str) else json.dumps(value)
