"""A form in one call: each field by its label, typed, chosen or ticked as it takes it, and answered for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ...browser.evidence import Evidence
from ...browser.selector import Candidate, parse
from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.path import pointer
from ...core.result import Result
from ...core.secret import Secret
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from ...text.words import folded
from ..failures import no_element
from ..ground import by_words
from ..interaction import unless_gone
from ..live import LivePage
from ..match import rank
from ..open_tab import OpenTab
from ..poll import until
from ..resolution import ResolvedElement, Unresolved
from ..resolve import resolve, seek
from .declare import page_tool

SOON: Final = 0.5
"""Seconds that a field is waited for: a form that is there has its fields, but for those that another one brings up."""


CHOSEN: Final = ("select", "list", "none", "button")
"""What takes no text, and may be a list."""
A_LIST: Final = "a list"
"""What choosing expects of an element that opens none."""


async def fill(page: LivePage, args: Object, context: Context) -> Result:
    """Each field in turn; what is wrong with some does not keep the others from being filled."""
    filled: Object = {}
    proof: dict[str, Object] = {}
    issues: list[Issue] = []
    others: list[str] = []
    fields = await _known(await page.opened(), args["fields"])
    for place, (label, value) in enumerate(args["fields"].items()):
        if isinstance(value, Secret):
            raise _secret(label)
        tool, result = await _filled(page, fields[label], value, context, follows=place > 0)
        where = pointer(("fields", label))
        if result.fault is not None:
            fault = result.fault
            others += [f"{label!r} holds {fault.received!r}"] if _holds_other(fault) else []
            issues.append(Issue(where, fault.message, fault.expected, fault.received, fault.hint))
            continue
        kept = {name: result.data[name] for name in ("holds", "chosen", "on") if name in result.data}
        filled[label] = {"tool": tool, **kept}
        proof[where] = result.proof["/selector"]
    data = {"url": page.url, "filled": filled}
    if issues:
        done = "; ".join([", ".join(map(repr, filled)) or "none", *others])
        return Result.failure(
            Fault.from_issues("failed", issues, what=f"Not every field is filled (filled: {done})"), data, proof=proof
        )
    return Result.success(data, proof=proof)


def _holds_other(fault: Fault) -> bool:
    """Whether a field holds something else than it was to hold."""
    told = fault.pointer == "/text" and None not in (fault.expected, fault.received)
    return told and fault.received not in ("nothing", "readonly", fault.expected)


@dataclass(frozen=True, slots=True)
class FormField:
    """A field as it was named, and what was known of it before the form was touched."""

    label: str
    evidence: Evidence | None = None

    async def find(self, opened: OpenTab, context: Context) -> int:
        """Its index now, also where the page has drawn it anew; a Fault where the name leads nowhere."""
        if self.evidence is None:
            return await self._named(opened, context)
        if not await _is_gone(opened, int(self.label)):
            return int(self.label)

        found = await until(opened, SOON, partial(self._drawn_anew, opened, int(self.label), self.evidence))
        if found is None:
            raise no_element(int(self.label))
        return found

    async def _drawn_anew(self, opened: OpenTab, index: int, known: Evidence) -> int | None:
        """Its index where the page has drawn it anew: what a look says it is now, else what it is known by."""
        await opened.look()
        if not await _is_gone(opened, index):
            return index
        twin = (await rank(opened.tab, known)).clear
        return None if twin is None else opened.indices.of(twin.frame, twin.number)

    async def _named(self, opened: OpenTab, context: Context) -> int:
        selector = parse(int(self.label) if self.label.isdecimal() else _ways(self.label))
        ground = partial(by_words, opened, context=context)

        async def look() -> ResolvedElement | Unresolved | None:
            sought = await seek(opened.tab, opened.indices, selector, ground=ground)
            return sought if isinstance(sought, ResolvedElement) or sought.stays else None

        found = await until(opened, SOON, look)
        if isinstance(found, ResolvedElement):
            return found.index
        return (await resolve(opened.tab, opened.indices, selector, ground=ground)).index


async def _known(opened: OpenTab, labels: Iterable[str]) -> dict[str, FormField]:
    """The fields by their names; what those that are named by an index are like is remembered."""
    fields = {}
    for label in labels:
        place = opened.indices.place(int(label)) if label.isdecimal() else None
        known = None if place is None else await unless_gone(opened.tab.run(place[0], "evidence", place[1]))
        fields[label] = FormField(label, None if known is None else Evidence.from_json(known))
    return fields


async def _filled(
    page: LivePage, field: FormField, value: Any, context: Context, *, follows: bool
) -> tuple[str, Result]:
    """Fill one field, once more where the page drew it anew meanwhile; return the tool that was used and its result.

    What `follows` another one may lie under a calendar or suggestions of that, which close when it is left.
    """
    opened = await page.opened()
    for again in (True, False):
        try:
            index = await field.find(opened, context)
        except Fault as fault:
            if fault.code not in ("not_found", "ambiguous", "invalid_input"):
                raise
            return "page.type", Result.failure(fault)
        if follows and again and await _is_covered(opened, index):
            await opened.tab.press("Tab")
        tool, result = await _put(opened, index, value, context)
        if not again or _is_taken(result, value) or not await _is_gone(opened, index):
            break
    return tool, result


def _is_taken(result: Result, value: Any) -> bool:
    """Whether the answer shows that the page has the value; of a field that was drawn anew, typing cannot tell."""
    if result.fault is not None:
        return False
    appeared = result.data.get("appeared", ())
    return bool(result.data.keys() & {"holds", "chosen", "on"}) or any(str(value) in each for each in appeared)


async def _is_gone(opened: OpenTab, index: int) -> bool:
    place = opened.indices.place(index)
    return place is None or await unless_gone(opened.tab.run(place[0], "evidence", place[1])) is None


async def _is_covered(opened: OpenTab, index: int) -> bool:
    place = opened.indices.place(index)
    reach = None if place is None else await unless_gone(opened.tab.run(place[0], "reach", place[1]))
    return reach is not None and "cover" in reach


async def _serves_list(opened: OpenTab, index: int) -> bool:
    """Whether what is typed there only searches a list, which a page drew in the place of a native one."""
    place = opened.indices.place(index)
    return place is not None and bool(await unless_gone(opened.tab.run(place[0], "servesList", place[1])))


async def _radio(opened: OpenTab, index: int, wanted: str) -> int | None:
    """The radio button of a group that is called so; a Fault where it has no such one, None for what is no group."""
    place = opened.indices.place(index)
    radios = None if place is None else await unless_gone(opened.tab.run(place[0], "radiosOf", place[1]))
    if place is None or not radios:
        return None
    called = [number for number, name in radios if folded(name) == folded(wanted)]
    if len(called) == 1:
        return opened.indices.of(place[0], called[0])
    labels = [name for _, name in radios]
    expected, hint = one_of(labels), did_you_mean(wanted, labels)
    message = f"No radio button of the group is called {wanted!r}."
    raise Fault("not_found", message, expected=expected, received=wanted, hint=hint, retry=True)


async def _put(opened: OpenTab, index: int, value: Any, context: Context) -> tuple[str, Result]:
    if isinstance(value, str):
        try:
            radio = await _radio(opened, index, value)
        except Fault as fault:
            return "page.check", Result.failure(fault)
        if radio is not None:
            return "page.check", await context.call("page.check", {"index": radio, "on": True})
    if isinstance(value, bool):
        return "page.check", await context.call("page.check", {"index": index, "on": value})
    if isinstance(value, list) or (isinstance(value, str) and await _serves_list(opened, index)):
        return "page.select", await context.call("page.select", {"index": index, "option": value})
    result = await context.call("page.type", {"index": index, "text": str(value)})
    if result.fault is not None and result.fault.received in CHOSEN:
        chosen = await context.call("page.select", {"index": index, "option": str(value)})
        if chosen.fault is None or chosen.fault.expected != A_LIST:
            return "page.select", chosen
    return "page.type", result


def _ways(label: str) -> list[str]:
    named = [Candidate("label", label, exact=True), Candidate("placeholder", label, exact=True)]
    group = Candidate("role", "group", label, exact=True)
    return [*map(str, (*named, Candidate("label", label), group)), f"act:{label}"]


def _secret(label: str) -> Fault:
    message, hint = "A secret is typed by itself.", "Type it with page.type into the field that is for it."
    return Fault("denied", message, pointer=pointer(("fields", label)), expected="page.type", hint=hint, retry=False)


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "fill",
        fill,
        "Fill in a form: each field by its label or index, with text, an option's label, or true and false.",
        {
            "fields": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": {"type": ["string", "number", "boolean", "array"]},
                "description": "By the label of each field, or its index, what goes into it.",
            }
        },
        required=("fields",),
        examples=({"fields": {"Name": "Ada", "Country": "Portugal", "I accept the terms": True}},),
        sealed=True,
    ),
)
