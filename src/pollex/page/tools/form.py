"""A form in one call: each field by its label, typed, chosen or ticked as it takes it, and answered for."""

from __future__ import annotations

from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.path import pointer
from ...core.result import Result
from ...core.secret import Secret
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from ...text.words import folded
from ..interaction import unless_gone
from ..live import LivePage
from ..open_tab import OpenTab
from .declare import page_tool
from .form_fields import FormField, is_covered, is_gone, known_fields

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
    fields = await known_fields(await page.opened(), args["fields"])
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
        if follows and again and await is_covered(opened, index):
            await opened.tab.press("Tab")
        tool, result = await _put(opened, index, value, context)
        if not again or _is_taken(result, value) or not await is_gone(opened, index):
            break
    return tool, result


def _is_taken(result: Result, value: Any) -> bool:
    """Whether the answer shows that the page has the value; of a field that was drawn anew, typing cannot tell."""
    if result.fault is not None:
        return False
    appeared = result.data.get("appeared", ())
    return bool(result.data.keys() & {"holds", "chosen", "on"}) or any(str(value) in each for each in appeared)


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
