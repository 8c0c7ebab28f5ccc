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
from mockserver.chat.model.forms.places import value_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tools.choice import best, chosen, is_fit
from mockserver.chat.model.tools.tasks import ToolTask, tasks_in
from mockserver.chat.model.values.fill import filled, said_for
from mockserver.chat.structured.budget import Budget

_QUESTION = pattern(r"(?m)^\s*(?:Question|Task|Query|User|Human|Input)\s*:\s*(\S[^\n]*)")
_OBSERVED = pattern(
    r"(?ms)^\s*Observation\s*:\s*(.+?)"
    r"(?=^\s*(?:Thought|Action|Question|Observation|Final Answer)\s*:|\Z)"
    r"|<observation>\s*([^<]+?)\s*</observation>"
)
_TAKEN = pattern(r"(?m)^\s*Action\s*:\s*([\w.-]+)|<tool>\s*([\w.-]+)\s*</tool>")
_CALCULATOR = pattern(
    r"calc|math|arithm|evaluat|comput|\bsum|multipl|\badd\b|divide", re.IGNORECASE
)
_SEARCH = pattern(r"search|wiki|look ?up|lookup|find|web|retriev|browse|knowledge", re.IGNORECASE)
_OF_A_PLACE = pattern(r"weather|forecast|temperature|time\b|\brain", re.IGNORECASE)
_OF_A_SYMBOL = pattern(r"stock|ticker|share|quote|symbol", re.IGNORECASE)
_SYMBOL = pattern(r"\b(?!I\b)[A-Z]{1,5}\b")
_PLACE = object_of({"city": {"type": "string"}, "location": {"type": "string"}})
_OFFERED = pattern(r"\(\d+\) ([\w.-]+), whose description is <desc>(.*?)</desc>", re.DOTALL)
_TAKES = pattern(r"It takes arguments (\{[^\n]*\})")
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
    taken = ["".join(each) for each in _TAKEN.findall(behind)]
    if any(parameters for *_, parameters in form.tools):
        return _next_call(task, form, question, taken, observed)
    untried = [_function(*told) for told in form.tools if told[0] not in taken]
    if observed or not untried:
        return _noted(form, form.last, _conclusion(task, question, observed))
    tool = _tool_for(task, question, untried)
    return _noted(form, str(tool["name"]), _argument(task, question, tool))


def _tool_for(task: Task, question: str, tools: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The tool for a question: what computes for a sum, the one that fits, else a search."""
    sums = any(map(evaluated, runs_in(question)))
    fitting = best(tools, question, task.now)[0]
    wanted = _CALCULATOR if sums else None if is_fit(fitting) else _SEARCH
    if wanted is None:
        return fitting.function
    named = (each for each in tools if wanted.search(f"{each['name']} {each['description']}"))
    return next(named, fitting.function)


def _next_call(
    task: Task, form: Steps, question: str, taken: list[str], observed: list[str]
) -> str:
    """The next of the calls that the question asks for, as JSON; the answer when all are made."""
    tasks = tasks_in([_function(*told) for told in form.tools], question, task.now)
    if not (tasks or taken):
        tool = _tool_for(task, question, [_function(*told) for told in form.tools])
        values = chosen(tool, question, task.now).matches
        tasks = [ToolTask(tool, {name: each.value for name, each in values.items()}, question)]
    if len(taken) >= len(tasks):
        return _noted(form, form.last, _conclusion(task, question, observed))
    made = tasks[len(taken)]
    schema = made.function["parameters"]
    budget = Budget.of_choices(1)
    held = filled(schema, made.arguments, task.key, question, budget, sparing=True)
    return _noted(form, str(made.function["name"]), json.loads(held))


def _function(name: str, said: str, parameters: str) -> dict[str, Any]:
    """A tool as a function; without parameters it takes one text."""
    try:
        schema = json.loads(parameters)
    except ValueError:
        schema = object_of({"input": {"type": "string"}}, [])
    return {"name": name, "description": said, "parameters": schema}


def _argument(task: Task, question: str, tool: Mapping[str, Any]) -> str:
    """The input of a tool: the expression, the symbol, the place, else the whole question."""
    told = f"{tool['name']} {tool['description']}"
    if _CALCULATOR.search(told) and (runs := [*filter(evaluated, runs_in(question))]):
        return max(map("".join, runs), key=len)
    if _OF_A_SYMBOL.search(told) and (symbols := _SYMBOL.findall(question)):
        return str(symbols[-1])
    if _OF_A_PLACE.search(told) and (named := said_for(_PLACE, question, task.now)):
        return str(next(iter(named.values())))
    return question[:200].rstrip("?").strip()


def _conclusion(task: Task, question: str, observed: list[str]) -> str:
    said = ""
    if len(observed) > 1:
        said = " ".join(each.split("\n")[0] for each in observed)
    elif observed:
        found = grounding.grounded(question, [Passage("", each) for each in observed])
        said = found.text if found else observed[-1].split("\n")[0]
    elif task.answer:
        said = task.answer.text
    return said or next(iter(task.sentences), question)


def _noted(form: Steps, action: str, held: Any) -> str:
    """A thought and an action in the notation of the prompt."""
    is_last = action == form.last
    if form.notation == "tags":
        called = f"<tool>{action}</tool><tool_input>{held}</tool_input>"
        return f"<{action}>{held}</{action}>" if is_last else called
    if form.notation == "json":
        thought = "I know what to respond." if is_last else f"I should use {action} to find out."
        held_in = {"action": action, "action_input": held}
        blob = json.dumps(held_in, indent=2, ensure_ascii=False)
        return f"Thought: {thought}\nAction:\n```\n{blob}\n```"
    if is_last:
        return f"Thought: I now know the final answer.\n{form.last}: {held}"
    written = held if isinstance(held, str) else json.dumps(held, ensure_ascii=False)
    return f"Thought: I should use {action} to find out.\nAction: {action}\nAction Input: {written}"


def plan(task: Task, form: NumberedPlan, others: Sequence[Demand]) -> str:
    """The steps towards what is asked for, one of them the thing itself, and the end mark."""
    aim = task.reading.question.strip().split("\n")[-1].rstrip(".!?")
    steps = (
        f"Find out what is needed for this: {aim}.",
        "List the tasks, and who does each of them until when.",
        f"{aim}.",
        "Check the result, and mend what is missing.",
    )
    rows = [f"{number}. {said}" for number, said in enumerate(steps, 1)]
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
        shapes = (held if isinstance(held, dict) else {"type": "string"} for held in given.values())
        given = object_of(dict(zip(given, shapes, strict=True)))
    schema = {"required": [*given["properties"]], **given}
    said = said_for(schema, question, task.now)
    arguments = json.loads(filled(schema, said, task.key, question, Budget.of_choices(1)))
    made = json.dumps({"name": function["name"], "arguments": arguments}, ensure_ascii=False)
    return f"<{form.tag}>\n{made}\n</{form.tag}>"


def fields(task: Task, form: MarkedFields) -> str:
    """Every field under its marker, in their order."""
    steps = _next_step(task) if "next_tool_name" in form.names else {}
    held = {name: steps.get(name) or _field(task, name) for name in form.names[:-1]}
    parts = (f"[[ ## {name} ## ]]\n{held.get(name, '')}".rstrip() for name in form.names)
    return "\n\n".join(parts)


def _next_step(task: Task) -> dict[str, str]:
    """The thought, tool and arguments of an agent that asks for them under markers."""
    said, asked = task.reading.system, task.reading.question
    tools = {name: told for name, told in _OFFERED.findall(said) if name != "finish"}
    question = found[1] if (found := _MARKED.search(asked)) else asked
    if not tools or _SEEN.search(asked):
        return {
            "next_thought": "The observation answers the question.",
            "next_tool_name": "finish",
            "next_tool_args": "{}",
        }
    functions = [
        {"name": name, "description": told, "parameters": _parameters(said, name)}
        for name, told in tools.items()
    ]
    chosen = best(functions, question, task.now)[0]
    values = {name: match.value for name, match in chosen.matches.items()}
    return {
        "next_thought": f"I should use {chosen.function['name']} to find out.",
        "next_tool_name": str(chosen.function["name"]),
        "next_tool_args": json.dumps(values, ensure_ascii=False),
    }


def _parameters(said: str, name: str) -> dict[str, Any]:
    """The parameters of a tool, as its description lists them."""
    found = _TAKES.search(said, said.find(f") {name}, whose"))
    try:
        properties = ast.literal_eval(found[1]) if found else {}
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
        passages = [Passage("", each) for each in seen]
        found = grounding.grounded(question[1], passages) if question else None
        return found.text if found else str(seen[-1])
    value = value_of(task, name, said)
    return value if isinstance(value, str) else json.dumps(value)
