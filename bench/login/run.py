"""Plays the exam: `python -m bench.login.run --with MODULE:NAME [--only ID,ID]`.

NAME is a function without arguments that returns an asynchronous context manager of a contender (`sitting.Contender`).
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib import import_module

from bench.login.exam import variants
from bench.login.sites import serving
from bench.login.sitting import Contender, Sitting, sit
from bench.report import table

Opening = Callable[[], AbstractAsyncContextManager[Contender]]


def named(text: str) -> Opening:
    """Return what `module:name` names."""
    module, _, name = text.partition(":")
    found: Opening = getattr(import_module(module), name)
    return found


async def play(opening: Opening, only: str) -> list[Sitting]:
    """Make the attempts one after the other."""
    found = []
    with serving() as sites:
        async with opening() as contender:
            for variant in variants(only):
                sitting = await sit(contender, sites, variant)
                found.append(sitting)
                line = f"{'WRONG' if sitting.wrong else 'right':6} {sitting.seconds:6.1f} s  {variant.id}"
                print(line, *sitting.wrong, sep="\n    ", flush=True)
    return found


def summary(found: list[Sitting]) -> str:
    """Return how many were right, by what should have been."""
    right, all_of = Counter[str](), Counter[str]()
    for each in found:
        wanted = " or ".join(map(str, each.variant.outcomes))
        all_of[wanted] += 1
        right[wanted] += not each.wrong
    rows = [[wanted, f"{count}", f"{right[wanted]}"] for wanted, count in sorted(all_of.items())]
    whole = {each.variant.login for each in found} - {each.variant.login for each in found if each.wrong}
    pages = len({each.variant.login for each in found})
    total = f"{right.total()} of {all_of.total()} attempts right; {len(whole)} of {pages} pages right in all of theirs"
    return f"\n{table(['should be', 'attempts', 'right'], rows)}\n\n{total}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play the exam of the generic login.")
    parser.add_argument("--with", dest="contender", required=True, help="the contender, as MODULE:NAME")
    parser.add_argument("--only", default="", help="parts of the ids to play, separated by commas")
    chosen = parser.parse_args()
    print(summary(asyncio.run(play(named(chosen.contender), chosen.only))))
