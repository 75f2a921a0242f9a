"""The exam of compiling: how many replays are right, refused or wrong, and how many outputs have their names.

`bench/run exam [--only ID] [--jobs N] [--runs]`. `--runs` only plays the runs, to see that the exam itself is in order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import Final

from bench.report import table

from .play import Played, Replayed, play

HERE: Final = Path(__file__).parent
LATEST: Final = Path(".bench/exam/latest.md")
KINDS: Final = {"same": "the same input", "inputs": "other inputs", "layout": "other layouts"}
OUTCOMES: Final = ("right", "silent", "refused", "wrong")


async def play_all(entries: list[dict[str, object]], workers: int) -> list[Played]:
    waiting, done = list(entries), []

    async def work() -> None:
        while waiting:
            played = await play(waiting.pop(0))
            done.append(played)
            print(f"{len(done)}/{len(entries)} {_line(played)}", flush=True)

    await asyncio.gather(*(work() for _ in range(workers)))
    order = [each["id"] for each in entries]
    return sorted(done, key=lambda each: order.index(each.entry["id"]))


def _line(played: Played) -> str:
    if played.problem:
        return f"{played.entry['id']}: the run itself failed: {played.problem}"
    return f"{played.entry['id']}: {' '.join(each.outcome for each in played.replays)}"


def report(done: list[Played]) -> str:
    """Return the table and the list of everything that is not right."""
    replays = [each for played in done for each in played.replays]
    asked, named = sum(each.asked for each in replays), sum(each.named for each in replays)
    rows = [*(_row(name, kind, replays) for kind, name in KINDS.items()), _row("all", "", replays)]
    parts = [
        "# The exam of compiling",
        table(["replays", "all", *OUTCOMES], rows),
        f"Outputs named of those asked for, where the workflow went well: {named} of {asked} ({_share(named, asked)}).",
        *(f"The exam itself is out of order: {_line(each)}" for each in done if each.problem),
        "## Not right",
        _list(replays, "wrong", "silent", "refused"),
        "## Right, but a value is missing",
        _list(replays, "right"),
    ]
    return "\n\n".join(parts) + "\n"


def _list(replays: list[Replayed], *outcomes: str) -> str:
    """Return a line for each replay that came to one of these outcomes and has something to tell."""
    lines = [
        f"* {outcome} · {each.task} · {each.name}: {each.reason}"
        for outcome in outcomes
        for each in replays
        if each.outcome == outcome and each.reason
    ]
    return "\n".join(lines) or "Nothing."


def _row(name: str, kind: str, replays: list[Replayed]) -> list[str]:
    found = [each for each in replays if kind in ("", each.kind)]
    counts = [sum(each.outcome == outcome for each in found) for outcome in OUTCOMES]
    return [name, str(len(found)), *(f"{count} ({_share(count, len(found))})" for count in counts)]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only tasks with these words in their id")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at once")
    parser.add_argument("--runs", action="store_true", help="only play the runs")
    given = parser.parse_args()
    entries = [each for each in json.loads((HERE / "tasks.json").read_text()) if given.only in each["id"]]
    if given.runs:
        entries = [{**each, "only_run": True} for each in entries]
    done = asyncio.run(play_all(entries, given.jobs))
    if given.runs:
        return int(any(each.problem for each in done))
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(report(done))
    print(f"\n{LATEST.read_text()}")
    return int(any(each.outcome == "wrong" for played in done for each in played.replays))


if __name__ == "__main__":
    raise SystemExit(main())
