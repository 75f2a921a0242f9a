"""A person's pointer. Where it rests is no step, unless that brought into sight what is used next, as a menu."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.json import Object
from ...page.hands import Touched, element_at
from ...page.live import LivePage
from .person_steps import DoneCall, PersonSteps


@dataclass(frozen=True, slots=True)
class Rest:
    """A rest that brought something into sight."""

    on: Touched
    call: DoneCall
    revealed: bool
    """Whether what it rests on came into sight by another."""


class PersonPointer:
    """Points at things, and drags them."""

    def __init__(self, steps: PersonSteps, page: LivePage) -> None:
        self._steps = steps
        self._page = page
        self._rests: list[Rest] = []

    async def rest(self, x: float, y: float) -> None:
        """Let the pointer rest at a point."""
        touched = await element_at(self._page, x, y)
        revealed = bool(self._rests) and bool(await touched.ask("isRevealed", touched.number))
        await touched.ask("behold", not self._rests)
        args: Object = {"index": touched.index, **needed(touched, "position")}
        done = await self._steps.call("page.hover", args, x=x, y=y)
        if await touched.ask("revealed"):
            self._rests.append(Rest(touched, done, revealed))

    async def use(self, touched: Touched) -> None:
        """Keep what brought into sight what is used now; forget all other rests."""
        rests, self._rests = self._rests, []
        if not rests or not await touched.ask("isRevealed", touched.number):
            return
        first = max((number for number, each in enumerate(rests) if not each.revealed), default=0)
        for each in rests[first:]:
            if not each.on.is_same(touched):
                await self._steps.keep(each.call)

    def forget(self) -> None:
        """Forget where it rested, since something else was done."""
        self._rests.clear()

    async def drag(self, start: Touched, goal: Touched, dx: float, dy: float) -> None:
        """Drag something onto something else, or by a distance where it stays on itself."""
        args: Object = {"index": start.index, **placed(start, "hold")}
        if start.is_same(goal) or goal.about["tag"] in ("html", "body"):
            await self._steps.step("page.drag", {**args, "by": {"x": dx, "y": dy}})
        else:
            await self._steps.step("page.drag", {**args, "to": goal.index, **placed(goal, "position")})


def placed(touched: Touched, name: str) -> Object:
    """Return the place on an element that a person meant, as an argument."""
    return {} if touched.at is None else {name: touched.at}


def needed(touched: Touched, name: str) -> Object:
    """Return the place on an element where it matters: a control is the same everywhere, a drawing is not."""
    return {} if touched.about["control"] and touched.about["tag"] != "canvas" else placed(touched, name)
