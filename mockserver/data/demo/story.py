"""The templates of `story.json`, and how a call of the data file is made from one."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mockserver.core.codec import encode
from mockserver.core.digest import digest_bytes, digest_value
from mockserver.core.model import JsonObject
from mockserver.core.refs import version_ref
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.media import chart, fog_signal, regulations

STORY: dict[str, Any] = json.loads(Path(__file__).with_name("story.json").read_bytes())

PROJECT = "acme/ferry-assistant"

_NAME = re.compile(r"\{(\w+)\}")
_CHARACTERS_PER_TOKEN = 4


def filled(template: Any, values: Mapping[str, Any] | None = None) -> Any:
    """A template with a value for each `{name}`: one of `values`, or a text or file of the story.

    A text that is only a name becomes the value itself. An item that becomes null is left out.
    """
    values = values or SHARED
    if isinstance(template, str):
        if match := _NAME.fullmatch(template):
            return values[match[1]]
        return _NAME.sub(lambda match: str(values[match[1]]), template)
    if isinstance(template, dict):
        return {key: filled(item, values) for key, item in template.items()}
    if isinstance(template, list):
        return [item for each in template if (item := filled(each, values)) is not None]
    return template


def call(cast: Cast, name: str, values: JsonObject, seconds_ago: float) -> JsonObject:
    """The call of a template, with all calls below it, as data files have them.

    In a template `at` is a number of seconds since the trace began, `took` a usual number of
    seconds, and `usage` the model whose tokens are counted.
    """
    return _timed(cast, filled(STORY[name], {**SHARED, **values}), seconds_ago)


def _timed(cast: Cast, template: JsonObject, seconds_ago: float) -> JsonObject:
    made = dict(template)
    if "at" in made:
        made["at"] = f"-{seconds_ago - made['at']:.3f}s"
    if "took" in made:
        made["took"] = cast.took(made["took"])
    if "usage" in made:
        counts = {"prompt": _tokens(made["inputs"]), "completion": _tokens(made["output"])}
        made["usage"] = {"model": made["usage"], **counts}
    made["children"] = [_timed(cast, child, seconds_ago) for child in made.get("children", ())]
    return made


def _tokens(value: Any) -> int:
    return len(encode(value)) // _CHARACTERS_PER_TOKEN


def _shared() -> dict[str, Any]:
    """The texts of the story, and its files with their digests."""
    texts = {name: text for name, text in STORY.items() if isinstance(text, str)}
    files = {"chart": chart(), "signal": fog_signal()}
    codes = {name: text.encode() for name, text in texts.items() if name.endswith("_code")}
    contents = {**files, **codes}
    sections, rules = STORY["sections"], [each["rule"] for each in STORY["house"]]
    texts["second_prompt"] += "".join(f"\n- {each}" for each in [*rules, texts["luggage_rule"]])
    return {
        **texts,
        **{name: b64encode(content).decode() for name, content in files.items()},
        **{f"{name}_digest": digest_bytes(content) for name, content in contents.items()},
        "regulations": regulations(),
        "handbook": "".join(f"{each['section']} {each['answer']}\n" for each in sections),
        "sections": sections,
        "first_sections": sections[:5],
    }


SHARED = _shared()
_PLANNER = filled(STORY["projects"][PROJECT]["objects"][0], SHARED)
PLAN = version_ref(PROJECT, "op", _PLANNER["name"], digest_value(_PLANNER["versions"][-1]))
"""The op of the journey planner in its latest version, as calls name it."""

SHARED["plan"] = PLAN
