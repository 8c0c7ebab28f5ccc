"""The command `llm` with models of its configuration file: by chat, responses and completions."""

from __future__ import annotations

import json
import os
from pathlib import Path

home = Path.home() / "llm"
home.mkdir(exist_ok=True)
os.environ["LLM_USER_PATH"] = str(home)
base = {"model_name": "m1", "api_base": os.environ["OPENAI_BASE_URL"]}
able = {"supports_tools": True, "supports_schema": True}
models = [
    {"model_id": "chat", **base, **able},
    {"model_id": "responses", **base, **able, "responses": True},
    {"model_id": "completions", **base, "completion": True},
]
(home / "extra-openai-models.yaml").write_text(json.dumps(models))

from click.testing import CliRunner  # noqa: E402
from llm.cli import cli  # noqa: E402


def llm(*arguments: str) -> str:
    """What the command prints."""
    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output.strip()


asked = "When should I prune my apple tree?"


def told(model: str) -> dict[str, str]:
    """What a model says that knows tools and schemas, and has a conversation."""
    return {
        "plain": llm("-m", model, "--no-stream", asked),
        "streamed": llm("-m", model, asked),
        "typed": llm("-m", model, "--schema", "name, berths int", "Describe a harbour."),
        "tool": llm("-m", model, "-T", "llm_version", "Which version of llm is this?"),
        "first": llm("-m", model, "My name is Ada."),
        "second": llm("-c", "What is my name?"),
    }


completed = {
    "plain": llm("-m", "completions", "--no-stream", asked),
    "streamed": llm("-m", "completions", asked),
}
found = {"chat": told("chat"), "responses": told("responses"), "completions": completed}
print(json.dumps(found))
