"""`mockserver init`: write files to begin with."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

CONFIG, DATA = Path("mockserver.json"), Path("mockserver-data.json")
TYPESCRIPT = Path("mockserver")

SETTINGS: dict[str, Any] = {
    "//": "Settings of a server: mockserver serve --config mockserver.json. "
    "`mockserver serve --help` lists them all; flags and MOCKSERVER_* variables win over these.",
    "port": 4020,
    "data": [str(DATA)],
    "seed": 7,
}

CONTENT: dict[str, Any] = {
    "mockserver": 1,
    "//": "What the server begins with. `mockserver check` says whether this file is right.",
    "projects": {
        "acme/demo": {
            "objects": [
                {
                    "//": "Versions from the oldest to the latest.",
                    "name": "answer-prompt",
                    "versions": ["Answer briefly.", "Answer briefly, and name your source."],
                }
            ],
            "calls": [
                {
                    "//": "Two hours before the server's now; children follow one another.",
                    "op": "answer",
                    "at": "-2h",
                    "took": "1.4s",
                    "inputs": {
                        "question": "Who wrote it?",
                        "prompt": "weave:///acme/demo/object/answer-prompt:latest",
                    },
                    "output": "Nobody knows.",
                    "feedback": [{"note": "True."}],
                    "children": [
                        {"op": "retrieve", "took": "200ms", "output": ["page 4"]},
                        {
                            "op": "generate",
                            "took": "900ms",
                            "usage": {"model": "small", "prompt": 120, "completion": 40},
                        },
                    ],
                }
            ],
        }
    },
}


@click.command("init", short_help="Write files to begin with: settings and data, or TypeScript.")
@click.option("--typescript", is_flag=True, help="Write the TypeScript package instead.")
def command(typescript: bool) -> None:
    """Write mockserver.json and a data file into this folder; existing files are kept.

    With --typescript, write the folder mockserver: a server for tests, its verbs, and fixtures for
    Vitest and Playwright.
    """
    _write_all(_package() if typescript else _example())
    if typescript:
        click.echo('now: import { test } from "./mockserver/vitest"  (or /playwright)')
    else:
        click.echo(f"now: mockserver serve --config {CONFIG}")


def _example() -> dict[Path, str]:
    """The settings file and the data file."""
    contents = {CONFIG: SETTINGS, DATA: CONTENT}
    return {
        path: json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        for path, content in contents.items()
    }


def _package() -> dict[Path, str]:
    """The files of the TypeScript package."""
    folder = files("mockserver") / "typescript"
    return {
        TYPESCRIPT / file.name: file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
    }


def _write_all(contents: dict[Path, str]) -> None:
    for path in contents:
        if path.exists():
            raise click.ClickException(f"{path} is there already")
    for path, text in contents.items():
        _write(path, text)
        click.echo(f"wrote {path}")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from None
