"""The entries of recorded traffic, in turn: what is asked for twice may have been answered otherwise then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urldefrag, urljoin

from ..core.json import Object
from .traffic_mask import BOUNDARY

WINDOW: Final = "_window"
"""The field of an entry with the number of its window, from 1."""
ANSWER: Final = "http://answer.invalid/"
"""Before the number of an entry: the address by which Playwright finds it."""
WHOLE: Final = "/whole"
"""Behind it, for the answer at the end of its redirects."""


class RecordedAnswers:
    """What answers the requests of one window: in turn what its own was answered, then what other windows were."""

    def __init__(self, entries: Sequence[Object], window: int) -> None:
        self._entries = [*_of(entries, window, own=True), *_of(entries, window, own=False)]
        self._used: set[int] = set()

    def numbered(self) -> Iterator[Object]:
        """Yield the entries by addresses of their own; where one leads on, also what it leads to."""
        for place, entry in enumerate(self._entries):
            *_, last = self._chain(place)
            asked, end = entry["request"], self._entries[last]
            if last != place:
                url = end["request"]["url"]
                yield _entry("GET", url, end["response"])
                yield _entry(asked["method"], f"{ANSWER}{place}{WHOLE}", end["response"])
                yield _entry(asked["method"], f"{ANSWER}{place}", _leading(entry["response"], url))
            else:
                yield _entry(asked["method"], f"{ANSWER}{place}", entry["response"])

    def take(self, method: str, url: str, body: str, *, is_navigation: bool) -> str | None:
        """Return the address of the entry whose turn it is; the last one answers again."""
        found = [place for place, each in enumerate(self._entries) if _answers(each, method, url, body)]
        if not found:
            return None
        window = self._entries[found[0]].get(WINDOW)
        own = [place for place in found if self._entries[place].get(WINDOW) == window]
        place = next((each for each in own if each not in self._used), own[-1])
        *led, last = self._chain(place)
        self._used |= {*led} if led and is_navigation else {*led, last}  # a tab that is led on asks for the last
        return f"{ANSWER}{place}{WHOLE if led and not is_navigation else ''}"

    def _chain(self, place: int) -> list[int]:
        """Return an entry and those to which it was led on."""
        chain, window = [place], self._entries[place].get(WINDOW)
        while (url := _location(self._entries[chain[-1]])) is not None:
            behind = range(chain[-1] + 1, len(self._entries))
            next_ = (
                each
                for each in behind
                if urldefrag(self._entries[each]["request"]["url"])[0] == url
                and self._entries[each].get(WINDOW) == window
            )
            if (found := next(next_, None)) is None:
                break
            chain.append(found)
        return chain


def _of(entries: Sequence[Object], window: int, *, own: bool) -> list[Object]:
    return [each for each in entries if (each.get(WINDOW) == window) is own]


def _answers(entry: Object, method: str, url: str, body: str) -> bool:
    asked = entry["request"]
    if (asked["method"], asked["url"]) != (method, url):
        return False
    return method != "POST" or "postData" not in asked or not body or _sent(asked["postData"]) == body


def _sent(data: Object) -> str:
    text, parts = str(data.get("text", "")), BOUNDARY.search(data.get("mimeType", ""))
    return text if parts is None else text.replace(parts[1], "")


def _location(entry: Object) -> str | None:
    """Return the address to which an entry leads on."""
    headers = entry["response"].get("headers", ())
    found = next((each["value"] for each in headers if each["name"].lower() == "location"), None)
    if found is None or entry["response"].get("status") not in (301, 302, 303, 307, 308):
        return None
    return str(urldefrag(urljoin(entry["request"]["url"], found))[0])


def _leading(response: Object, url: str) -> Object:
    """Return an answer that leads to the end of its redirects."""
    kept = [each for each in response.get("headers", ()) if each["name"].lower() != "location"]
    return {**response, "headers": [*kept, {"name": "Location", "value": url}]}


def _entry(method: str, url: str, response: Object) -> Object:
    return {"request": {"method": method, "url": url, "headers": []}, "response": response}
