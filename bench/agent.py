"""What the agent needs for a task, with a model that plays from a script by what its requests show, and beside a peer.

`bench/run agent [gallery | apps | beside | peer | speed]`; without a word, all of them. `apps` and `beside`
need the applications beside the checkout, and say so where they are not; `beside` and `peer` need the peers, which
`bench/run page --quick` installs.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(".bench/agent")


def gallery(given: argparse.Namespace) -> list[str]:
    from bench.agent_report import summary
    from bench.widgets.script import scripts, tasks
    from bench.widgets.solve import solve

    tried = asyncio.run(solve(tasks(given.only), scripts("pollex"), show=given.verbose))
    return summary("The widget gallery", {"gallery": tried})


def apps(given: argparse.Namespace) -> list[str]:
    from bench.agent_apps import entries, solve
    from bench.agent_report import grouped, summary

    tried = asyncio.run(solve(entries(given.only), show=given.verbose))
    return summary("Tasks of four applications", grouped(tried))


def beside(given: argparse.Namespace) -> list[str]:
    from bench.agent_apps import beside_tasks, solve
    from bench.agent_apps_peer import beside
    from bench.agent_report import pairs

    wanted = beside_tasks(given.only)
    return pairs(asyncio.run(solve(wanted)), beside(wanted))


def speed(given: argparse.Namespace) -> list[str]:
    from bench.agent_speed import measure

    return asyncio.run(measure(given.rounds, given.only, verbose=given.verbose))


def peer(given: argparse.Namespace) -> list[str]:
    from bench.agent_peer import measure

    return measure(given.rounds)


PARTS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "gallery": gallery,
    "apps": apps,
    "beside": beside,
    "peer": peer,
    "speed": speed,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run agent", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS)
    parser.add_argument("--only", default="", help="Tasks or jobs whose name contains this.")
    parser.add_argument("--rounds", type=int, default=7, help="Of speed and peer.")
    parser.add_argument("--verbose", action="store_true", help="Print what the model is shown, or what was wrong.")
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, part in PARTS.items():
        if given.part in (None, name):
            told = "\n".join(part(given)) + "\n"
            print(told)
            (FOLDER / f"{name}.md").write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
