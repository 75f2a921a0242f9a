"""A person's acts, as they come from a live view: each is a call of a page tool."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from ...core.environment import RunEnvironment
from ...core.fault import Fault
from ...core.json import Object
from ...core.template import escape
from ...page.hands import Touched, element_at
from ...page.live import LivePage
from .keyboard import PersonKeyboard
from .person_steps import PersonSteps
from .pointer import PersonPointer, needed, placed

GOING: Final = {"back": "page.back", "forward": "page.forward", "reload": "page.refresh"}
ANSWERS: Final = {"Enter": True, "Escape": False}
"""Keys that answer a dialog of the page."""
OPENING: Final = 0.2
"""Seconds in which a click that caused nothing else may still open a chooser of files."""
PAGE: Final = 700
"""Pixels that count as a page when the wheel is turned."""


class PersonHand:
    """Does what a person does, and keeps it."""

    def __init__(self, environment: RunEnvironment, page: LivePage, picture: Callable[[], bytes | None]) -> None:
        """`picture` is what the person sees, without secrets."""
        self._page = page
        self._steps = PersonSteps(environment, page, picture)
        self._keyboard = PersonKeyboard(self._steps, page)
        self._pointer = PersonPointer(self._steps, page)
        self._list: Touched | None = None
        """The list whose options were shown last."""
        self._taker: Touched | None = None
        """What was clicked last that takes a file."""

    async def do(self, act: Object) -> Object | None:
        """Do one act; return what the person needs to know of it."""
        kind, tab = act["kind"], self._page.tabs.current
        if tab is not None and tab.tab.dialog is not None and kind in ("press", "type"):
            await self._answer_dialog(act)
        elif kind == "type" and "secret" in act:
            await self._keyboard.type_stored(act["secret"])
        elif kind == "type":
            await self._keyboard.type(_needed(act, "text"))
        elif kind != "press" or not await self._keyboard.edit(_needed(act, "key")):
            if kind != "hover":  # which does not end what is typed
                await self.finish()
            if kind not in ("hover", "click"):
                self._pointer.forget()
            return await self._do(kind, act)
        return None

    async def finish(self) -> None:
        """Keep what was begun."""
        await self._keyboard.finish()

    async def _do(self, kind: str, act: Object) -> Object | None:
        step = self._steps.step
        match kind:
            case "click":
                return await self._click(act)
            case "hover":
                await self._pointer.rest(_needed(act, "x"), _needed(act, "y"))
            case "drag":
                await self._drag(*(_needed(act, name) for name in ("x", "y", "dx", "dy")))
            case "upload":
                await self._upload(_needed(act, "files"))
            case "choose":
                await self._choose(_needed(act, "text"))
            case "scroll":
                await self._scroll(*(act.get(name, 0) for name in ("x", "y", "dx", "dy")))
            case "press":
                await step("page.keypress", {"key": act["key"]})
            case "goto":
                await step("page.navigate", {"url": escape(_needed(act, "url"))})
            case "tab":
                await step("page.switch_tab", {"tabName": self._tab(_needed(act, "index"))})
            case _:
                await step(GOING[kind], {})
        return None

    async def _answer_dialog(self, act: Object) -> None:
        if act["kind"] == "type":
            await self._steps.step("page.dialog", {"accept": True, "text": escape(_needed(act, "text"))})
        elif act.get("key") in ANSWERS:
            await self._steps.step("page.dialog", {"accept": ANSWERS[act["key"]]})
        else:
            hint = "Press Enter for OK or Escape for Cancel, or type the answer."
            raise Fault("conflict", "The page asks something first.", pointer="/act/key", hint=hint, retry=False)

    async def _click(self, act: Object) -> Object | None:
        """Click what is there. What lists and choosers of files would ask outside the page is asked of the person."""
        touched = await element_at(self._page, _needed(act, "x"), _needed(act, "y"))
        about = touched.about
        await self._pointer.use(touched)
        if about["options"] is not None:
            self._list = touched
            return {"options": about["options"]}
        self._taker = touched if about["files"] else None
        if about["files"]:
            return {"files": True}
        args: Object = {"index": touched.index, **{name: act[name] for name in ("button", "count") if name in act}}
        async with touched.opened.tab.held_choosers() as opening:
            done = await self._steps.call("page.click", {**args, **placed(touched, "position")})
            if not done.caused:
                await asyncio.wait((opening,), timeout=OPENING)
        if opening.done():
            self._taker = touched
            return {"files": True}
        done.args = {**args, **needed(touched, "position")}
        if about["editable"]:
            self._keyboard.entered(touched, done)
        elif done.caused or about["tag"] not in ("html", "body"):
            await self._steps.keep(done)
        return None

    async def _drag(self, x: float, y: float, dx: float, dy: float) -> None:
        start, goal = await element_at(self._page, x, y), await element_at(self._page, x + dx, y + dy)
        await self._pointer.drag(start, goal, dx, dy)

    async def _upload(self, files: Sequence[str]) -> None:
        if self._taker is None:
            message, hint = "Nothing asks for a file.", "Click the field for files first, or what opens the chooser."
            raise Fault("conflict", message, hint=hint, retry=False)
        await self._steps.step("page.upload", {"index": self._taker.index, "files": [escape(each) for each in files]})

    async def _choose(self, option: str) -> None:
        if self._list is None:
            message, hint = "No list was opened.", "Click a list first; the answer has its options."
            raise Fault("conflict", message, hint=hint, retry=False)
        await self._steps.step("page.select", {"index": self._list.index, "option": escape(option)})

    async def _scroll(self, x: float, y: float, dx: float, dy: float) -> None:
        args: Object = {"down": dy >= 0, "pages": round(min(max(abs(dy) / PAGE, 0.1), 20), 2)}
        done = await self._steps.call("page.scroll", args, x=x, y=y, dx=dx, dy=dy)
        if dy:
            await self._steps.keep(done)

    def _tab(self, index: int) -> str:
        names = [each.name for each in self._page.tabs]
        if index >= len(names):
            expected = f"0 to {len(names) - 1}"
            raise Fault("not_found", f"There is no tab {index}.", pointer="/act/index", expected=expected)
        return names[index]


def _needed(act: Object, name: str) -> Any:
    if name not in act:
        message = f"An act of the kind {act['kind']!r} needs {name!r}."
        raise Fault("invalid_input", message, pointer=f"/act/{name}", retry=False)
    return act[name]
