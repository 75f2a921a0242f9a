"""Who found what: all contenders, one after the other, in one tab, so that elements are compared by identity."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bench.page_chromium import Tab, tab
from bench.page_contender import Contender, Found
from bench.page_nodes import Described, describe_near, sessions


@dataclass(frozen=True, slots=True)
class Difference:
    """An element near the viewport that not everybody found."""

    what: Described
    found_by: frozenset[str]


@dataclass(frozen=True, slots=True)
class Compared:
    """How many elements each found near the viewport, and those that not everybody found."""

    near: dict[str, int]
    differences: Sequence[Difference]


async def compare(url: str, contenders: Sequence[Contender]) -> Compared:
    async with tab(url) as loaded:
        found = {each.name: await found_by(each, loaded) for each in contenders}
        known = {name: set(nodes) for name, nodes in found.items() if nodes is not None}
        if not known:
            return Compared({}, [])
        async with sessions(loaded.place) as held:
            described = await describe_near(held, sorted(set.union(*known.values())))
            near = {name: len(nodes & described.keys()) for name, nodes in known.items()}
            differences = []
            for node, what in described.items():
                finders = frozenset(name for name, nodes in known.items() if node in nodes)
                if len(finders) < len(known):
                    differences.append(Difference(await held.named(node, what), finders))
        return Compared(near, differences)


async def found_by(contender: Contender, loaded: Tab) -> Found:
    try:
        async with contender.open(loaded.place) as opened:
            await opened.observe()
            return await opened.found()
    except Exception as problem:  # noqa: BLE001 - a peer that fails on a page is a result
        print(f"{contender.name} could not say what it found: {problem}", file=sys.stderr)
        return None
