"""Lists that a page draws itself: opened by a press, searched, and the option pressed that is called so."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from ...text.words import folded
from ..evidence import record
from ..failures import in_the_way
from ..focus import judge
from ..interaction import unless_gone
from ..poll import until
from ..targets import Target

OPENS: Final = 1.0
"""Seconds in which a list opens, or shows other options."""
CLOSES: Final = 0.5
"""Seconds in which a list closes, perhaps by and by."""
LATE: Final = 5.0
"""Seconds that options are waited for which a page asks for as one types."""
MOST_TURNS: Final = 100
"""Times that a long list is scrolled on for an option."""
Wanted = str | int


async def choose_drawn(aimed: Target, wanted: list[Wanted], context: Context) -> Object:
    """Choose options in the list that an element opens, and return which: those that it holds when it is closed again.

    Where it takes several, and holds others besides, `holds` names all.
    """
    drawn = DrawnList(aimed, context)
    try:
        chosen = [await drawn.choose(each) for each in wanted]
    finally:
        await drawn.close()
    return await drawn.read_back(chosen)


class DrawnList:
    """The list of an element, as it is now."""

    def __init__(self, aimed: Target, context: Context) -> None:
        self._aimed = aimed
        self._context = context
        self._tab, self._frame, self._number = aimed.opened.tab, aimed.found.frame, aimed.found.number
        self._is_opened = False
        self._field: int | None = None
        """Where the options are searched, if that is possible."""
        self._before = ""
        """What it showed before anything was chosen."""
        self._marked: set[str] = set()
        """Options that said they were chosen when they were pressed."""

    async def choose(self, wanted: Wanted) -> Object:
        """Press the option that is called so, and return it; nothing is pressed that is held already."""
        if (held := await self._held(wanted)) is not None:
            return held
        before = await self._shows()
        self._before = self._before or before
        if (options := await self._options()) is None:
            options = await self._open()
        option = _called(options, wanted) or await self._further(options, wanted) or await self._searched(wanted)
        if option is None:
            raise self._missing(await self._options() or options, wanted)
        if option["disabled"]:
            message = f"Failed to select: the option {option['name']!r} of {self._aimed.what} is disabled."
            raise Fault("failed", message, pointer="/option")
        if not option["chosen"]:
            await self._press(option["number"], judged=True)
            if await self._is_taken(option, before) is False and (still := await self._still_offered(option)):
                await self._press(still["number"])  # the list had moved under the pointer
        else:
            self._marked.add(option["name"])
        return option

    async def close(self) -> None:
        """Close what is still open, as after a mistake or a choice of several."""
        for way in (self._escape, self._escape_from_within, self._press_again):
            if not self._is_opened or self._aimed.opened.tab.closed or not await self._options():
                return
            await way()
            await until(self._aimed.opened, CLOSES, self._is_closed)

    async def _is_closed(self) -> bool | None:
        return None if await self._options() else True

    async def _escape(self) -> None:
        await self._tab.press("Escape")

    async def _escape_from_within(self) -> None:
        await unless_gone(self._tab.run(self._frame, "focus", self._number, True))
        await self._escape()

    async def _press_again(self) -> None:
        reach: Object = await unless_gone(self._tab.run(self._frame, "reach", self._number)) or {}
        if "box" in reach:
            await self._press(self._number)

    async def read_back(self, chosen: list[Object]) -> Object:
        """Return what the list holds of what was chosen; a Fault where it does not hold all of it."""
        lost: list[Object] = []

        async def holds() -> bool | None:
            lost[:] = [each for each in chosen if not await self._holds(each)]
            return not lost or None

        if not await until(self._aimed.opened, OPENS, holds):
            raise await self._not_held(lost[0])
        served = await self._served()
        held_now = served["held"] if served else []
        names = [str(next((held for held in held_now if _is_same(held, each)), each)["name"]) for each in chosen]
        all_held = [each["name"] for each in held_now] if served and served["several"] else names
        return {"chosen": names} if len(all_held) <= len(names) else {"chosen": names, "holds": all_held}

    async def _served(self) -> Object | None:
        """What the native list holds that this one is drawn for; None where there is none."""
        found: Object | None = await unless_gone(self._tab.run(self._frame, "served", self._number))
        return found

    async def _held(self, wanted: Wanted) -> Object | None:
        """What is held already and called so."""
        served = await self._served() if isinstance(wanted, str) else None
        return None if served is None else _called([{**each, "parts": ()} for each in served["held"]], wanted)

    async def _holds(self, option: Object) -> bool:
        """Whether an option is held: by the native list, if there is one; else by what is shown."""
        if (served := await self._served()) is not None and (
            served["held"] or not served["values"] or option["value"] in served["values"]
        ):
            return any(_is_same(each, option) for each in served["held"])
        shows = await unless_gone(self._tab.run(self._frame, "listShows", self._number))
        is_told = shows is None or folded(option["name"]) in folded(shows) or shows != self._before
        return is_told or option["name"] in self._marked

    async def _not_held(self, option: Object) -> Fault:
        served, what = await self._served(), self._aimed.what
        shows = await self._shows()
        holds = ", ".join(repr(each["name"]) for each in served["held"]) or "nothing" if served else repr(shows)
        message = (
            f"Failed to select: {option['name']!r} was pressed, and {what} {'holds' if served else 'shows'} {holds}."
        )
        hint = "Look at the page: it may show it elsewhere, or have taken it as a command."
        received = holds if served else shows
        return Fault("failed", message, pointer="/option", received=received, hint=hint, uncertain=True)

    async def _options(self) -> list[Object] | None:
        """What the list offers; None where none is open."""
        found: Object = await unless_gone(self._tab.run(self._frame, "offered", self._number, self._is_opened)) or {}
        self._field = found.get("field")
        return found.get("options")

    async def _shows(self) -> str:
        return await unless_gone(self._tab.run(self._frame, "listShows", self._number)) or ""

    async def _open(self) -> list[Object]:
        """Press the element until a list is there, or a field where one is searched: a press may also close it."""
        await self._tab.run(self._frame, "beforeList")
        self._is_opened = True

        async def offers() -> list[Object] | None:
            return await self._options() or None

        for _ in range(2):
            await self._press(self._number)
            if found := await until(self._aimed.opened, OPENS, offers):
                return found
            if self._field is not None:
                return []
        hint = "Click it, look what it opens, and click the option."
        message = f"Failed to select: {self._aimed.what} opens no list."
        raise Fault("failed", message, pointer="/selector", expected="a list", hint=hint)

    async def _searched(self, wanted: Wanted) -> Object | None:
        """The option after its words were typed where the list is searched; what a page asks for may come late."""
        if self._field is None or isinstance(wanted, int):
            return None
        field, mark, begun = self._field, self._tab.traffic.mark, monotonic()
        await self._tab.run(self._frame, "focus", field, True)
        await self._tab.type(wanted)
        seen: list[str] = []
        rests_since = begun

        async def look() -> Object | bool | None:
            nonlocal rests_since
            options = await self._options() or []
            if (names := [each["name"] for each in options]) != seen or self._tab.traffic.is_waiting(mark):
                seen[:], rests_since = names, monotonic()
            patience = OPENS if seen else LATE
            return _called(options, wanted) or (False if monotonic() - rests_since > patience else None)

        found = await until(self._aimed.opened, LATE, look)
        if isinstance(found, dict):
            return found
        await unless_gone(self._tab.run(self._frame, "focus", field, True))
        await self._tab.press("Delete")
        return None

    async def _further(self, options: list[Object], wanted: Wanted) -> Object | None:
        """The option further down in a long list, of which only a part is drawn."""
        for _ in range(MOST_TURNS):
            if not options or not await self._tab.run(self._frame, "turnList", options[-1]["number"]):
                return None
            await self._tab.wait(self._frame, "breathe")
            options = await self._options() or []
            if (found := _called(options, wanted)) is not None:
                return found
        return None

    async def _press(self, number: int, *, judged: bool = False) -> None:
        reach = await self._tab.run(self._frame, "reach", number)
        if "box" not in reach:
            raise in_the_way("select", "its list", reach)
        if judged and self._context.aims:
            await judge(await record(self._tab, self._frame, number), self._context)
        x, y = await self._tab.offset(self._frame)
        await self._tab.click(x + reach["x"], y + reach["y"])

    async def _is_taken(self, option: Object, before: str) -> bool | None:
        """Wait until the page has taken an option that was pressed; False where its native list never does."""

        async def taken() -> bool | None:
            if await unless_gone(self._tab.run(self._frame, "isMarked", option["number"])):
                self._marked.add(option["name"])
                return True
            if (served := await self._served()) is not None and served["values"]:
                return any(_is_same(each, option) for each in served["held"]) or None
            shows = await unless_gone(self._tab.run(self._frame, "listShows", self._number))
            return shows is None or folded(option["name"]) in folded(shows) or shows != before or None

        return await until(self._aimed.opened, OPENS, taken) or (False if await self._served() else None)

    async def _still_offered(self, option: Object) -> Object | None:
        same = [each for each in await self._options() or [] if each["name"] == option["name"] and not each["chosen"]]
        return same[0] if len(same) == 1 else None

    def _missing(self, options: list[Object], wanted: Wanted) -> Fault:
        labels = [each["name"] for each in options]
        alike = [place for place, each in enumerate(labels) if folded(each) == folded(str(wanted))]
        if len(alike) > 1:
            message = f"Failed to select: {len(alike)} options of {self._aimed.what} are called {wanted!r}."
            places = f"Name it by its place in the list: {', '.join(map(str, alike))}."
            return Fault("ambiguous", message, pointer="/option", received=str(wanted), hint=places)
        message = f"Failed to select: the list of {self._aimed.what} has no option {wanted!r}."
        hint: str | None = did_you_mean(str(wanted), labels)
        if not labels:
            message = f"Failed to select: {self._aimed.what} offers nothing for {wanted!r}."
            hint = "Type a part of it into the field, look what it offers, and click the option."
        return Fault("not_found", message, pointer="/option", expected=one_of(labels), received=str(wanted), hint=hint)


def _is_same(held: Object, option: Object) -> bool:
    """Whether what a native list holds is an option of the drawn one, which may show more than its name."""
    said = map(folded, [option["name"], *option.get("parts", ())])
    return (bool(held["value"]) and held["value"] == option["value"]) or folded(held["name"]) in said


def _called(options: list[Object], wanted: Wanted) -> Object | None:
    """The one option that is called so, the surest way first: by place, whole name, value, or a part of it."""
    if isinstance(wanted, int):
        return options[wanted] if 0 <= wanted < len(options) else None
    ways: tuple[Callable[[Object], bool], ...] = (
        lambda each: each["name"] == wanted,
        lambda each: folded(each["name"]) == folded(wanted),
        lambda each: each["value"] == wanted,
        lambda each: folded(wanted) in map(folded, each["parts"]),
    )
    return next((found[0] for way in ways if len(found := [each for each in options if way(each)]) == 1), None)
