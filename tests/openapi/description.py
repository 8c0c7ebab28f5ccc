"""A server's description of itself, against which what it answers is held."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

FORMATS = FormatChecker(())


@FORMATS.checks("date-time", raises=ValueError)
def is_moment(value: Any) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


class Description:
    """What `/openapi.json` says. Nothing may be answered of which it says nothing."""

    def __init__(self, client: Any) -> None:
        self.text = client.get("/openapi.json").json()
        for schema in self.text["components"]["schemas"].values():
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)

    def operation(self, method: str, path: str) -> Any:
        return self.text["paths"][re.sub(":path", "", path)][method.lower()]

    def misfits(self, method: str, path: str, answer: Any) -> list[str]:
        """What of an answer is not as it is responses, each with its place."""
        responses = self.operation(method, path)["responses"]
        content = responses.get(str(answer.status_code), responses.get("4XX"))["content"]
        whole = {**content[media_type(answer)]["schema"], "components": self.text["components"]}
        validator = Draft202012Validator(whole, format_checker=FORMATS)
        problems = [each for value in values(answer) for each in validator.iter_errors(value)]
        return [f"{problem.json_path}: {problem.message}" for problem in problems]


def values(answer: Any) -> list[Any]:
    """Each value that a schema describes: the document, all lines, or the data of each event."""
    kind = media_type(answer)
    if kind == "application/json":
        return [answer.json()]
    if kind == "text/event-stream":
        data = [event.removeprefix("data: ") for event in answer.text.split("\n\n")[:-1]]
        return [json.loads(each) for each in data if each != "[DONE]"]
    lines = kind in ("application/jsonl", "application/x-ndjson")
    return [[json.loads(line) for line in answer.text.splitlines()]] if lines else [answer.text]


def media_type(answer: Any) -> str:
    return str(answer.headers["content-type"].partition(";")[0])
