"""The next step of an agent in the notation of its prompt: a tool by meaning, or the answer."""

from __future__ import annotations

import ast
import json
import re

from mockserver.chat.model.content import grounding
from mockserver.chat.model.content.material import Passage
from mockserver.chat.model.demands.answers import MarkedFields, Steps, TaggedCall
from mockserver.chat.model.forms.places import value_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tools.choice import best
from mockserver.chat.model.values.fill import filled, said_for
from mockserver.chat.structured.budget import Budget

_QUESTION = pattern(r"(?m)^\s*(?:Question|Task|Query|User|Human|Input)\s*:\s*(\S[^\n]*)")
_OBSERVED = pattern(
    r"(?ms)^\s*Observation\s*:\s*(.+?)(?=^\s*(?:Thought|Action|Question|Final Answer)\s*:|\Z)"
)
_TAKEN = pattern(r"(?m)^\s*Action\s*:\s*([\w.-]+)")


_SUMS = pattern(r"calc|math|arithm|evaluat|comput|\bsum|multipl|\badd\b|divide", re.IGNORECASE)


def step(task: Task, form: Steps) -> str:
    """`Thought`, then an action while nothing was observed, else the final answer."""
    text = "\n".join((*task.reading.earlier, task.reading.question, *task.reading.answers))
    questions = _QUESTION.findall(text)
    question = questions[-1].strip() if questions else task.reading.question.strip()
    behind = text[text.rfind(question) :]
    observed = [
        each.strip() for each in _OBSERVED.findall(behind) if "result of the action" not in each
    ]
    if observed or not form.tools:
        return _final(task, form, question, observed)
    taken = set(_TAKEN.findall(behind))
    functions = [_function(name, said) for name, said in form.tools if name not in taken]
    if not functions:
        return _final(task, form, question, [])
    sums = [each for each in functions if _SUMS.search(f"{each['name']} {each['description']}")]
    if sums and re.search(r"\d\s*[-+*/x^%]\s*\d|\bplus\b|\btimes\b|\bsquare root\b", question):
        name = str(sums[0]["name"])
    else:
        name = best(functions, question, task.now)[0].function["name"]
    return _action(form, name, _argument(task, question, name))


def _function(name: str, said: str) -> dict[str, object]:
    return {
        "name": name, "description": said,
        "parameters": {"type": "object", "properties": {"input": {"type": "string"}}},
    }  # fmt: skip


def _argument(task: Task, question: str, name: str) -> str:
    if _SUMS.search(name):
        found = re.search(r"[-(]*\d[\d\s.,+*/x^%()-]*\d\)?", question)
        if found and re.search(r"[+*/x^-]", found[0]):
            return found[0].strip().replace("x", "*")
    named = said_for(
        {"type": "object", "properties": {word: {"type": "string"} for word in ("city", "location")}},
        question, task.now,
    )  # fmt: skip
    if re.search(r"weather|forecast|temperature|time", name, re.IGNORECASE) and named:
        return str(next(iter(named.values())))
    return question.rstrip("?").strip() if len(question) < 200 else question[:200]


def _action(form: Steps, name: str, argument: str) -> str:
    if form.calls_in_json:
        blob = json.dumps({"action": name, "action_input": argument}, indent=2, ensure_ascii=False)
        return f"Thought: I should use {name} to find out.\nAction:\n```\n{blob}\n```"
    return f"Thought: I should use {name} to find out.\nAction: {name}\nAction Input: {argument}"


def _final(task: Task, form: Steps, question: str, observed: list[str]) -> str:
    said = ""
    if observed:
        passages = [Passage("", each) for each in observed]
        found = grounding.grounded(question, passages)
        said = found.text if found else observed[-1].split("\n")[0]
    elif task.answer:
        said = task.answer.text
    said = said or (task.sentences[0] if task.sentences else question)
    if form.calls_in_json:
        blob = json.dumps(
            {"action": "Final Answer", "action_input": said}, indent=2, ensure_ascii=False
        )
        return f"Thought: I know what to respond.\nAction:\n```\n{blob}\n```"
    return f"Thought: I now know the final answer.\nFinal Answer: {said}"


def call(task: Task, form: TaggedCall) -> str:
    """A call of the tool that fits, as JSON within its tag; the answer once results are there."""
    functions = [each for each in json.loads(form.functions) if isinstance(each, dict)]
    question = task.reading.question
    if "<tool_response>" in question or task.reading.results:
        return task.sentences[0] if task.sentences else question
    function = best(functions, question, task.now)[0].function
    given = function.get("parameters") or {}
    schema = given if "properties" in given else {"type": "object", "properties": {
        name: held if isinstance(held, dict) else {"type": "string"} for name, held in given.items()
    }}  # fmt: skip
    schema = {"required": [*schema["properties"]], **schema}
    said = said_for(schema, question, task.now)
    arguments = json.loads(filled(schema, said, task.key, question, Budget.of_choices(1)))
    made = json.dumps({"name": function["name"], "arguments": arguments}, ensure_ascii=False)
    return f"<{form.tag}>\n{made}\n</{form.tag}>"


def fields(task: Task, form: MarkedFields) -> str:
    """Every field under its marker, in their order."""
    parts = []
    steps = _next_step(task) if "next_tool_name" in form.names else {}
    for name in form.names:
        held = "" if name == "completed" else steps.get(name) or _field(task, name)
        parts.append(f"[[ ## {name} ## ]]\n{held}".rstrip())
    return "\n\n".join(parts)


_OFFERED = pattern(r"\(\d+\) ([\w.-]+), whose description is <desc>(.*?)</desc>", re.DOTALL)
_TAKES = pattern(r"It takes arguments (\{[^\n]*\})")
_SEEN = pattern(r"\[\[ ## observation_\d+ ## \]\]\s{0,9}(?!Completed\.)([^\n]+)")
_MARKED = pattern(r"\[\[ ## question ## \]\]\s{0,9}([^\n]+)")


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
        {"name": name, "description": told, "parameters": _taken(said, name)}
        for name, told in tools.items()
    ]
    chosen = best(functions, question, task.now)[0]
    values = {name: match.value for name, match in chosen.matches.items()}
    return {
        "next_thought": f"I should use {chosen.function['name']} to find out.",
        "next_tool_name": str(chosen.function["name"]),
        "next_tool_args": json.dumps(values, ensure_ascii=False),
    }


def _taken(said: str, name: str) -> dict[str, object]:
    """The parameters of a tool, as its description lists them."""
    found = _TAKES.search(said, said.find(f") {name}, whose"))
    try:
        properties = ast.literal_eval(found[1]) if found else {}
    except (ValueError, SyntaxError, RecursionError):
        properties = {}
    known = properties if isinstance(properties, dict) else {}
    return {"type": "object", "properties": known, "required": [*known]}


def _field(task: Task, name: str) -> str:
    text = f"{task.reading.system}\n{task.reading.question}"
    typed = re.search(rf"`{name}` \(([^()\n]+(?:\[[^\]\n]*\])?)\)", text)
    must = re.search(
        rf"\{{{name}\}}[^\n]*(?:must be|note: the value)[^\n]*?(?:one of|adhere to|exactly[^:\n]*):? ?([^\n]+)",
        text,
    )
    said = " ".join(
        filter(None, (typed[1] if typed and typed[1] != "str" else "", must[1] if must else ""))
    )
    if name == "answer" and not said and (seen := _SEEN.findall(task.reading.question)):
        question = _MARKED.search(task.reading.question)
        passages = [Passage("", each) for each in seen]
        found = grounding.grounded(question[1], passages) if question else None
        return found.text if found else str(seen[-1])
    value = value_of(task, name, said)
    return value if isinstance(value, str) else json.dumps(value)
