"""Takes the pictures of README: `make screenshots`. The same seed and moment show the same."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import httpx

from mockserver.server import MockServer
from mockserver.settings import Settings
from tests.conftest import CREDENTIAL
from tests.console.conftest import FLAGS, NAMES

FOLDER = Path(__file__).parents[2] / "fixtures" / "screenshots"
NOW = "2026-01-15T12:00:00Z"
SIZE = {"width": 1160, "height": 560}
FERRIES, HANDBOOK = "acme/ferry-assistant", "acme/handbook"


def main() -> None:
    """Write every picture."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    settings = Settings.read({"port": 0, "demo": True, "seed": 7, "now": NOW, "log": "quiet"})
    with MockServer(settings) as server, sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, NAMES)))
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        for name, address in _addresses(server.url).items():
            page.goto(f"{server.url}/__console/{address}")
            page.wait_for_selector("html[data-ready]")
            page.wait_for_selector(".row, .example")
            page.wait_for_selector(".skeleton", state="detached")
            page.wait_for_selector(".view-traces, .matrix, [role=tabpanel] > *")
            page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()


def _addresses(url: str) -> dict[str, str]:
    """What is shown, by the name of its picture."""
    with httpx.Client(base_url=url, headers=CREDENTIAL) as client:
        chat = _calls(client, FERRIES, "harbour-reasoner")[-2]
        runs = _calls(client, HANDBOOK, "Evaluation.evaluate")
        ended = [run["id"] for run in runs if run["ended_at"]]
        rule = {"when": {"last_user": "storm"}, "text": "No ferry runs in a storm."}
        client.post("/__admin/replies", json=rule)
        for said in ("Is there a ferry tonight?", "Does it run in a storm?"):
            body = {"model": "m1", "messages": [{"role": "user", "content": said}], "stream": True}
            client.post("/v1/chat/completions", json=body)
    shot = "shot=1&theme=light"
    return {
        "traces": f"p/{HANDBOOK}/traces?{shot}",
        "trace": f"p/{FERRIES}/traces/{chat['trace_id']}?{shot}&call={chat['id']}",
        "evaluations": f"p/{HANDBOOK}/evals/{','.join(ended[-2:])}?{shot}",
        "requests": f"requests/1?tab=near&{shot.replace('light', 'dark')}",
    }


def _calls(client: httpx.Client, project: str, text: str) -> list[dict[str, str]]:
    """Calls that name something, the latest last."""
    found = client.post("/__admin/trace/calls/stream_query", json={"project_id": project}).text
    calls = [json.loads(line) for line in found.splitlines()]
    return [call for call in calls if text in json.dumps([call["op_name"], call["inputs"]])]


if __name__ == "__main__":
    main()
