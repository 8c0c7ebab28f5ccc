"""Agents that a task can be handed to: the system message or a tool that takes them lists them."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.chat.model.languages import language_of
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.tables import table
from mockserver.chat.model.tools.profiles import Function, fields_of_tool
from mockserver.chat.model.tools.tasks import ToolTask

_TABLE = table("tools/observed.txt")


class Colleagues:
    """The agents that are listed, as tools in place of the one that takes their names."""

    def __init__(self, tools: Sequence[Function], system: str) -> None:
        found = [
            *_TABLE.find_all("colleague", system),
            *_TABLE.find_all("member of a team", system),
        ]
        agents = {match["name"]: match["about"] or "" for match in found}
        for tool in tools:
            if listed := _TABLE.find("coworkers", tool.get("description") or ""):
                agents |= dict.fromkeys(listed["names"].strip().split(", "), "")
        takes = [
            (tool, field.name)
            for tool in tools
            for field in fields_of_tool(tool)
            if agents and field.name in words("fields.agents")
        ]
        nothing: tuple[Function | None, str] = (None, "")
        self._tool, self._field = next(iter(takes), nothing)
        self.do_all = 0 < len(tools) == len(takes)
        """True if no tool does a task itself."""
        self._agents: list[Function] = [
            {"name": name, "description": about} for name, about in agents.items()
        ]
        self.tools = [*tools]
        if self._tool:
            others = [tool for tool in tools if tool is not self._tool and not self.do_all]
            self.tools = others + self._agents

    def task_of(self, task: ToolTask) -> ToolTask:
        """The call that hands a task over, if it is for a colleague."""
        if self._tool is None or task.function not in self._agents:
            return task
        texts = [
            field.name
            for field in fields_of_tool(self._tool)
            if field.required and field.name in words("fields.tasks")
        ]
        values = {self._field: task.function["name"], **dict.fromkeys(texts, task.text.strip())}
        return ToolTask(self._tool, values, task.text)


def successor(tools: Sequence[Function], system: str) -> Function | None:
    """The tool that hands over to the agent that a system message names for the end of a task."""
    named = (match["agent"] for match in _TABLE.find_all("hands over", system))
    return next(filter(None, (_handoff_to(tools, agent) for agent in named)), None)


def interpreter(tools: Sequence[Function], question: str) -> Function | None:
    """The tool that hands over to the agent that is named after the language of a question."""
    language = language_of(question)
    return _handoff_to(tools, language.name if language else "English")


def _handoff_to(tools: Sequence[Function], agent: str) -> Function | None:
    named, is_handoff = frozenset(stems_of(agent)), _TABLE.pattern("handoff").fullmatch
    fitting = (tool for tool in tools if named <= frozenset(stems_of(tool["name"])))
    return next((tool for tool in fitting if named and is_handoff(tool["name"])), None)
