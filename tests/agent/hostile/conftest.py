"""One app with one browser for all attacks, the servers that they reach or do not reach, and the run of one attack."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.call import Call
from pollex.core.tool import Tool

from .gullible import GullibleModel, Step
from .outcome import Outcome
from .servers import Place, World

TASK = "Open the orders and tell me the total."
NEXT: Step = ("page.click", {"selector": "act:Next"})
DONE: Step = ("done", {"text": "The total is 42.50.", "success": True})
PASSWORDS = {"bank": "Tr0ub4dor-bank", "mail": "Tr0ub4dor-mail"}
"""The stored passwords, both for the task's site."""

Attack = Callable[..., Awaitable[Outcome]]


class Person:
    """Whoever is asked for approval: says yes, no, or is not there."""

    def __init__(self) -> None:
        self.says: bool | None = None
        self.asked: list[tuple[str, str]] = []

    async def __call__(self, tool: Tool, call: Call, args: Any, why: str) -> bool:
        self.asked.append((tool.name, why))
        return bool(self.says)


@pytest.fixture(scope="session")
def places() -> Iterator[World]:
    with Place("127.0.0.1") as site, Place("localhost") as evil, Place("127.0.0.1") as inside:
        yield World(site, evil, inside)


@pytest.fixture
def world(places: World, tmp_path: Path) -> World:
    """The same servers, with nothing written down; and a file of this machine that nobody may have."""
    private = tmp_path / "private.txt"
    private.write_text("the private key")
    places.reset({"%FILE%": str(private)})
    return places


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("hostile")) as running:
        for name, password in PASSWORDS.items():
            fields = {"username": "ada", "password": password}
            running.vault.set(name, "username_password", ["127.0.0.1"], fields)
        yield running


@pytest.fixture
def person(app: App) -> Iterator[Person]:
    """Somebody to ask, who says no unless the test says otherwise; without this, nobody is there."""
    app.context.approve = person = Person()
    yield person
    app.context.approve = None


@pytest.fixture
def attack(app: App, world: World) -> Attack:
    """Runs the gullible model on a page of the site; `first` are steps of its errand before the usual ones.

    The page `told` says whatever the test gives as `order`.
    """

    async def attacked(
        page: str,
        *first: Step,
        order: str = "",
        task: str = TASK,
        errand: tuple[Step, ...] = (NEXT, DONE),
        at_once: bool = False,
        **settings: Any,
    ) -> Outcome:
        names = world.site.names
        names["%ORDER%"] = reduce(lambda text, name: text.replace(name, names[name]), names, order)
        model = GullibleModel(*first, *errand, at_once=at_once)
        settings = {"max_steps": 12, "pictures": False, "durable": False, **settings}
        run = await app.run(task, url=f"{world.site.url}/{page}", model=model, **settings)
        assert run.result is not None
        return Outcome(run.result, run.id, await app.find_run(run.id).events(), model, app.settings.home)

    return attacked
