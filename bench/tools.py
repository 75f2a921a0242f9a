"""What one tool call costs in Pollex and its peers, and what each checks for it. Run by `make bench`."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import warnings
from pathlib import Path

from bench.contender import Contender
from bench.contenders import contenders
from bench.fresh import measure_fresh
from bench.functions import add, add_async
from bench.probes import probe
from bench.report import Report
from bench.timing import measure

LATEST = Path(".bench/tools/latest.md")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="batches of each contender (default: 40)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there as well")
    parser.add_argument("--quick", action="store_true", help="three rounds: only to see that everything runs")
    return parser.parse_args()


async def checks(chosen: list[Contender]) -> dict[str, dict[str, str]]:
    """Peers log what the probes provoke; that is not news."""
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {contender.name: await probe(contender) for contender in chosen}


async def run(rounds: int, fresh_rounds: int) -> Report:
    chosen = contenders()
    libraries = [contender for contender in chosen if contender.module]
    unlike = list({contender.module: contender for contender in reversed(libraries)}.values())[::-1]
    return Report(
        contenders=chosen,
        rounds=rounds,
        sync=await measure(chosen, add, rounds),
        asynchronous=await measure(chosen, add_async, rounds),
        checks=await checks(libraries),
        fresh=await asyncio.to_thread(measure_fresh, unlike, fresh_rounds),
    )


def main() -> None:
    chosen = options()
    rounds, fresh_rounds = (3, 1) if chosen.quick else (chosen.rounds, 5)
    report = asyncio.run(run(rounds, fresh_rounds))
    text = report.to_markdown()
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(text)
    if chosen.json:
        chosen.json.write_text(json.dumps(report.to_json(), indent=2) + "\n")
    print(text)


if __name__ == "__main__":
    main()
