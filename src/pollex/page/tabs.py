"""The tabs of a window, by name. A name that is taken gets a number: `shop`, `shop_2`, `shop_3`."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.fault import Fault
from ..core.json import Object
from ..core.suggest import did_you_mean, one_of
from .driver import Tab
from .open_tab import OpenTab

FIRST = "main"
POPUP = "popup"


class Tabs:
    """All open tabs, one of which is current."""

    def __init__(self) -> None:
        self._open: dict[str, OpenTab] = {}
        self._current: str | None = None

    def __iter__(self) -> Iterator[OpenTab]:
        return iter(self._open.values())

    def __len__(self) -> int:
        return len(self._open)

    @property
    def current(self) -> OpenTab | None:
        return None if self._current is None else self._open[self._current]

    def add(self, tab: Tab, name: str | None = None, *, switch: bool = True) -> OpenTab:
        """Take a tab in; a name that is taken gets a number."""
        opened = OpenTab(self._free(name or FIRST), tab)
        self._open[opened.name] = opened
        if switch or self._current is None:
            self._current = opened.name
        return opened

    def adopt(self, tab: Tab) -> OpenTab:
        """Take in a tab that a page opened; it becomes the current one, as for a person."""
        return self.add(tab, POPUP)

    def switch(self, name: str) -> OpenTab:
        opened = self.find(name)
        self._current = opened.name
        return opened

    def find(self, name: str) -> OpenTab:
        """A tab by its name; by its place from 0; or by a part of its address that only one has."""
        if name in self._open:
            return self._open[name]
        by_place = {str(place): opened for place, opened in enumerate(self._open.values())}
        if name in by_place:
            return by_place[name]
        fitting = [opened for opened in self if name in opened.tab.url]
        if len(fitting) == 1:
            return fitting[0]
        raise Fault(
            "ambiguous" if fitting else "not_found",
            f"{'Several tabs fit' if fitting else 'There is no tab'} {name!r}.",
            pointer="/tabName",
            expected=one_of(list(self._open)),
            received=name,
            hint=did_you_mean(name, list(self._open)),
        )

    def drop(self, opened: OpenTab) -> None:
        """Forget a tab; the one before it becomes current."""
        self._open.pop(opened.name, None)
        if self._current == opened.name:
            self._current = next(reversed(self._open), None)

    def clear(self) -> list[tuple[str, str]]:
        """Forget all tabs; their names and addresses, the current one last."""
        known = [(opened.name, opened.address) for opened in self if opened.name != self._current]
        if (current := self.current) is not None:
            known.append((current.name, current.address))
        self._open.clear()
        self._current = None
        return known

    def to_json(self) -> list[Object]:
        return [{"name": each.name, "url": each.tab.url, "current": each.name == self._current} for each in self]

    def _free(self, name: str) -> str:
        if name not in self._open:
            return name
        number = 2
        while f"{name}_{number}" in self._open:
            number += 1
        return f"{name}_{number}"
