"""Words that may be the name of one button, or two orders: the page tells which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..program import Instruction, Joined
from .calling import act, call
from .columns import tokens
from .script import Memory, Script

Do: TypeAlias = Callable[[Memory, tuple[Instruction, ...]], Script[None]]


def joined(memory: Memory, step: Joined, do: Do) -> Script[None]:
    """Press the button that is called so; do the steps where there is none."""
    found = yield from call(memory, "query", selector="css=button, input[type=submit], a[role=button]", most=60)
    named = [each for each in found.get("elements") or () if tokens(str(each["name"])) == tokens(step.words)]
    if len(named) == 1 and "disabled" not in named[0]["states"]:
        name = str(named[0]["name"]).replace('"', "")
        if (yield from act(memory, step.words, "click", selector=f'act:the "{name}" button')).ok:
            return
    yield from do(memory, step.steps)
