"""Agents that a task can be handed to: the system message or a tool that takes them lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.chat.model.languages import language_of
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.tables import table
from mockserver.chat.model.tools.choice import Function, fields_of_tool
from mockserver.chat.model.tools.tasks import ToolTask

_TABLE = table("tools/observed.txt")


class Colleagues:
    """The agents that are listed, as tools in place of the one that takes their names."""

    def __init__(self, tools: Sequence[Function], system: str) -> None:
        agents = dict(_listed(tools, system))
        takes = [
            (tool, field.name)
            for tool in tools
            for field in fields_of_tool(tool)
            if agents and field.name in words("fields.agents")
        ]
        self._takes = takes[:1]
        self.do_all = 0 < len(tools) == len(takes)
        """True if no tool does a task itself."""
        self._agents: list[Function] = [
            {"name": name, "description": about} for name, about in agents.items() if takes
        ]
        own = [
            tool
            for tool in tools
            if not self.do_all and tool not in [each for each, _ in takes[:1]]
        ]
        self.tools = [*own, *self._agents]

    def task_of(self, task: ToolTask) -> ToolTask:
        """The call that hands a task over, if it is for a colleague."""
        if task.function not in self._agents:
            return task
        tool, name = self._takes[0]
        asked = [each.name for each in fields_of_tool(tool) if each.required]
        texts = dict.fromkeys(words("fields.tasks").intersection(asked), task.text.strip())
        return ToolTask(tool, {name: task.function["name"], **texts}, task.text)


def interpreter(tools: Sequence[Function], question: str) -> Function | None:
    """The tool that hands over to the agent that is named after the language of a question."""
    language = language_of(question)
    return _handoff_to(tools, language.name if language else "English")


def _listed(tools: Sequence[Function], system: str) -> Iterator[tuple[str, str]]:
    """The names of the agents, with what each of them does."""
    for kind in ("colleague", "member of a team"):
        for match in _TABLE.find_all(kind, system):
            yield match["name"], match["about"] or ""
    for tool in tools:
        if listed := _TABLE.find("coworkers", tool.get("description") or ""):
            yield from ((name, "") for name in listed["names"].strip().split(", "))


def _handoff_to(tools: Sequence[Function], agent: str) -> Function | None:
    named, is_handoff = frozenset(stems_of(agent)), _TABLE.pattern("handoff").fullmatch
    fitting = (tool for tool in tools if frozenset() < named <= frozenset(stems_of(tool["name"])))
    return next((tool for tool in fitting if is_handoff(tool["name"])), None)
