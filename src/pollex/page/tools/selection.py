"""Options, checkboxes and files: select, check, upload."""

from __future__ import annotations

from asyncio import gather
from dataclasses import replace
from pathlib import Path
from typing import Final

from ...browser.evidence import Evidence
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from ..focus import judge
from ..interaction import unless_gone
from ..live import LivePage
from ..poll import until
from ..targets import Target, aim, drawn_anew
from .declare import ELEMENT, flag, page_tool
from .drawn_lists import choose_drawn
from .mouse import acted
from .text_input import after

SHOWN: Final = 1.0
"""Seconds in which a switch looks otherwise that was clicked."""


async def select(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "select", "seen")
    tab, frame, number = aimed.opened.tab, aimed.found.frame, aimed.found.number
    options = args["option"] if isinstance(args["option"], list) else [args["option"]]
    if aimed.evidence.tag != "select":
        return await _select_drawn(page, args, context, options)
    chosen: list[str] = []
    if context.aims:  # by its place or value an option was not named yet
        for label in await tab.run(frame, "calledOptions", number, options):
            if label not in options:
                await judge(Evidence(tag="option", name=label), context)

    async def choose() -> Object | None:
        answer, seen = await gather(tab.run(frame, "choose", number, options), after(aimed))
        if "chosen" not in answer:
            raise _not_chosen(aimed, answer)
        chosen.extend(answer["chosen"])
        return seen

    return await acted(page, aimed, choose, chosen=chosen)


async def _select_drawn(page: LivePage, args: Object, context: Context, options: list[str | int]) -> Result:
    """Choose in a list that the page draws itself, where the element says or looks as if it opened one."""
    aimed = await aim(page, args, context, "select")
    if not await aimed.opened.tab.run(aimed.found.frame, "opensList", aimed.found.number):
        raise _not_chosen(aimed, {"wrong": aimed.evidence.role})
    chosen: Object = {}

    async def choose() -> None:
        chosen.update(await choose_drawn(aimed, options, context))

    result = await acted(page, aimed, choose)
    return replace(result, data={**result.data, **chosen})


def _not_chosen(aimed: Target, answer: Object) -> Fault:
    what = aimed.what
    match answer:
        case {"missing": [missing, *_], "labels": labels}:
            message = f"Failed to select: {what} has no option {missing!r}."
            hint = did_you_mean(str(missing), labels)
            return Fault(
                "not_found", message, pointer="/option", expected=one_of(labels), received=str(missing), hint=hint
            )
        case {"disabled": label}:
            return Fault("failed", f"Failed to select: the option {label!r} of {what} is disabled.", pointer="/option")
        case {"single": True}:
            return Fault("invalid_input", f"Failed to select: {what} takes one option.", pointer="/option")
    hint = "It is not a native list: click it, then click the option."
    return Fault("failed", f"Failed to select: {what} is a {answer.get('wrong')}.", expected="a list", hint=hint)


async def check(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "check", "seen")
    by_looks = (is_on := await _is_on(aimed)) is None
    if by_looks and (is_on := await _looks_on(aimed)) is None:
        message = f"Failed to check: {aimed.what} can be neither on nor off."
        raise Fault("failed", message, expected="a checkbox, radio button or switch", hint="Click it instead.")
    if is_on is args["on"]:
        return Result.success(
            {**aimed.to_json(), "on": is_on, "url": page.url}, proof={"/selector": aimed.evidence.to_json()}
        )
    aimed = await aim(page, {"index": aimed.found.index}, context, "check")
    x, y = await aimed.point()
    result = await acted(page, aimed, lambda: aimed.opened.tab.click(x, y), on=args["on"])
    if "from" in result.data:
        return result
    now = await _looks_on_now(aimed, on=args["on"]) if by_looks else await _is_on_now(aimed, args, context)
    if now is not None and now is not args["on"]:
        raise await _unchecked(aimed, on=now)
    return result


async def _unchecked(aimed: Target, *, on: bool) -> Fault:
    """The Fault of a box that did not change: one for all rows of a table that has none has nothing to check."""
    if not on and await unless_gone(aimed.opened.tab.run(aimed.found.frame, "isForNoRow", aimed.found.number)):
        message = f"Failed to check: {aimed.what} is for all rows, and there are none."
        return Fault("not_found", message, expected="rows", received="none", retry=False)
    return Fault("failed", f"Failed to check: {aimed.what} is still {'on' if on else 'off'}.", retry=True)


async def _looks_on(aimed: Target) -> bool | None:
    """Whether something looks on that does not say so, as one whose classes do; None where it is no switch."""
    on: bool | None = await unless_gone(aimed.opened.tab.run(aimed.found.frame, "looksOn", aimed.found.number))
    return on


async def _looks_on_now(aimed: Target, *, on: bool) -> bool | None:
    """Whether it looks on after the act, which a page may show late."""

    async def shown() -> bool | None:
        now = await _looks_on(aimed)
        return True if now is None or now is on else None

    return None if await until(aimed.opened, SHOWN, shown) else not on


async def _is_on_now(aimed: Target, args: Object, context: Context) -> bool | None:
    """Whether it is on after the act; of one that the page drew anew, the one that stands there now."""
    now = await _is_on(aimed)
    if now is None and not aimed.opened.tab.closed:
        drawn = await drawn_anew(aimed, args, context)
        now = None if drawn is None else await _is_on(drawn)
    return now


async def _is_on(aimed: Target) -> bool | None:
    """Whether it is on now; None where it is not on the page any more."""
    try:
        on: bool | None = await aimed.opened.tab.run(aimed.found.frame, "isOn", aimed.found.number)
    except Fault as fault:
        if fault.code not in ("not_found", "conflict"):
            raise
        return None
    return on


async def upload(page: LivePage, args: Object, context: Context) -> Result:
    paths = [_file(path, place) for place, path in enumerate(args["files"])]
    aimed = await aim(page, args, context, "upload", "seen")
    tab, frame = aimed.opened.tab, aimed.found.frame
    field = await tab.run(frame, "fileInputOf", aimed.found.number)
    point = (0.0, 0.0)
    if field is None:
        aimed = await aim(page, {"index": aimed.found.index}, context, "upload")
        point = await aimed.point()

    async def choose() -> None:
        if field is not None:
            await tab.set_files(frame, field, paths)
        elif not await tab.choose_files(*point, paths, page.options.patience):
            message = f"Failed to upload: {aimed.what} opens no chooser of files."
            raise Fault("failed", message, expected="a field for files, or what opens one", retry=True)

    return await acted(page, aimed, choose, uploaded=[Path(path).name for path in paths])


def _file(named: str, place: int) -> str:
    path = Path(named).expanduser().resolve()
    if not path.is_file():
        message = f"Failed to upload: there is no file {named!r}."
        raise Fault("not_found", message, pointer=f"/files/{place}", received=named)
    return str(path)


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "select",
        select,
        "Choose an option of a list; one that the page draws itself is opened, and the option called so is pressed.",
        {
            **ELEMENT,
            "option": {
                "type": ["string", "integer", "array"],
                "items": {"type": ["string", "integer"]},
                "description": "The option's label, value or place from 0; several for a list that takes several.",
            },
        },
        required=("option",),
        examples=({"selector": "label=Country", "option": "Portugal"},),
    ),
    page_tool(
        "check",
        check,
        "Turn a checkbox, radio button or switch on or off. Does nothing where it already is.",
        {**ELEMENT, "on": flag("On or off.", True)},
        examples=({"selector": "label=I accept the terms"},),
    ),
    page_tool(
        "upload",
        upload,
        "Choose files in a file field.",
        {
            **ELEMENT,
            "files": {"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "Their paths."},
        },
        required=("files",),
        examples=({"selector": "label=Photo", "files": ["photo.jpg"]},),
    ),
)
