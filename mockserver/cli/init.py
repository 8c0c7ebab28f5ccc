"""`mockserver init`: write files to begin with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

CONFIG, DATA = Path("mockserver.json"), Path("mockserver-data.json")

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
                    "feedback": [{"emoji": "👍"}],
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


@click.command("init", short_help="Write a settings file and a data file to begin with.")
def command() -> None:
    """Write mockserver.json and a data file into this folder; existing files are kept."""
    for path in (CONFIG, DATA):
        if path.exists():
            raise click.ClickException(f"{path} is there already")
    for path, content in ((CONFIG, SETTINGS), (DATA, CONTENT)):
        _write(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")
        click.echo(f"wrote {path}")
    click.echo(f"now: mockserver serve --config {CONFIG}")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from None
