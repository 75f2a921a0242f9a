"""The browser of a run, watched over the socket."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from ..agent.site import Site
from ..processes import Nursery
from ..servers import serving
from ..waits import until
from .page_socket import PageSocket
from .served import Served
from .test_socket import fits

PAGE = """<!doctype html><title>Colours</title><body style="margin:0;background:#f00">
<button style="position:absolute;top:300px" onclick="document.body.style.background='#00f'">Blue</button>
<a style="position:absolute;top:350px" href="/other" target=_blank>Other</a></body>"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as made:
        yield made


def asking(site: Site, *acts: str) -> dict[str, Any]:
    """A workflow that opens a site, asks, and clicks on something after each answer."""
    nodes: list[dict[str, Any]] = [{"type": "browser_action", "config": {"action": "navigate", "url": site.url}}]
    for act in acts:
        nodes += [
            {"type": "ask", "config": {"question": "Go on?"}},
            {"type": "browser_action", "config": {"action": "click", "selector": act}},
        ]
    nodes.append({"type": "ask", "config": {"question": "Go on?"}})
    return {"name": "colours", "nodes": [{"position": at, **node} for at, node in enumerate(nodes)]}


def colour(frame: dict[str, Any]) -> str:
    """The colour of the corner of a frame's picture."""
    if "image" not in frame:
        return "none"
    drawn = Image.open(BytesIO(base64.b64decode(frame["image"]))).convert("RGB")
    red, _, blue = drawn.getpixel((5, 5))  # type: ignore[misc]
    return "red" if red > blue else "blue"


def going(served: Served, name: str) -> list[str]:
    """The runs of a name that go on."""
    runs = served.client.get("/api/runs").json()["runs"]
    return [each["id"] for each in runs if each["name"] == name and each["status"] == "running"]


def seen(page: PageSocket, wanted: str) -> dict[str, Any]:
    """The first frame of that colour."""
    while colour(frame := fits(page.heard("frame"))) != wanted:
        pass
    return frame


def test_frames_follow_what_the_run_does(served: Served, site: Site) -> None:
    run = served.start(workflow=asking(site, "text=Blue", "text=Other"))
    served.asks(run)
    with PageSocket(served) as page:
        answer, _ = page.ask("watch", run=run, on=True)
        assert "fault" not in fits(answer)
        frame = seen(page, "red")
        tab = {"title": "Colours", "url": site.url, "active": True}
        size = (frame["width"], frame["height"])
        assert (frame["run"], frame["url"], frame["title"], frame["tabs"]) == (run, site.url, "Colours", [tab])
        assert Image.open(BytesIO(base64.b64decode(frame["image"]))).size == size
        served.client.post(f"/api/runs/{run}/answer", json={"answer": "yes"}).raise_for_status()
        seen(page, "blue")
        served.asks(run)
        served.client.post(f"/api/runs/{run}/answer", json={"answer": "yes"}).raise_for_status()
        other = {"title": "Colours", "url": f"{site.url}other", "active": True}
        while (frame := seen(page, "red"))["tabs"] != [{**tab, "active": False}, other]:
            pass
        page.ask("watch", run=run, on=False)
        with PageSocket(served) as second:
            second.ask("watch", run=run, on=True)
            seen(second, "red")
            served.asks(run)
            served.client.post(f"/api/runs/{run}/answer", json={"answer": "yes"}).raise_for_status()
            while not (last := fits(second.heard("frame"))).get("ended"):
                pass
        assert (last["note"], "image" in last) == ("The run has ended.", False)
        assert page.ask("ping")[1] == []
    assert served.ended(run)["status"] == "done"
    with PageSocket(served) as page:
        fault = fits(page.ask("watch", run=run, on=True)[0])["fault"]
        assert (fault["code"], fault["received"], fault["retry"]) == ("conflict", "done", False)


@pytest.mark.document("all", "A run of another process on the same home is watched, and who takes over is told where.")
def test_a_run_of_another_process_is_watched(nursery: Nursery, tmp_path: Path, served: Served, site: Site) -> None:
    file = tmp_path / "colours.workflow.json"
    file.write_text(json.dumps({**asking(site, "text=Blue"), "name": "elsewhere"}))
    environ = {"POLLEX_HOME": str(served.home)}
    with nursery.start("pollex", "flow", "run", str(file), "--json", environ=environ) as other:
        [run] = until("it is there", lambda: going(served, "elsewhere"))
        served.asks(run)
        with PageSocket(served) as page:
            assert "fault" not in page.ask("watch", run=run, on=True)[0]
            assert seen(page, "red")["url"] == site.url
            fault = page.ask("take", run=run, on=True)[0]["fault"]
            assert f"goes on in the process {other.pid}" in fault["message"]
            served.client.post(f"/api/runs/{run}/answer", json={"answer": "yes"}).raise_for_status()
            seen(page, "blue")
            served.asks(run)
            served.client.post(f"/api/runs/{run}/answer", json={"answer": "yes"}).raise_for_status()
            while not page.heard("frame").get("ended"):
                pass
        assert json.loads(other.rest())["ok"]
