"""Plans that wait for a person: made by one process, decided through the doors of another."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex import App

from ..processes import Nursery
from .page_socket import PageSocket
from .served import Served
from .test_socket import WINDOW, fits, html

STEPS = [WINDOW, html("<p>Milk</p>")]


async def keep_plans(home: Path, count: int) -> list[tuple[str, str]]:
    """Workspaces with a plan each, as a model leaves it."""
    made: list[tuple[str, str]] = []
    async with App(home=home) as app:
        for _ in range(count):
            host = await app.workspaces.open("00000000-0000-4000-8000-" + f"{len(made):012}")
            plan = await host.orchestrator.plans.keep(STEPS, title="A note")
            made.append((host.workspace.id, plan.id))
    return made


@pytest.fixture(scope="module")
def kept(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, list[tuple[str, str]]]]:
    home = tmp_path_factory.mktemp("plans")
    plans = asyncio.run(keep_plans(home, 3))
    with Served(nursery, home) as served:
        yield served, plans


Kept = tuple[Served, list[tuple[str, str]]]


def windows(served: Served, workspace: str) -> list[str]:
    return [each["id"] for each in served.client.get(f"/api/workspace/{workspace}").json()["windows"]]


def decide(served: Served, workspace: str, **body: Any) -> Any:
    return served.client.post(f"/api/workspace/{workspace}/plan", json=body)


def test_a_plan_waits_and_is_accepted(kept: Kept) -> None:
    served, [(workspace, plan), *_] = kept
    gate = served.client.get(f"/api/workspace/{workspace}/gate").json()
    assert [(each["plan"], each["title"], len(each["steps"])) for each in gate["plans"]] == [(plan, "A note", 2)]
    assert served.client.get(f"/api/workspace/{workspace}").json()["gate"] == gate
    answer = decide(served, workspace, plan=plan, decision="accept", steps=[0]).json()
    assert ([each["ok"] for each in answer["results"]], windows(served, workspace)) == ([True], ["notes"])
    answer = decide(served, workspace, plan=plan, decision="accept").json()
    assert (len(answer["results"]), answer["gate"]["plans"]) == (1, [])
    again = decide(served, workspace, plan=plan, decision="accept")
    assert (again.status_code, again.json()["fault"]["code"]) == (422, "not_found")


def test_a_plan_is_edited_and_refused(kept: Kept) -> None:
    served, [_, (workspace, plan), _] = kept
    edit = {"plan": plan, "decision": "edit", "steps": [0], "command": {"op": "dom.st", "params": {}}}
    assert decide(served, workspace, **edit).status_code == 422
    assert decide(served, workspace, **{**edit, "steps": [0, 1]}).status_code == 422
    other = {"op": "window.create", "params": {"title": "Bread"}}
    edited = decide(served, workspace, **{**edit, "command": other}).json()
    assert "Bread" in json.dumps(edited["gate"]["plans"][0]["steps"][0])
    refused = decide(served, workspace, plan=plan, decision="refuse").json()
    assert (refused["gate"]["plans"], windows(served, workspace)) == ([], [])


def test_every_client_hears_of_the_gate(kept: Kept) -> None:
    served, [*_, (workspace, plan)] = kept
    with PageSocket(served) as page, PageSocket(served) as other:
        [snapshot] = page.hello(workspace)
        assert [each["plan"] for each in fits(snapshot)["gate"]["plans"]] == [plan]
        other.hello(workspace)
        answer, _ = other.ask("plan", plan=plan, decision="accept")
        assert [each["ok"] for each in fits(answer)["data"]["results"]] == [True, True]
        assert list(fits(page.heard("update"))["windows"]) == ["notes"]
        assert fits(page.heard("gate"))["plans"] == []
        assert "fault" not in other.ask("stop")[0]
        assert page.heard("gate")["locked"] is True
        [snapshot] = [each for each in page.hello(workspace, after=0) if each["type"] == "snapshot"]
        assert snapshot["gate"] == {"fullControl": False, "locked": True, "plans": []}
