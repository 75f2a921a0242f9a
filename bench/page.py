"""What one look at a page costs in Pollex and its peers, and what each of them sees. Run by `bench/run page`."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from bench import page_deltas
from bench.page_browser_use import browser_use
from bench.page_compare import Compared, compare
from bench.page_contender import Contender
from bench.page_goals import goals
from bench.page_mcp import playwright_mcp
from bench.page_playwright import playwright_snapshot
from bench.page_pollex import pollex_page, ready
from bench.page_report import Looked, differences_to_markdown, to_markdown
from bench.page_timing import measure
from bench.page_tokens import Tokens

LATEST = Path(".bench/page/latest.md")
FIGURES = Path(".bench/page/latest.json")
DIFFERENCES = Path(".bench/page/differences.md")
DELTAS = Path(".bench/page/deltas.md")
FOUND = Path(".bench/page/differences.json")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/run page", description=__doc__)
    parser.add_argument("--rounds", type=int, default=21, help="looks of each contender at each page (default: 21)")
    parser.add_argument("--budget", type=float, default=30, help="seconds of a contender at a page (default: 30)")
    parser.add_argument(
        "--pages", default="", metavar="PATTERN", help="only pages whose name has this regular expression"
    )
    parser.add_argument("--contenders", default="", metavar="PATTERN", help="only contenders whose name has this")
    parser.add_argument("--quick", action="store_true", help="two rounds: only to see that everything runs")
    parser.add_argument("--no-elements", action="store_true", help="do not find out which elements each of them found")
    parser.add_argument("--elements", action="store_true", help="only find that out, and measure nothing")
    parser.add_argument("--deltas", action="store_true", help="only click, and measure what is told after each click")
    parser.add_argument("--serve", action="store_true", help="serve the pages, print their addresses, measure nothing")
    return parser.parse_args()


@contextmanager
def served() -> Iterator[dict[str, str]]:
    """The corpus in a process of its own: names and addresses."""
    command = [sys.executable, "-m", "bench.pages.serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield json.loads(process.stdout.readline())
        process.terminate()


def contenders(pattern: str) -> list[Contender]:
    everyone = [browser_use(), playwright_snapshot(), playwright_mcp()]
    if ready():
        everyone.insert(0, pollex_page())
    else:
        print("Pollex has no page yet: only the peers are measured.", file=sys.stderr)
    return [each for each in everyone if re.search(pattern, each.name)]


async def run(
    addresses: dict[str, str], chosen: list[Contender], rounds: int, budget: float, *, elements: bool
) -> list[Looked]:
    tokens = Tokens()
    looked = []
    for name, url in addresses.items():
        print(f"{name} …", file=sys.stderr)
        try:
            count, looks = await measure(url, chosen, rounds, budget, tokens)
            compared = await compare(url, chosen) if elements else Compared({}, [])
            looked.append(Looked(name, count, looks, compared))
        except (TimeoutError, RuntimeError) as problem:
            print(f"{name}: left out, {problem}", file=sys.stderr)
        write(chosen, looked, rounds)
    return looked


def deltas(addresses: dict[str, str]) -> str:
    clicked = asyncio.run(page_deltas.click_everywhere(addresses, Tokens()))
    text = page_deltas.to_markdown(clicked)
    DELTAS.write_text(text)
    DELTAS.with_suffix(".json").write_text(json.dumps(page_deltas.as_json(clicked), indent=1) + "\n")
    return text


async def elements_only(addresses: dict[str, str], chosen: list[Contender]) -> None:
    looked = []
    for name, url in addresses.items():
        print(f"{name} …", file=sys.stderr)
        try:
            looked.append(Looked(name, 0, [], await compare(url, chosen)))
        except (TimeoutError, RuntimeError) as problem:
            print(f"{name}: left out, {problem}", file=sys.stderr)
        write_differences(chosen, looked)


def write_differences(chosen: list[Contender], looked: list[Looked]) -> None:
    DIFFERENCES.write_text(differences_to_markdown(chosen, looked))
    FOUND.write_text(json.dumps([asdict(each) for each in looked], indent=1, default=sorted) + "\n")


def write(chosen: list[Contender], looked: list[Looked], rounds: int) -> str:
    """After each page, so that an interrupted run leaves something."""
    text = to_markdown(chosen, looked, rounds)
    reached = "\n".join(map(str, goals(looked)))
    text += f"\n## Goals\n\n{reached}\n" if reached else ""
    LATEST.write_text(text)
    FIGURES.write_text(json.dumps([asdict(each) for each in looked], indent=1, default=sorted) + "\n")
    if any(each.compared.near for each in looked):
        write_differences(chosen, looked)
    return text


def main() -> None:
    chosen = options()
    with served() as addresses:
        wanted = {name: url for name, url in addresses.items() if re.search(chosen.pages, name)}
        if chosen.serve:
            print(json.dumps(wanted, indent=2))
            input("Press Enter to end.\n")
            return
        if chosen.deltas:
            print(deltas(wanted))
            return
        known = contenders(chosen.contenders)
        if chosen.elements:
            asyncio.run(elements_only(wanted, known))
            return
        rounds = 2 if chosen.quick else chosen.rounds
        looked = asyncio.run(run(wanted, known, rounds, chosen.budget, elements=not chosen.no_elements))
        print(write(known, looked, rounds))
        print(f"The elements that not everybody found are in {DIFFERENCES}.")


if __name__ == "__main__":
    main()
