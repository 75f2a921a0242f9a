"""A window's state as JSON, so that a run can go on in another browser: cookies, what sites keep, tabs, settings.

    {"version": 1, "cookies": […], "origins": […], "tabs": […], "settings": {…}, "leftOut": […]}

What people typed into fields is no part of it. A frame's storage goes by its own origin and that of the page around it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object, brief
from .driver import Frame, Tab, WindowState
from .open_tab import OpenTab
from .tabs import Tabs

VERSION: Final = 1
ROOM: Final = 5_000_000
"""Bytes of databases in one snapshot; stores that do not fit are left out, with a note."""
PATIENCE: Final = 5.0
"""Seconds to read the storage of one tab."""
ATTEMPTS: Final = 3
"""Looks at a tab that is just going to another document."""


async def take_snapshot(tabs: Tabs, state: WindowState, earlier: Object | None = None) -> Object:
    """The state of a window now. What was open in `earlier` and is closed now keeps its copy from there."""
    before = empty_snapshot() if earlier is None else checked(earlier)
    open_tabs = list(tabs)
    cookies, storages = await asyncio.gather(state.cookies(), asyncio.gather(*map(_tab, open_tabs)))
    frames = [frame for reports, _ in storages for frame in reports]
    out: list[Object] = [note for _, notes in storages for note in notes]
    out += [{"origin": frame["origin"], **note} for frame in frames for note in frame.get("leftOut", ())]
    origins = {_key(frame): _origin(frame) for frame in frames if "local" in frame}
    kept = {_key(each): each for each in before["origins"]} | origins
    current = tabs.current
    return {
        "version": VERSION,
        "cookies": sorted(cookies, key=_cookie_order),
        "origins": within_room([*origins.values(), *(kept[key] for key in kept if key not in origins)], out),
        "tabs": [
            _tab_copy(opened, reports, before["tabs"], active=opened is current)
            for opened, (reports, _) in zip(open_tabs, storages, strict=True)
        ],
        "settings": next((frame["settings"] for frame in frames), before["settings"]),
        "leftOut": out,
    }


def empty_snapshot() -> Object:
    """The state of an unused window."""
    return {"version": VERSION, "cookies": [], "origins": [], "tabs": [], "settings": {}, "leftOut": []}


def places_only(snapshot: Object) -> Object:
    """A snapshot without cookies and what sites keep: which tabs are open, where, and how far they are scrolled."""
    tabs = [{**each, "session": []} for each in snapshot["tabs"]]
    return {**snapshot, "cookies": [], "origins": [], "tabs": tabs}


def checked(snapshot: Any) -> Object:
    """The snapshot itself; a Fault where it is none, or of another version."""
    if isinstance(snapshot, dict) and snapshot.get("version") == VERSION and snapshot.keys() >= empty_snapshot().keys():
        return snapshot
    raise Fault(
        "invalid_input",
        "This is no snapshot that can be restored here.",
        pointer="/version",
        expected=f"a snapshot of version {VERSION}",
        received=brief(snapshot.get("version") if isinstance(snapshot, dict) else None),
        hint="Restore it with the version of Pollex that took it, or begin the run anew.",
        retry=False,
    )


def within_room(origins: Sequence[Object], out: list[Object]) -> list[Object]:
    """The origins in order, with empty stores from where there is no room any more."""
    left, made = ROOM, []
    for origin in sorted(origins, key=_key):
        databases = []
        for database in origin["databases"]:
            stores = []
            for store in database["stores"]:
                fits = store["size"] <= left
                left -= store["size"] if fits else 0
                stores.append(store if fits else {**store, "records": [], "size": 0})
                if not fits:
                    place = {"origin": origin["origin"], "database": database["name"], "store": store["name"]}
                    out.append({**place, "why": f"{ROOM} bytes are full"})
            databases.append({**database, "stores": stores})
        made.append({**origin, "databases": databases})
    return made


async def _tab(opened: OpenTab) -> tuple[list[Object], list[Object]]:
    """The storage of each frame of a tab, the main one first, and notes on what could not be read."""
    for attempt in range(ATTEMPTS):
        try:
            async with asyncio.timeout(PATIENCE):
                return _sifted(await _frames(opened.tab, await opened.tab.main()))
        except TimeoutError:
            why = f"it did not answer within {PATIENCE:g} s"
            break
        except Fault as fault:
            why = fault.message
            if fault.code != "not_found" or attempt == ATTEMPTS - 1:
                break
    return [], [{"tab": opened.name, "why": why}]


async def _frames(tab: Tab, frame: Frame) -> list[Object]:
    report, children = await asyncio.gather(tab.wait(frame, "keptHere", ROOM), tab.children(frame))
    inner = await asyncio.gather(*(_inside(tab, child) for _, child in children))
    return [report, *(each for reports in inner for each in reports)]


async def _inside(tab: Tab, frame: Frame) -> list[Object]:
    """A frame may go at any time; what is left is still worth keeping."""
    try:
        return await _frames(tab, frame)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return []


def _sifted(frames: Iterable[Object]) -> tuple[list[Object], list[Object]]:
    """The frames whose storage can be restored, and notes on the others."""
    reports, out = [], []
    for frame in frames:
        if frame["origin"] == frame["top"] and any(each != frame["top"] for each in frame["between"]):
            out.append({"origin": frame["origin"], "why": "it is open inside another site that is inside itself"})
            continue
        if "refused" in frame:
            out.append({"origin": frame["origin"], "why": frame["refused"]})
        reports.append(frame)
    return reports, out


def _tab_copy(opened: OpenTab, reports: Sequence[Object], before: Sequence[Object], *, active: bool) -> Object:
    earlier: Object = next((tab for tab in before if tab["name"] == opened.name), {})
    session = {_key(each): each for each in earlier.get("session", ())}
    session |= {
        _key(frame): {"origin": frame["origin"], "top": frame["top"], "items": frame["session"]}
        for frame in reports
        if "session" in frame
    }
    return {
        "name": opened.name,
        "url": opened.address if opened.tab.crashed else opened.tab.url,
        "active": active,
        "scroll": reports[0]["place"] if reports else [0, 0],
        "session": [session[key] for key in sorted(session) if session[key]["items"]],
    }


def _origin(frame: Object) -> Object:
    return {name: frame[name] for name in ("origin", "top", "local", "databases")}


def _key(each: Object) -> tuple[str, str]:
    return each["top"], each["origin"]


def _cookie_order(cookie: Object) -> tuple[Any, ...]:
    return cookie["domain"], cookie["path"], cookie["name"], str(cookie.get("partitionKey", ""))
