"""The target of an action: waits for the element that the arguments name, and records its evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Any, Final

from ..browser.evidence import Evidence
from ..browser.selector import Candidate, Selector, named, parse
from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..text.clip import clipped
from .actionability import Actionability, How
from .closed_lists import in_closed_list, may_be_in
from .driver import Frame
from .failures import in_the_way, not_there
from .focus import judge
from .interaction import come_to_rest, unless_gone
from .live import LivePage
from .open_tab import OpenTab
from .outline_names import by_name
from .poll import until
from .relocate import GRACE, relocate
from .resolution import ResolvedElement, Unresolved
from .resolve import Ground, resolve, seek
from .rewritten import other_row

STATE: Final = re.compile(
    r"aria-(?:pressed|checked|selected|expanded|current)|:(?:checked|not\()|\[(?:checked|selected|open)\]"
)
"""What a selector says of the state of an element; words do not say it, and would lead to one in the other state."""
REDRAWN: Final = 5
"""Times that an element is looked for which the page draws anew while it is aimed at."""
SHOWS: Final = 0.5
"""Seconds in which what is hidden may be shown that was named in the place of an index."""
COMES: Final = 1.0
"""Seconds after that in which it may come, where no answer is waited for."""
TAG: Final = re.compile(r"[a-z][a-z0-9]*")
"""A selector by the tag alone, which is a word as well."""


@dataclass(frozen=True, slots=True)
class Target:
    """The element that an action is for: how it was resolved, where it is reached, and its evidence."""

    opened: OpenTab
    found: ResolvedElement
    evidence: Evidence
    reach: Object
    field: Object | None = None
    """What is known of a field that has the focus now."""
    heard: Object | None = None
    """Whether the page listens to keys where the focus is, and the place of that in the document."""

    @property
    def what(self) -> str:
        """The element in words, for messages."""
        role = self.evidence.role if self.evidence.role not in (None, "generic") else "element"
        said = self.evidence.name or self.evidence.label or self.evidence.text
        return f"the {role} {said!r}" if said else f"the {role}"

    @property
    def hit(self) -> str:
        """The element in a few words, as results name what was hit."""
        said = self.evidence.name or self.evidence.label or self.evidence.text
        role = self.evidence.role if self.evidence.role not in (None, "generic") else self.evidence.tag
        return f"{role} {clipped(said, 40)}" if said else f"{role}{self._looks}"

    @property
    def _looks(self) -> str:
        """What the outline calls an element without a name, and where it stands."""
        seen = None if self.opened.seen is None else self.opened.seen.controls().get(self.found.index)
        near = next(iter((*self.evidence.row_texts, *self.evidence.neighbours)), self.evidence.part)
        looks = f" ‹{seen.looks}›" if seen is not None and seen.looks else ""
        return f"{looks} near {clipped(near, 40)!r}" if near else looks

    async def point(self, at: Object | None = None) -> tuple[float, float]:
        """Where it is reached in the viewport; `at` asks for a place on it, from its left upper corner."""
        x, y = await self.opened.tab.offset(self.found.frame)
        if at is not None:
            left, top, *_ = self.reach["box"]
            return x + left + at["x"], y + top + at["y"]
        return x + self.reach["x"], y + self.reach["y"]

    async def again(self, action: str) -> Target:
        """The target at its present place, after scrolling."""
        reach = await self.opened.tab.run(self.found.frame, "reach", self.found.number)
        if "box" not in reach:
            raise in_the_way(action, self.what, reach)
        return replace(self, reach=reach)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on how it was found."""
        return (f"A model chose {self.what} for {str(self.found.candidate)!r}.",) if self.found.chosen else ()

    def to_json(self) -> Object:
        """Which selector was used, and why those before it failed."""
        said: Object = {"index": self.found.index, "used": str(self.found.candidate)}
        if self.found.chosen:
            said["chosen"] = self.found.chosen
        if self.found.healed:
            said["healed"] = self.found.healed
        if self.found.tried:
            said["tried"] = [{"selector": selector, "why": why} for selector, why in self.found.tried]
        return said


async def aim(
    page: LivePage,
    args: Object,
    context: Context,
    action: str,
    how: How = "still",
    *,
    enabled: bool = True,
    clear: bool | None = None,
    keys: bool = False,
    pointer: str = "/selector",
) -> Target:
    """The element that the arguments name, as soon as it is there and can be acted on.

    `clear` also puts the focus on it, with all its text chosen or at its end; `keys` asks who listens to keys there.
    `evidence` among the arguments, which only a workflow's run puts there, is what was known of the element before.
    """
    opened = await page.opened()
    if isinstance(_index(args, pointer), str):
        await _await_last_act(opened)
    aiming = Actionability(page.options.patience, how, enabled, clear, keys, action, "evidence" in args)
    if "evidence" in args and pointer == "/selector":
        known_before = Evidence.from_json(args["evidence"])
        find = partial(relocate, opened, selector_of(args), known_before, context, aiming)
    else:
        whole = pointer == "/selector" and "selector" not in args
        ground = partial(by_name, opened, context=context, whole=whole)
        is_named = isinstance(_index(args, pointer), str)
        find = partial(_find, opened, selector_of(args, pointer), ground, pointer, aiming, is_named=is_named)
    for _ in range(REDRAWN):
        try:
            found = await find()
        except Fault as fault:
            known_as = _as_seen(opened, _index(args, pointer)) if _is_lost(fault, args, pointer) else None
            raise _restless(known_as, pointer) if known_as else fault from fault
        known = found.aimed or await aiming.ask(opened.tab, found.frame, "aim", found.number)
        if known["evidence"] is not None:
            break  # else the page has drawn it anew meanwhile
    if known["evidence"] is None:
        raise _restless(_as_seen(opened, found.index) or repr(str(found.candidate)), pointer)
    evidence = Evidence.from_json(known["evidence"])
    aimed = Target(opened, found, evidence, known["reach"] or {}, known["field"], known.get("heard"))
    if how != "seen" and "box" not in aimed.reach:
        raise in_the_way(action, aimed.what, aimed.reach)
    if pointer == "/selector":
        page.touched = known.get("stood")
    await judge(evidence, context)
    return aimed


async def _await_last_act(opened: OpenTab) -> None:
    """Wait for what the act before this one still causes: a list that is filtered late moves its options away."""
    acted = opened.acted
    await come_to_rest(opened)
    opened.acted = acted


def _index(args: Object, pointer: str) -> Any:
    return args.get("to" if pointer == "/to" else "index")


def _is_lost(fault: Fault, args: Object, pointer: str) -> bool:
    """Return whether an index leads nowhere, and nothing more is known of why."""
    return fault.code == "not_found" and fault.message == not_there(_index(args, pointer))


def _as_seen(opened: OpenTab, index: Any) -> str | None:
    """An element in words, as the last look saw it."""
    seen = None if opened.seen is None or not isinstance(index, int) else opened.seen.controls().get(index)
    return None if seen is None else f"the {seen.role} {seen.name!r}"


def _restless(what: str, pointer: str) -> Fault:
    """The Fault of an element that each look finds, and that is drawn anew before it can be reached."""
    message = f"The page draws {what} anew all the time: it was gone before it could be reached."
    hint = "Wait until the page rests, reach it by a key (Tab, Enter), or go on without it."
    return Fault("failed", message, pointer=pointer, received=what, hint=hint, retry=True)


async def drawn_anew(aimed: Target, args: Object, context: Context) -> Target | None:
    """The target as the page has drawn it since; None where nothing on the page is that now."""
    opened = aimed.opened
    await opened.look()
    sought = await seek(opened.tab, opened.indices, selector_of(args), ground=partial(by_name, opened, context=context))
    return replace(aimed, found=sought) if isinstance(sought, ResolvedElement) else None


def selector_of(args: Object, pointer: str = "/selector") -> Selector:
    """What names the element: `selector`, else `index`; `fallback` comes last."""
    key = pointer.removeprefix("/")
    given = named(args.get(key)) if key in ("index", "to") else args.get(key, named(args.get("index")))
    if key == "to" and isinstance(given, list) and TAG.fullmatch(str(args["to"])):
        given = [f"css={args['to']}", *given]
    if given is None:
        hint = "Name it by its 'index' in the page's state, or by a 'selector'."
        raise Fault("invalid_input", "Which element is meant?", pointer=pointer, expected="a selector", hint=hint)
    try:
        selector = parse(given)
    except Fault as fault:
        issues = tuple(replace(issue, pointer=pointer + issue.pointer) for issue in fault.issues)
        raise Fault.from_issues("invalid_input", issues) from fault
    fallback = args.get("fallback")
    if fallback and not any(STATE.search(str(candidate.value)) for candidate in selector.candidates):
        return Selector((*selector.candidates, Candidate("act", fallback)))
    return selector


async def _look_after_acts(opened: OpenTab, selector: Selector) -> None:
    """Look again where the page changed since; a Fault where an index is in another row than it was told in."""
    indices = [each.value for each in selector.candidates if each.kind == "index" and isinstance(each.value, int)]
    places = [opened.indices.place(index) for index in indices if opened.indices.is_of_row(index)]
    if not places or not (opened.acted or opened.seen is not opened.shown or await _have_moved_on(opened, places)):
        return
    seen = await opened.look()
    faults = (other_row(opened.shown, seen, index) for index in indices) if opened.shown is not None else ()
    if fault := next(filter(None, faults), None):
        raise fault


async def _have_moved_on(opened: OpenTab, places: Iterable[tuple[Frame, int] | None]) -> bool:
    """Whether the page has changed by itself since it was looked at, in the frame of any of these places."""
    frames = {place[0] for place in places if place is not None}
    return any([await unless_gone(opened.tab.run(frame, "hasMovedOn")) for frame in frames])


async def index_of(page: LivePage, args: Object, context: Context) -> int | None:
    """The index of the element that is read, which may be named in another way."""
    opened, given = await page.opened(), args.get("index")
    if given is None or isinstance(given, int):
        return given
    ground = partial(by_name, opened, context=context, whole=True)
    selector = selector_of(args, "/index")
    return (await resolve(opened.tab, opened.indices, selector, pointer="/index", ground=ground)).index


async def _find(
    opened: OpenTab, selector: Selector, ground: Ground, pointer: str, aiming: Actionability, *, is_named: bool
) -> ResolvedElement:
    """Wait until the element is there; one that was known by its index may be there again, drawn anew.

    For one that `is_named` in the place of an index the page has come to rest already: it is not waited for long.
    """

    shown_by = monotonic() + SHOWS

    async def look() -> ResolvedElement | Unresolved | None:
        sought = await seek(opened.tab, opened.indices, selector, ground=ground, aiming=aiming)
        if isinstance(sought, ResolvedElement) or sought.stays:
            return sought
        if not is_named or monotonic() < shown_by:
            return None
        may_come = monotonic() < shown_by + COMES or opened.tab.traffic.is_waiting(opened.touched)
        return None if may_come and await in_closed_list(opened, sought) is None else sought

    await _look_after_acts(opened, selector)

    async def look_anew() -> ResolvedElement | Unresolved | None:
        if (found := await look()) is None:
            await opened.look()
        return found or await look()

    sought = None
    if any(candidate.kind != "index" for candidate in selector.candidates):
        sought = await until(opened, aiming.patience, look)
    elif any(opened.indices.has(candidate.value) for candidate in selector.candidates):
        sought = await until(opened, GRACE * aiming.patience, look_anew)
    if isinstance(sought, ResolvedElement):
        return sought
    if is_named and isinstance(sought, Unresolved) and (fault := await in_closed_list(opened, sought)) is not None:
        raise fault
    try:
        return await resolve(opened.tab, opened.indices, selector, pointer=pointer, ground=ground, aiming=aiming)
    except Fault as fault:
        if is_named and fault.code == "not_found" and (hint := may_be_in(opened)) is not None:
            fault.hint = f"{fault.hint} {hint}" if fault.hint else hint
        raise
