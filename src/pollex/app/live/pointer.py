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


class PersonPointer:
    """Points at things, and drags them."""

    def __init__(self, steps: PersonSteps, page: LivePage) -> None:
        self._steps = steps
        self._page = page
        self._rests: list[Rest] = []

    async def rest(self, x: float, y: float) -> None:
        """Let the pointer rest at a point."""
        touched = await element_at(self._page, x, y)
        await touched.ask("beforeRest", not self._rests)
        args: Object = {"index": touched.index, **needed(touched, "position")}
        done = await self._steps.call("page.hover", args, x=x, y=y)
        if await touched.ask("afterRest", touched.number):
            self._rests.append(Rest(touched, done))

    async def use(self, touched: Touched) -> None:
        """Keep what brought into sight what is used now; forget all other rests."""
        rests, self._rests = self._rests, []
        led = await touched.ask("restsBefore", touched.number) if rests else None
        known = {each.on.number: each for each in rests if each.on.frame == touched.frame}
        for number in led or ():
            if number in known and number != touched.number:
                await self._steps.keep(known[number].call)

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
