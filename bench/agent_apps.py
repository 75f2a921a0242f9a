"""Tasks of four applications that nobody here wrote, done by a model that plays from a script, judged by their makers.

A script is a function of what its requests show: it names elements in the words of the outline, and a name that no
request has shown ends the run. The guard is on, its judge is off, and a person agrees to every question; they count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.agent_form import Server
from bench.agent_player import WeighedPlayer
from bench.trust.play import Entry, Person, open_app, play_honest
from bench.trust.stage import APPS

STEPS: Final = Path(__file__).parent / "apps"
NAMES: Final = (
    "elation-clinical-records",
    "elation-prescriptions",
    "gmail-accounts-and-contacts",
    "handshake-career-exploration",
)
HARD: Final = tuple(f"task_h{number}" for number in range(1, 11))
"""Of each application: the first ten."""


@dataclass(frozen=True, slots=True)
class Tried:
    """How a task went."""

    app: str
    difficulty: str
    id: str
    scripted: bool
    solved: bool = False
    seconds: float = 0.0
    sizes: tuple[int, ...] = ()
    """The bytes of each request."""
    asked: int = 0
    """Questions to the person."""
    why: str = field(default="nobody has written a script")


BESIDE: Final = (
    ("elation-clinical-records", "e2 e6 e11 e13 e14 e17 m1"),
    ("elation-prescriptions", "e1 e2 e3 e15 e20 m7 m12"),
    ("gmail-accounts-and-contacts", "e3 e4 e7 e14 m3 m17"),
    ("handshake-career-exploration", "e1 e5 m3 m11"),
)
"""Tasks that browser-use does too, where its text has the words of the script."""


def beside_tasks(only: str = "") -> list[Entry]:
    names = {f"{app}-task_{each}" for app, listed in BESIDE for each in listed.split()}
    return [entry for entry in entries(only) if entry["id"] in names]


def entries(only: str = "") -> Iterator[Entry]:
    """Yield all easy and medium tasks and the hard ones that are fixed, with their scripts, if there are any."""
    for app in NAMES:
        if not (APPS / app).exists():
            print(f"skipped: {app} does not lie beside the checkout", flush=True)
            continue
        scripts = json.loads((STEPS / f"{app}.json").read_text(encoding="utf-8"))
        for task in json.loads((APPS / app / "real-tasks.json").read_text(encoding="utf-8")):
            name = f"{app}-{task['id']}"
            if only not in name or (task["difficulty"] == "hard" and task["id"] not in HARD):
                continue
            about = {"difficulty": task["difficulty"], "task": task["instruction"], "verify": task["verify"]}
            yield {"id": name, "app": app, "turns": scripts.get(task["id"], []), **about}


async def solve(wanted: Iterable[Entry], *, show: bool = False) -> list[Tried]:
    """Try the tasks one after the other, each with a fresh server of its application."""
    found = []
    person = Person()
    with TemporaryDirectory() as home, Server() as server:
        async with open_app(Path(home), person) as app, app.model(f"openai:instant@{server.url}v1") as wire:
            for entry in wanted:
                about = (entry["app"], entry["difficulty"], entry["id"])
                if not entry["turns"]:
                    found.append(Tried(*about, scripted=False))
                    continue
                player = WeighedPlayer(entry["turns"], wire, server, show=show)
                played = await play_honest(app, person, entry, None, player)
                why = "; ".join(each for each in (player.problem, *played.wrong, *played.refused) if each)
                solved = played.ok and not played.wrong
                found.append(Tried(*about, True, solved, played.seconds, tuple(player.sizes), len(played.asked), why))
                print(line(found[-1]), flush=True)
    return found


def line(tried: Tried) -> str:
    about = f"{len(tried.sizes)} requests {sum(tried.sizes):7,} bytes {tried.seconds:5.1f} s  {tried.id}"
    return f"{'solved' if tried.solved else 'NOT':7}{about}{'' if tried.solved else f': {tried.why}'}"
