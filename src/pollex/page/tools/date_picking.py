"""Days and times of a field that takes no typing: its calendar is opened and turned, and the day is pressed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...text.dates import MONTH, NAMED, TIME, date_order, days_in, minutes_of_day
from ..failures import in_the_way
from ..interaction import unless_gone
from ..poll import until
from ..targets import Target

OPENS: Final = 1.0
"""Seconds in which a calendar opens or turns to another month."""
LEAVING: Final = ("Escape", "Tab")
"""Keys that close a calendar which stays open, the surest first."""
MOST_TURNS: Final = 240
CALLED: Final = re.compile(
    rf"(?<!\w)(?P<name>{NAMED})\.?,?\s+(?P<year>\d{{4}})(?!\d)|(?<!\d)(?P<year2>\d{{4}})\W+(?P<name2>{NAMED})(?!\w)"
    r"|(?<!\d)(?P<year3>\d{4})\s?[-/.年]\s?(?P<number>\d{1,2})(?!\d)|(?<!\d)(?P<number2>\d{1,2})[-/.](?P<year4>\d{4})(?!\d)",
    re.IGNORECASE,
)
"""The month that a calendar shows, as it is called there."""
Month = tuple[int, int]


def named_days(words: str) -> list[date]:
    """Return the days with a year that a text names."""
    return [date(day.year, day.month, day.day) for _, day in days_in(words, date_order([words])) if day.year]


def names_moment(words: str) -> bool:
    """Return whether a text names a day or a time, which can be picked."""
    return bool(named_days(words)) or TIME.search(words) is not None


def native_moment(kind: str, words: str) -> str:
    """Return the day and time that words name as a native field of a kind takes them, else the words."""
    days, time, found = named_days(words), minutes_of_day(words), TIME.search(words)
    seconds = f":{found[3]}" if found and found[3] else ""
    clock = None if time is None else f"{time // 60:02}:{time % 60:02}{seconds}"
    match kind:
        case "date" if len(days) == 1:
            return days[0].isoformat()
        case "month" if len(days) == 1:
            return f"{days[0]:%Y-%m}"
        case "time" if clock is not None and not days:
            return clock
        case "datetime-local" if len(days) == 1 and clock is not None:
            return f"{days[0]}T{clock}"
    return words


async def pick(aimed: Target, words: str, read_back: Object) -> None:
    """Pick the days and the time that a text names in the calendar that a field opens."""
    tab, frame, number = aimed.opened.tab, aimed.found.frame, aimed.found.number
    picker = Picker(aimed, await tab.run(frame, "openCalendars"))

    async def held() -> str | None:
        value: str | None = await unless_gone(tab.run(frame, "fieldValue", number))
        return value

    before = await held()
    await tab.click(*await (await aimed.again("type")).point())
    await picker.open()
    try:
        await picker.set(words, held)
    except Fault as fault:
        await picker.leave()
        if (value := await held()) and value != before:
            fault.message += f" It holds {value!r} now."
            fault.expected, fault.received = words, value
        raise
    await picker.leave()
    read_back["holds"] = value = await held()
    if value is not None and not _says(value, words):
        message = f"Failed to type: {aimed.what} holds {value!r} after the day was picked."
        hint = "Open it with page.click and see what its calendar offers."
        raise Fault("failed", message, pointer="/text", expected=words, received=value or "nothing", hint=hint)


class Picker:
    """The calendar of a field, as it is now."""

    def __init__(self, aimed: Target, known: list[int]) -> None:
        self._aimed = aimed
        self._known = known
        """Calendars that were there before the field was pressed."""
        self._shown: Object = {}

    async def look(self) -> Object | None:
        found: Object | None = await unless_gone(
            self._aimed.opened.tab.run(self._aimed.found.frame, "calendar", self._known)
        )
        self._shown = found or self._shown
        return found

    async def open(self) -> None:
        if await until(self._aimed.opened, OPENS, self.look) is None:
            message = f"Failed to type: {self._aimed.what} takes no text (readonly) and opens no calendar."
            raise Fault("failed", message, pointer="/text", received="readonly", hint="Click it and see what it opens.")

    async def set(self, words: str, held: Callable[[], Awaitable[str | None]]) -> None:
        """Pick what a text names, and let the calendar take it over where the field does not hold it yet."""
        for day in named_days(words):
            await self.press_day(day)
        if (time := minutes_of_day(words)) is not None:
            await self.set_time(words, time)
        value = await held()
        if (await self.look() or {}).get("done") is not None and value is not None and not _says(value, words):
            await self._press(self._shown["done"])

    async def leave(self) -> None:
        """Close the calendar, if it is still open."""
        for key in LEAVING:
            if await self.look() is not None:
                await self._aimed.opened.tab.press(key)

    async def press_day(self, day: date) -> None:
        cell = await self._turned_to((day.year, day.month), str(day.day))
        if cell is None:
            raise self._no_day(day)
        await self._press(cell)
        await self._aimed.opened.tab.wait(self._aimed.found.frame, "turn")
        await self.look()

    async def set_time(self, words: str, time: int) -> None:
        """Set a time, in minutes of the day: in its fields, in columns of figures or in a list of times."""
        hour, minute = divmod(time, 60)
        if times := self._shown.get("times"):
            await self._press(
                self._entry({minutes_of_day(said): number for said, number in times.items()}, time, words)
            )
            return
        if (shown := self._shown.get("half")) is not None:
            if (hour >= 12) is not shown["says"].lower().startswith("p"):
                await self._press(shown["number"])
            hour = hour % 12 or 12
        if "hour" in self._shown:
            await self._put(self._shown["hour"], f"{hour:02}")
            await self._put(self._shown["minute"], f"{minute:02}")
        elif columns := self._shown.get("columns"):
            for column, wanted in zip(columns, (hour, minute), strict=False):
                await self._press(self._entry({int(said): number for said, number in column.items()}, wanted, words))
        else:
            raise self._fault("has no hours and minutes that can be set", words)

    def _entry(self, offered: Mapping[int | None, int], wanted: int, words: str) -> int:
        if wanted not in offered:
            raise self._fault("does not offer that time", words)
        return offered[wanted]

    async def _turned_to(self, wanted: Month, day: str) -> int | None:
        """The cell of a day, when the calendar shows its month; None where there is no such cell."""
        for _ in range(MOST_TURNS):
            months = self._months()
            if wanted in months:
                cell: int | None = months[wanted].get(day)
                return cell
            if not months or not await self._turn(list(months), wanted):
                break
        return None

    def _months(self) -> dict[Month, Object]:
        """The months that are shown, each with the cells of its days."""
        named = [(_month(each["called"]), each["days"]) for each in self._shown["months"]]
        return {month: days for month, days in named if month is not None}

    async def _turn(self, months: list[Month], wanted: Month) -> bool:
        """Turn towards a month; whether the calendar shows others then."""
        years, names = self._shown.get("years"), self._shown.get("names")
        if months[0][0] != wanted[0] and years and (not years["options"] or str(wanted[0]) in years["options"]):
            await self._put(years["number"], str(wanted[0]))
        elif months[0][0] == wanted[0] and names and (name := _option(names["options"], wanted[1])) is not None:
            await self._put(names["number"], name)
        elif (button := self._shown.get("on" if wanted > months[-1] else "back")) is not None:
            await self._press(button)
        else:
            return False

        async def others() -> bool | None:
            await self.look()
            return list(self._months()) != months or None

        return bool(await until(self._aimed.opened, OPENS, others))

    async def _put(self, number: int, text: str) -> None:
        """Choose in a list, move a slider, or type into a field and leave it."""
        tab, frame = self._aimed.opened.tab, self._aimed.found.frame
        if await tab.run(frame, "putAtOnce", number, text):
            return
        await tab.run(frame, "focus", number, True)
        await tab.type(text)
        await tab.press("Tab")

    async def _press(self, number: int) -> None:
        tab, frame = self._aimed.opened.tab, self._aimed.found.frame
        reach = await tab.run(frame, "reach", number)
        if "box" not in reach:
            raise in_the_way("type", "its calendar", reach)
        x, y = await tab.offset(frame)
        await tab.click(x + reach["x"], y + reach["y"])

    def _no_day(self, day: date) -> Fault:
        shown = ", ".join(f"{year}-{month:02}" for year, month in self._months())
        return self._fault(f"does not show {day}" + (f": it stays at {shown}" if shown else ""), str(day))

    def _fault(self, what: str, wanted: str) -> Fault:
        message = f"Failed to type: the calendar of {self._aimed.what} {what}."
        hint = "Click the field, and turn and press its calendar yourself."
        return Fault("failed", message, pointer="/text", expected=wanted, received="readonly", hint=hint)


def _month(called: list[Object]) -> Month | None:
    """The month that words around its days name, the nearest first; of several months beside one another its own."""
    for each in called:
        found = [_read(match) for match in CALLED.finditer(each["text"])]
        if found:
            return found[min(int(each["place"]), len(found) - 1)]
    return None


def _read(match: re.Match[str]) -> Month:
    name, number = match["name"] or match["name2"], match["number"] or match["number2"]
    year = match["year"] or match["year2"] or match["year3"] or match["year4"]
    return int(year), MONTH[name.lower()] if name else int(number)


def _option(options: list[str], month: int) -> str | None:
    """What a month is called among options."""
    return next((each for each in options if MONTH.get(each.lower().rstrip(".")) == month), None)


def _says(value: str, words: str) -> bool:
    """Return whether a field holds the days that were wanted; one that says them in another way is believed."""
    held, wanted = named_days(value), named_days(words)
    if None not in (shown := minutes_of_day(value), meant := minutes_of_day(words)) and shown != meant:
        return False
    return bool(value) and (not held or not wanted or set(wanted) <= set(held) or len(held) != len(wanted))
