"""Agents that call tools in text: the next step, or the whole plan, in the notation of the prompt.

A step calls the tool that fits, or gives the final answer when the observations are complete.
`agents.txt` has the patterns and the notations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.quoted.reports import results_in_words
from mockserver.chat.model.content.quoted.results import answer_from
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import AgentTool, NumberedPlan, Steps
from mockserver.chat.model.demands.shapes.parameters import parameters_of_signature
from mockserver.chat.model.demands.shapes.typed import object_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import as_words
from mockserver.chat.model.text.literals import as_json, as_text
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import numbered
from mockserver.chat.model.tools.calls import tasks_of
from mockserver.chat.model.tools.observed import as_calls
from mockserver.chat.model.tools.offered import tools_in
from mockserver.chat.model.tools.tasks import ToolTask
from mockserver.chat.model.values.fill import filled_value
from mockserver.chat.structured.budget import Unservable

_TABLE = table("tools/agents.txt")


def step(task: Task, form: Steps) -> str:
    """The next call in the notation of the prompt, or the final answer if nothing is left to do."""
    if form.notation == "calls":
        return _as_list(task, form)
    calls, value = next_calls(task, form.tools)
    row = _TABLE.text("row", form.notation)
    if not calls:
        calls = _final(form.tools, value, needs_answer=not row)
    if calls and form.notation == "object":
        return _as_object(form, calls[0])
    tool, kind, shown = form.last, "answer", ""
    if calls:
        tool, kind, shown = calls[0].tool.name, "call", form.shown
        value = _input(task, form, calls[0])
    elif form.notation == "named":
        value = {"answer": value}
    keys = ("name", "arguments") if form.notation == "named" else ("action", "action_input")
    pairs = value.items() if isinstance(value, dict) else ()
    made = calls if form.notation == "list" else calls[:1]
    shown = shown or _TABLE.text(kind, form.notation)
    return shown.format(
        tool=tool, input=as_text(value), quoted=repr(value), last=form.last,
        blob=as_json({keys[0]: tool, keys[1]: value}),
        call=", ".join(_in_python(each.tool.name, _input(task, form, each)) for each in made),
        opened=form.fence[0], closed=form.fence[1],
        rows="\n".join(row.format(name=name, value=as_text(each)) for name, each in pairs),
    )  # fmt: skip


def next_calls(task: Task, tools: Sequence[AgentTool]) -> tuple[Sequence[ToolTask], Any]:
    """The calls that come next, or none and the answer.

    An agent calls a tool before it answers, even if none fits well.
    """
    agent = as_calls(task.reading, [_function(tool) for tool in tools])
    may_answer = _TABLE.matches("may answer", task.instructions)
    may_answer |= any(_TABLE.matches("no tool", each.name) for each in tools)
    may_answer |= isinstance(task.form, Steps) and task.form.notation == "calls"
    agent.body["tool_choice"] = "auto" if agent.results or may_answer or not tools else "required"
    if calls := tasks_of(agent, task.now, strict=False):
        return calls, ""
    if agent.results:
        found = answer_from(agent.results, agent.question)
        return (), found.text if found else results_in_words(agent.results)
    return (), task.answer.text if task.answer else next(iter(task.sentences), agent.question)


def plan(task: Task, form: NumberedPlan) -> str:
    """The steps of the requested plan, below a header and before an end mark."""
    aim = _TABLE.changed("before an aim", task.reading.question.strip().split("\n")[-1])
    aim = re.split(r"[.!?](?:\s|$)", aim)[0]
    steps = _TABLE.text("plan", aim).format(aim=capitalized(aim)).split("\n")
    if form.last:
        steps.append(form.last)
    return "\n".join(filter(None, [form.header, numbered(steps[-form.steps :]), form.end]))


def _in_python(name: str, arguments: Any) -> str:
    """A call in Python: `find(city='Oslo')`."""
    pairs = arguments.items() if isinstance(arguments, dict) else ()
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in pairs)})"


def _final(tools: Sequence[AgentTool], answer: str, *, needs_answer: bool) -> list[ToolTask]:
    """The call of the tool that takes the answer, or stands for no call, if there is one."""
    offered = tools_in(map(_function, tools))
    finals = [each for each in offered if each.is_final and each.fields and not needs_answer]
    none = [ToolTask(each, {}, answer) for each in offered if _TABLE.matches("no tool", each.name)]
    return [ToolTask(each, {each.fields[0].name: answer}, answer) for each in finals[:1]] or none


def _input(task: Task, form: Steps, call: ToolTask) -> Any:
    """The arguments of a call, or the text that a tool without parameters takes."""
    is_of_several = _TABLE.matches("notation of several", form.notation)
    takes_json = is_of_several or any(each.parameters for each in form.tools)
    if takes_json or _TABLE.matches("input as json", task.instructions):
        with suppress(Unservable):
            schema, known = call.tool.parameters, call.arguments
            return filled_value(schema, known, task.key, call.text, sparing=True)
        return call.arguments
    stated = (str(value) for name, value in call.arguments.items() if name != "input")
    return next(stated, call.text[:200].rstrip("?").strip())


def _as_object(form: Steps, call: ToolTask) -> str:
    """A call as a JSON object with the keys of the prompt."""
    row: dict[str, Any] = dict.fromkeys(form.keys, call.text.strip().rstrip("."))
    for key in form.keys:
        if CUES.pattern("key of a tool").fullmatch(key):
            row[key] = call.tool.name
        elif CUES.pattern("key of arguments").fullmatch(key):
            row[key] = call.arguments.get("input", call.arguments)
    return as_json(row)


def _as_list(task: Task, form: Steps) -> str:
    """The calls for the labelled question, or the message, in a JSON object with a list of them."""
    request = task.reading.payload.text_of("question") or task.reading.question
    calls, _ = next_calls(task.on(task.reading.asking(request)), form.tools)
    listed, key = form.keys
    return as_json(
        {listed: [{"name": each.tool.name, key: _input(task, form, each)} for each in calls]}
    )


def _function(tool: AgentTool) -> Mapping[str, Any]:
    """A tool as a function. A tool without parameters takes one text."""
    parameters = tool.parameters
    if parameters is None and tool.signature:
        parameters = parameters_of_signature(tool.signature, tool.description)
    if parameters is None:
        purpose = f"{as_words(tool.name)}: {tool.description}"
        field = tool.signature or _TABLE.text("only input", purpose).replace("-", "")
        parameters = object_of({field: {"type": "string"}})
    for listed in _TABLE.find_all("options of a parameter", tool.description):
        properties = parameters.get("properties", {})
        if one := properties.get(listed["name"].lower()):
            options = re.split(r" *, *(?:and |or )?", listed["list"])
            properties = {**properties, listed["name"].lower(): {**one, "enum": options}}
            parameters = {**parameters, "properties": properties}
    return {"name": tool.name, "description": tool.description, "parameters": parameters}
