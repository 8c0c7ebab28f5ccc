"""Demands of agents: a call of a tool or the final answer as the next step, and plans."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import AgentTool, Form, NumberedPlan, Steps
from mockserver.chat.model.demands.shapes.parameters import parameters_in, parameters_of
from mockserver.chat.model.text.literals import json_at
from mockserver.chat.model.text.numbers import NUMBER, amount_of


def steps(place: Place) -> Form:
    """The next step of an agent, with the tools that its prompt lists."""
    text = place.wording.message
    tagged = CUES.find("tag of the answer", text)
    last = tagged["name"] if tagged else "Final Answer"
    if fence := CUES.find("fence of code", text):
        opened = fence["opened"] or fence["tag"]
        marks = (opened, fence["closed"] or opened.replace("<", "</"))
        offered = [
            each for each in _tools_in(text, "tool in code", "tool") if each.name != "final_answer"
        ]
        return Steps(tuple(offered), "code" if "final_answer" in text else "act", last, marks)
    tools = _tools_in(text, "tool of an index", "tool in tags", "tool", "tool in a line")
    if tags := CUES.find("call in tags", text):
        shown = f"{tags['before']}{{tool}}{tags['middle']}{tags['between']}{{input}}{tags['after']}"
        marks = (f"<{last}>", f"</{last}>") if tagged else ("", "")
        return Steps(tools, "tags", last, marks, shown)
    if "Final Answer" not in text and (labelled := CUES.find("label of the answer", text)):
        last = labelled["label"]
    if CUES.matches("action with a name", text):
        return Steps(tools, "named", "final_answer")
    if CUES.matches("action in a snippet", text):
        return Steps(tools, "snippet", last)
    return Steps(tools, "json" if CUES.matches("action as a key", text) else "lines", last)


def call(place: Place) -> Form | None:
    """A call in tags, in the notation of the cue, of one of the tools that the prompt lists."""
    tools, tag = _listed_in(place.wording.message), place["tag"]
    is_shown = not place["name"] or place["name"] in {each.name for each in tools}
    made = Steps(tools, place.value or "call", fence=(f"<{tag}>", f"</{tag}>"))
    return made if tools and is_shown else None


def steps_as_objects(place: Place) -> Form | None:
    """A call as a JSON object with the keys that the prompt shows, if it lists tools."""
    text = place.wording.message
    keys = re.findall(r"[\"'](\w{1,40})[\"']\s*:", re.sub(r"(?<!^)\{[^{}]*\}", "", place.match[0]))
    if "action_input" in keys or not any(map(CUES.pattern("key of a tool").fullmatch, keys)):
        return None
    tools = _tools_in(text, "tool", "tool in a line")
    return Steps(tools, "object", keys=tuple(keys)) if tools else None


def calls_in_list(place: Place) -> Form | None:
    """Calls in the list of a JSON object, empty if none is needed, of tools that are listed."""
    tools = _listed_in(place.wording.message.replace(place.match[0], " "))
    keys = (place["list"], place["arguments"])
    return Steps(tools, "calls", keys=keys) if tools else None


def plan(place: Place) -> Form:
    """The plan of an agent, with the header, the last step and the end that the prompt names."""
    text = place.wording.message
    header = re.search(r"(?:(?:header|heading|title) ['\"]?|(?m:^\s*)(?=Plan))(\w+:)", text)
    count = re.search(rf"\b(\d+|{NUMBER}) steps\b", text)
    last = re.search(r"\blast step\b[^.\n\"]{0,40}\"([^\"\n]+)\"", text)
    end = re.search(r"<[A-Z][A-Z_]+>", text)
    return NumberedPlan(
        steps=(amount_of(count[1]) if count else 0) or 4,
        header=header[1] if header else "",
        last=last[1] if last else "",
        end=end[0] if end else "",
    )


# The tools that a prompt lists


def _listed_in(text: str) -> tuple[AgentTool, ...]:
    """The tools that a prompt lists as JSON or in words."""
    shown = (json_at(text, each.start()) for each in re.finditer(r"\{\s*\"(?:type|name)\"", text))
    tools = tuple(filter(None, map(_described, shown)))
    return tools or _tools_in(text, "tool under a heading", "tool", "tool in a line")


def _described(shown: Any) -> AgentTool | None:
    """The tool that JSON describes, None for a call of a tool and for other JSON."""
    function: Any = shown.get("function", shown) if isinstance(shown, dict) else None
    is_named = isinstance(function, dict) and isinstance(function.get("name"), str)
    if not is_named or "arguments" in function:
        return None
    parameters = parameters_of(function.get("parameters"))
    return AgentTool(function["name"], str(function.get("description", "")), parameters)


def _tools_in(text: str, *kinds: str) -> tuple[AgentTool, ...]:
    """The tools in rows of the first of some kinds that a prompt has, or those it names."""
    names = _names_in(text)
    rows = next(filter(None, ([*CUES.pattern(kind).finditer(text)] for kind in kinds)), [])
    # Of two rows for one tool, the first describes it.
    tools = {row["name"]: _tool(row) for row in rows[::-1] if not names or row["name"] in names}
    bare = [AgentTool(name) for name in names if name not in tools]
    return (*reversed(tools.values()), *bare)


def _names_in(text: str) -> list[str]:
    """The names of tools that a prompt lists: `one of [search, mail]`, `tools: search and mail`."""
    if known := re.search(r"\bone (?:\w+ )?of \[([^\]\n]+)\]", text):
        return [name.strip(" '\"`") for name in known[1].split(",")]
    listed = CUES.find("names of tools", text)
    bare = re.sub(r"\([^()]*\)", "", listed["list"]) if listed else ""
    return re.findall(r"(?!(?:and|or)\b)\w[\w.-]+", bare)


def _tool(row: re.Match[str]) -> AgentTool:
    """A tool with its parameters, which may be in its description: `args: {...}`."""
    groups = row.groupdict("")
    about = groups["about"] or groups.get("after", "")
    if named := CUES.find("arguments of a tool", about):
        about = about[: named.start()]
    listed = named["list"] if named else ""
    parameters = parameters_in(groups.get("args") or listed)
    rows = [*CUES.find_all("parameter in a row", groups.get("rows", ""))]
    listed = ", ".join(f"{e['name']}{' = None' * ('optional' in e[0])}" for e in rows) or listed
    about = "\n".join((about.strip(), *(f"{each['name']}: {each['about']}" for each in rows)))
    return AgentTool(row["name"], about, parameters, groups.get("signature") or listed)
