"""What the agent can do and what it costs: tasks in words, replays of what was done, and a peer on the same form.

`bench/run agent [tasks | replay | speed | peer]`; without a word, all of them.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path

from bench.agent_tasks import solve, summary

FOLDER = Path(".bench/agent")


def tasks(given: argparse.Namespace) -> list[str]:
    verbose = given.verbose and given.which == "open"
    return summary(given.which, asyncio.run(solve(given.which, given.only, verbose=verbose)))


def replay(given: argparse.Namespace) -> list[str]:
    from bench.agent_replay import replays

    layouts = [int(each) for each in given.layouts.split(",")]
    return asyncio.run(replays(given.only, layouts, verbose=given.verbose))


def speed(given: argparse.Namespace) -> list[str]:
    from bench.agent_speed import measure

    return asyncio.run(measure(given.rounds, given.only, verbose=given.verbose))


def peer(given: argparse.Namespace) -> list[str]:
    from bench.agent_peer import measure

    return measure(given.rounds)


PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "tasks": tasks,
    "replay": replay,
    "speed": speed,
    "peer": peer,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run agent", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS)
    parser.add_argument("--which", default="open", choices=["open", "frozen"], help="Tasks to try.")
    parser.add_argument("--only", default="", help="Tasks or jobs whose name contains this.")
    parser.add_argument("--layouts", default="1,3,4,2", help="Of the replays; the usual one first.")
    parser.add_argument("--rounds", type=int, default=7, help="Of speed and peer.")
    parser.add_argument("--verbose", action="store_true", help="Say what was wrong (never with the frozen ones).")
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, part in PARTS.items():
        if given.part in (None, name):
            told = "\n".join(part(given)) + "\n"
            print(told)
            (FOLDER / f"{name}.md").write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
