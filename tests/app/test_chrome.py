"""Which run works in which tab of a person's browser."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from pollex.app.chrome import ChromeBrowsers
from pollex.core.fault import Fault
from pollex.core.json import Object


@dataclass
class Connected:
    tabs: dict[int, Object] = field(default_factory=dict)
    connected: bool = True


async def test_a_tab_is_given_to_one_run_at_a_time() -> None:
    browsers = ChromeBrowsers()
    browsers.relays["home"] = Connected({1: {"url": "https://a.example"}, 2: {"url": "https://b.example"}})
    assert await browsers.lease("first", None) == ("home", 1)
    assert await browsers.lease("first", None) == ("home", 1), "the same run finds its tab again"
    assert await browsers.lease("second", None) == ("home", 2)
    with pytest.raises(Fault, match="taken, by the run first, second") as full:
        await browsers.lease("third", None)
    with pytest.raises(Fault, match="taken, by the run second") as taken:
        await browsers.lease("third", 2)
    assert (full.value.code, taken.value.code, browsers.holder("home", 2)) == ("conflict", "conflict", "second")
    browsers.give_back("second")
    assert await browsers.lease("third", 2) == ("home", 2)


async def test_without_a_browser_or_an_allowed_tab_a_run_says_what_to_do() -> None:
    browsers = ChromeBrowsers()
    with pytest.raises(Fault, match="No Chrome is connected") as nobody:
        await browsers.lease("run", None)
    browsers.relays["home"] = Connected()
    with pytest.raises(Fault, match="allows no tab") as nothing:
        await browsers.lease("run", None)
    assert "pollex extension" in str(nobody.value.hint)
    assert "panel" in str(nothing.value.hint)
