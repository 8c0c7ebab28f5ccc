"""Marked fields: outputs under markers such as `[[ ## answer ## ]]`, as DSPy asks for them."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.form import AgentTool, MarkedFields
from mockserver.chat.model.demands.shapes.parameters import parameters_in
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.templates import value_of
from mockserver.chat.model.text.literals import as_text
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.tools.agents import next_calls

_TABLE = table("tools/agents.txt")


def fields(task: Task, form: MarkedFields) -> str:
    """The output fields in their order, each under its marker."""
    values = _next_step(task) if "next_tool_name" in form.names else {}
    values |= {name: _field(task, name) for name in form.names[:-1] if name not in values}
    parts = (f"[[ ## {name} ## ]]\n{values.get(name, '')}".rstrip() for name in form.names)
    return "\n\n".join(parts)


def _next_step(task: Task) -> dict[str, str]:
    """The next thought, tool and arguments, as fields; `finish` if nothing is left to do."""
    offered = [each.groups() for each in _TABLE.find_all("offered", task.reading.system)]
    tools = [
        AgentTool(name, description, parameters_in(parameters or ""))
        for name, description, parameters in offered
        if name != "finish"
    ]
    calls, _ = next_calls(task, tools)
    if not calls:
        thought, tool, arguments = "The observation answers the question.", "finish", "{}"
    else:
        tool, arguments = calls[0].tool.name, as_text(calls[0].arguments)
        thought = f"I should use {tool} next."
    return {"next_thought": thought, "next_tool_name": tool, "next_tool_args": arguments}


def _field(task: Task, name: str) -> str:
    """The value of an output field, by its type and its options in the prompt."""
    text = f"{task.reading.system}\n{task.reading.question}"
    typed = re.search(
        rf"`{name}` \((?!str\))(?:must be formatted as a valid Python )?"
        r"([^()\n]+(?:\[[^\]\n]*\])?)\)"
        rf"|\{{{name}\}}[^\n]*(?:must be|note: the value)[^\n]*?"
        r"(?:one of|adhere to|exactly[^:\n]*):? ?([^\n]+)",
        text,
    )
    value = value_of(task, name, (typed[1] or typed[2]) if typed else "")
    return str(value) if isinstance(value, bool) else as_text(value)
