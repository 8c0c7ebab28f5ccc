"""BFCL: does the model call the right function, and with the right arguments?

The questions are those of the package `bfcl-eval`, taken from the registry at run time. Answers
are judged by its rules for Python: names and types must be right, each value must be one of those
listed, texts count without case, blanks and most punctuation.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mockserver import InProcess, Settings

FOLDER = Path(__file__).parents[2] / ".sense" / "bfcl"
KINDS = ("simple_python", "multiple", "parallel", "parallel_multiple", "irrelevance")
_TYPES = {"dict": "object", "float": "number", "tuple": "array", "any": "string"}
_LOOSE = re.compile(r"[ ,./\-_*^]")

Call = tuple[str, dict[str, Any]]


def measure() -> dict[str, float]:
    """Shares of cases in percent: the right functions, and with the right arguments."""
    _download()
    figures = {}
    with InProcess(Settings(auth="none")) as server, server.client() as client:
        for kind in KINDS:
            cases = [*_cases(kind)]
            results = [judge(called(client, case), case, kind) for case in cases]
            figures[f"{kind}: function"] = _percent(right for right, _ in results)
            if kind != "irrelevance":
                figures[f"{kind}: arguments"] = _percent(exact for _, exact in results)
    return figures


def judge(calls: list[Call], case: Case, kind: str) -> tuple[bool, bool]:
    """True for the right functions, and for these with the right arguments."""
    if kind == "irrelevance":
        return not calls, not calls
    wanted = [next(iter(each.items())) for each in case["ground_truth"]]
    named = sorted(name for name, _ in calls) == sorted(_plain(name) for name, _ in wanted)
    return named, named and _all_match(calls, wanted, case["function"])


Case = dict[str, Any]


def _cases(kind: str) -> Iterator[Case]:
    listed = [] if kind == "irrelevance" else _lines(f"possible_answer/{_file(kind)}")
    answers = {each["id"]: each["ground_truth"] for each in listed}
    for case in _lines(_file(kind)):
        yield case | {"ground_truth": answers.get(case["id"], [])}


def called(client: Any, case: Case) -> list[Call]:
    """What the model calls when asked as a client of the chat API asks."""
    reply = client.post(
        "/v1/chat/completions",
        json={
            "model": "mock",
            "messages": case["question"][0],
            "tools": [{"type": "function", "function": tool(each)} for each in case["function"]],
        },
    )
    calls = reply.json()["choices"][0]["message"].get("tool_calls") or []
    functions = [call["function"] for call in calls]
    return [(each["name"], json.loads(each["arguments"])) for each in functions]


def tool(function: dict[str, Any]) -> dict[str, Any]:
    """A function as the chat API wants it: JSON Schema types, no dots in its name."""
    return {
        "name": _plain(function["name"]),
        "description": function["description"],
        "parameters": _schema(function["parameters"]),
    }


def _schema(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_schema(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    cast = {key: _schema(value) for key, value in schema.items()}
    if isinstance(kind := cast.get("type"), str):
        cast["type"] = _TYPES.get(kind, kind)
    return cast


def _plain(name: str) -> str:
    return name.replace(".", "_")


def _all_match(calls: list[Call], wanted: list[Call], functions: list[Any]) -> bool:
    """Each wanted call is one of those made, in any order."""
    left = [*calls]
    for name, values in wanted:
        required = next(each for each in functions if each["name"] == name)["parameters"][
            "required"
        ]
        met = (
            call for call in left if call[0] == _plain(name) and _fits(call[1], values, required)
        )
        if (found := next(met, None)) is None:
            return False
        left.remove(found)
    return not left


def _fits(arguments: dict[str, Any], values: dict[str, Any], required: list[str]) -> bool:
    if not arguments.keys() >= set(required):
        return False
    if any(name not in arguments and "" not in value for name, value in values.items()):
        return False
    return all(name in values and _matches(got, values[name]) for name, got in arguments.items())


def _matches(got: Any, options: list[Any]) -> bool:
    return any(option != "" and _same(got, option) for option in options)


def _same(got: Any, option: Any) -> bool:
    """In an object the option lists the options of each member."""
    if isinstance(got, dict) and isinstance(option, dict):
        return _fits(got, option, [])
    if isinstance(got, list) and isinstance(option, list):
        return len(got) == len(option) and all(map(_same, got, option))
    if isinstance(got, str) and isinstance(option, str):
        return _standard(got) == _standard(option)
    return isinstance(got, bool) == isinstance(option, bool) and bool(got == option)


def _standard(text: str) -> str:
    return _LOOSE.sub("", text).lower().replace("'", '"')


def _percent(flags: Iterator[bool]) -> float:
    counted = [*flags]
    return 100 * sum(counted) / len(counted)


def _file(kind: str) -> str:
    return f"BFCL_v4_{kind}.json"


def _lines(name: str) -> list[dict[str, Any]]:
    text = (FOLDER / "bfcl_eval" / "data" / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _download() -> None:
    if FOLDER.exists():
        return
    parent = FOLDER.parent
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(parent)]
    subprocess.run([*pip, "bfcl-eval"], check=True)
    with zipfile.ZipFile(next(parent.glob("bfcl_eval-*.whl"))) as wheel:
        wheel.extractall(FOLDER)
