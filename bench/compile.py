"""What a run becomes: twenty tasks, each done by a scripted model, compiled, and replayed without any model.

The tasks, their other inputs and what is right after them are the frozen papers of `tests/agent/exam`. Each workflow is
run again as it is, on other data, with other inputs, and on the three other layouts.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Final

from bench.report import table
from tests.agent.exam import expected
from tests.agent.exam.conftest import CARD, renamed
from tests.agent.exam.paper import Entry, read

import pollex
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.compile import Compiled, compile_run
from pollex.practice.bank.state import PASSWORD, SECRET, USER
from pollex.practice.server import Server
from pollex.practice.site import World
from pollex.testing import Player

SITES: Final = ("shop", "bank", "tracker", "mail")
VERDICTS: Final = ("right", "in part", "silent", "refused", "wrong", "failed after acting", "no inputs")


@dataclass(frozen=True)
class Place:
    """Where a workflow is run again, and with what."""

    name: str
    seed: int = 1
    layout: int = 1
    other_inputs: bool = False


PLACES: Final = (
    Place("as it was"),
    Place("other data", seed=7),
    Place("other inputs", other_inputs=True),
    *(Place(f"layout {number}", layout=number) for number in (2, 3, 4)),
)


async def done(app: pollex.App, entry: Entry) -> Compiled:
    """A task, done as its script says, as a workflow."""
    player = Player([[renamed(step) for step in turn] for turn in entry["turns"]], stubborn=True)
    with Server() as server:
        url = server.url + entry["url"]
        run = await app.run(entry["task"], url=url, model=player, pictures=False, durable=False)
        return compile_run(await run.events(), tools=app.tools)


async def replayed(app: pollex.App, entry: Entry, made: Compiled, place: Place) -> tuple[str, str]:
    """The verdict on a replay, and why."""
    given, inputs = other_inputs(made.document, entry) if place.other_inputs else ({}, entry["inputs"])
    if place.other_inputs and not given:
        return "no inputs", ""
    store_code(app)
    with Server(place.seed, place.layout) as server:
        workflow = made.workflow(tools=app.tools)
        result = await app.run_workflow(workflow, {**given, "base": server.url}, durable=False)
        if not result.ok:
            changed = changes(server.world)
            return ("failed after acting" if changed else "refused"), f"{result.fault} {changed or ''}"
        return judged(entry, server.world, result.data["outputs"], inputs)


def judged(entry: Entry, world: World, outputs: Object, inputs: Object) -> tuple[str, str]:
    name = entry["id"].replace("-", "_")
    try:
        right = getattr(expected, name)(world, inputs)
    except (ArithmeticError, LookupError, StopIteration):  # only some of the others were inputs: there is no such case
        return "no inputs", ""
    wrong = expected.agree({key: value for key, value in right.items() if key in outputs}, outputs)
    wrong += getattr(expected, f"{name}_state")(world, inputs)
    if wrong:
        return "wrong", "; ".join(wrong)
    lacking = [key for key in right if key not in outputs]
    return ("right" if not lacking else "in part" if len(lacking) < len(right) else "silent"), ", ".join(lacking)


def other_inputs(document: Object, entry: Entry) -> tuple[Object, Object]:
    """The workflow's inputs with the other values, and what the task then says: what is no input stays as it was."""
    given, said = {}, dict(entry["inputs"])
    for name, value in entry["inputs"].items():
        other = entry["others"][name]
        for each in document.get("inputs", ()):
            if (fitting := same(str(each.get("default_value")), value, other)) is not None:
                given[each["display_name"]], said[name] = fitting, other
    return given, said


def same(default: str, value: str, other: str) -> str | None:
    """The other value as an input takes it, where its default is what the task says."""
    if plain(default) == plain(value):
        return other[:1].upper() + other[1:] if default[:1].isupper() else other
    try:
        return expected.as_date(other).isoformat() if default == expected.as_date(value).isoformat() else None
    except ValueError:
        return None


def plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def changes(world: World) -> list[str]:
    """What is not as it was on the sites."""
    seen = [getattr(expected, f"wrong_in_{site}") for site in SITES if site in world.parts]
    return [each for look in seen for each in look(world)]


async def measure(wanted: list[str]) -> None:
    counts: dict[str, Counter[str]] = {place.name: Counter() for place in PLACES}
    outputs = Counter[str]()
    with TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}) as app:
            app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": USER, "password": PASSWORD})
            app.vault.set("card", "custom", ["127.0.0.1"], CARD)
            for entry in read("tasks.json"):
                if not wanted or entry["id"] in wanted:
                    await one(app, entry, counts, outputs)
    print(f"\n{outputs['given']} of {outputs['said']} values of the answers are outputs.\n")
    rows = [[name, *(str(found[each] or "") for each in VERDICTS)] for name, found in counts.items()]
    print(table(["replayed", *VERDICTS], rows))


def store_code(app: pollex.App) -> None:
    """Store the authenticator anew, or a second login would wait for the next window of its codes."""
    app.vault.set("bank2fa", "authenticator", ["127.0.0.1"], {"secret": SECRET})


async def one(app: pollex.App, entry: Entry, counts: dict[str, Counter[str]], outputs: Counter[str]) -> None:
    said = entry["turns"][-1][-1]["values"]
    outputs["said"] += len(said)
    store_code(app)
    try:
        made = await done(app, entry)
    except Fault as fault:
        print(f"{entry['id']}: not compiled, {fault}")
        return
    given = {each["display_name"] for each in made.document.get("outputs", ())}
    outputs["given"] += len(said.keys() & given)
    print(f"{entry['id']}: {len(said.keys() & given)} of {len(said)} values")
    for place in PLACES:
        verdict, why = await replayed(app, entry, made, place)
        counts[place.name][verdict] += 1
        print(f"  {place.name}: {verdict}{f' ({why[:200]})' if why else ''}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", nargs="*", help="only these tasks, by their ids")
    asyncio.run(measure(parser.parse_args().task))
