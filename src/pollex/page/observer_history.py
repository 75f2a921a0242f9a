"""Where a person goes by the browser itself: to an address, back, forward, again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ..core.json import Object

TYPED: Final = frozenset({"typed", "address_bar", "auto_bookmark", "generated", "keyword", "keyword_generated"})
"""How a person comes to an address without the page: the address bar, a bookmark."""
WEB: Final = ("http://", "https://", "file://")


@dataclass(slots=True)
class TabHistory:
    """The visited pages of a tab, as the browser's list has them."""

    entries: list[int] = field(default_factory=list)
    place: int = -1

    def moves(self, found: Object, *, reloaded: bool, acted: bool) -> Iterator[Object]:
        """Yield what a person did since the list was last seen; what the page or an act caused is none of it.

        `reloaded` says that the document of the same entry came again, `acted` that the person's last act still works.
        """
        entries = [int(each["id"]) for each in found["entries"]]
        known, was = self.entries, self.place
        self.entries, self.place = entries, int(found["currentIndex"])
        now = found["entries"][self.place]
        if was < 0 or not str(now["url"]).startswith(WEB):
            return
        if now["id"] not in known:
            if now["transitionType"] in TYPED:
                yield {"kind": "navigate", "url": now["userTypedURL"] or now["url"]}
            return
        steps = known.index(now["id"]) - was
        if steps and not acted:
            yield from [{"kind": "forward" if steps > 0 else "back"}] * abs(steps)
        elif not steps and reloaded and now["transitionType"] == "reload" and not acted:
            yield {"kind": "refresh"}
