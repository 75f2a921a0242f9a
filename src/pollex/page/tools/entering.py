"""Typing, pressing keys, choosing, ticking, uploading."""

from __future__ import annotations

from asyncio import gather
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ...core.context import Context
from ...core.evidence import Evidence
from ...core.fault import Fault
from ...core.json import Object
from ...core.keys import key_name
from ...core.result import Result
from ...core.secret import Secret
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from ..acting import by_keyboard, perform, unless_gone
from ..driver import Frame, Tab
from ..failures import in_the_way
from ..focus import judge, judge_focused
from ..live import LivePage
from ..secrecy import typed_here
from ..targets import Aim, aim
from .declare import ELEMENT, flag, page_tool, text
from .pointing import acted

BY_KEYS: Final = 200
"""Characters up to which text is typed key by key where the page listens to keys."""
PRESSED: Final = frozenset({"button", "link", "menuitem", "tab"})
"""What takes a press and no text."""


async def type_text(page: LivePage, args: Object, context: Context) -> Result:
    secret = args["text"] if isinstance(args["text"], Secret) else None
    words = secret.reveal() if secret is not None else str(args["text"])
    is_short = 0 < len(words) <= BY_KEYS
    aimed = await aim(page, args, context, "type", "there", clear=args["clear"], keys=is_short)
    if aimed.evidence.role in PRESSED and aimed.evidence.tag in ("a", "button"):
        hint = "Press it with page.click, or name the field that is meant."
        message = f"Failed to type: {aimed.what} is no field."
        raise Fault("invalid_input", message, pointer="/selector", expected="a field", hint=hint)
    if secret is not None:
        await typed_here(secret, aimed.opened, aimed.found.frame, aimed.found.number)
    told: Object = {}
    try:
        result = await acted(page, aimed, lambda: _typed(aimed, words, told, clear=args["clear"]))
    except Fault as fault:
        if secret is not None and fault.pointer == "/text":
            fault.expected, fault.received = "the secret", "something else"
            fault.message = f"Failed to type: {aimed.what} does not hold the secret."
        raise
    return result if secret is not None else replace(result, data={**result.data, **told})


async def _typed(aimed: Aim, words: str, told: Object, *, clear: bool) -> Object | None:
    """Put text in and read it back into `told`; where the field holds something else, in the next way.

    That is key by key, then at once. What was to be added, ends a line or has come up elsewhere may have been taken
    already, and is not typed again.
    """
    seen = await _enter(aimed, words, clear=clear)
    if "\n" in words or aimed.field is None or aimed.field.get("kind") != "typed":
        return seen
    for way in (_by_typing, _by_setting, None):
        seen = seen or await _after(aimed)
        kept = await _keeps(aimed, words, clear=clear)
        if kept is None:
            return seen
        told["holds"] = kept["value"]
        if kept["fits"] or not clear or (kept["empty"] and (seen or {}).get("appeared")):
            return seen
        if way is not None:
            seen = await way(aimed, words)
    raise _not_held(aimed, words, told["holds"])


async def _keeps(aimed: Aim, words: str, *, clear: bool) -> Object | None:
    """What a field holds of a text; None where the page went on, or it is no field."""
    kept: Object | None = await unless_gone(
        aimed.opened.tab.run(aimed.found.frame, "keeps", aimed.found.number, words, clear)
    )
    return kept


async def _by_typing(aimed: Aim, words: str) -> Object | None:
    tab = aimed.opened.tab
    await tab.run(aimed.found.frame, "focus", aimed.found.number, True)
    await tab.type(words)
    return await _after(aimed)


async def _by_setting(aimed: Aim, words: str) -> Object | None:
    await aimed.opened.tab.run(aimed.found.frame, "setValue", aimed.found.number, words)
    return await _after(aimed)


def _not_held(aimed: Aim, words: str, value: str) -> Fault:
    holds = f"holds {value!r}" if value else "stays empty"
    message = f"Failed to type: {aimed.what} {holds}."
    hint = "Write it as the field takes it, use its buttons or keys, or choose what it offers."
    return Fault("failed", message, pointer="/text", expected=words, received=value or "nothing", hint=hint)


async def _enter(aimed: Aim, words: str, *, clear: bool) -> Object | None:
    """Put text in as a person would see it: at once where that is kept, key by key where the page watches keys.

    Gives what the page showed then, where it was asked.
    """
    tab, frame, number = aimed.opened.tab, aimed.found.frame, aimed.found.number
    match aimed.field:
        case {"kind": "typed", "place": place} if 0 < len(words) <= BY_KEYS and await _by_keys(aimed, place):
            if clear and not (aimed.field or {})["empty"]:  # in an empty field the key may be meant for something else
                await tab.press("Delete")
            await tab.type(words)
        case {"kind": "typed"}:
            doing, event = (tab.insert(words), "input") if words else (tab.press("Delete"), "keyup")
            seen = await by_keyboard(tab, frame, doing, tab.wait(frame, "after", event, number, words))
            if not clear or seen is None or seen["holds"]:
                return seen
            await tab.run(frame, "focus", number, True)
            await tab.run(frame, "watch")
            await tab.press("Delete")
            await tab.type(words)
        case {"kind": "set"}:
            kept, seen = await gather(tab.run(frame, "setValue", number, words), _after(aimed))
            if kept == "" and words:
                raise _not_taken(aimed, words)
            return seen
        case {"kind": "keys"}:
            await tab.type(words)
        case None | {"gone": True}:
            raise in_the_way("type", aimed.what, {"gone": True})
        case {"kind": kind}:
            raise _no_text(aimed, kind)
    return None


async def _by_keys(aimed: Aim, place: int | None) -> bool:
    """Whether the page listens to the keys that are typed into a field."""
    if aimed.heard is not None and aimed.heard["place"] == place:
        return bool(aimed.heard["keys"])
    return await aimed.opened.tab.watches_keys(aimed.found.frame, place)


async def _after(aimed: Aim) -> Object | None:
    """What the page shows after what was asked of it just before: both take one way."""
    seen: Object | None = await unless_gone(aimed.opened.tab.wait(aimed.found.frame, "after"))
    return seen


def _no_text(aimed: Aim, kind: str) -> Fault:
    hints = {
        "select": "Choose an option with page.select.",
        "checkbox": "Tick it with page.check.",
        "radio": "Choose it with page.check.",
        "file": "Choose files with page.upload.",
    }
    what = aimed.what
    message = f"Failed to type: {what} takes no text ({kind})."
    return Fault("failed", message, expected="a field for text", received=kind, hint=hints.get(kind))


def _not_taken(aimed: Aim, words: str) -> Fault:
    message = f"Failed to type: {aimed.what} did not take the value."
    hint = "Write it as the field wants it: 2026-12-24, 14:30, 2026-12."
    return Fault("failed", message, pointer="/text", received=words, hint=hint)


async def keypress(page: LivePage, args: Object, context: Context) -> Result:
    key = key_name(args["key"])
    if "selector" in args or "index" in args:
        aimed = await aim(page, args, context, "press a key", "seen")
        tab = aimed.opened.tab
        await tab.run(aimed.found.frame, "focus", aimed.found.number, False)
        await judge_focused(aimed.opened, key, context, judged=aimed.found.number)  # it may not take the focus
        return await acted(page, aimed, lambda: _press(tab, aimed.found.frame, key, "after", args["times"]))
    opened = await page.opened()
    await judge_focused(opened, key, context)
    main = await opened.tab.main()
    times = args["times"]
    return Result.success(await perform(page, opened, main, lambda: _press(opened.tab, main, key, "next", times)))


async def _press(tab: Tab, frame: Frame, key: str, script: str, times: int) -> Object | None:
    for _ in range(times - 1):
        await tab.press(key)
    return await by_keyboard(tab, frame, tab.press(key), tab.wait(frame, script, "keyup"))


async def select(page: LivePage, args: Object, context: Context) -> Result:
    aimed = await aim(page, args, context, "select", "seen")
    tab, frame, number = aimed.opened.tab, aimed.found.frame, aimed.found.number
    options = args["option"] if isinstance(args["option"], list) else [args["option"]]
    chosen: list[str] = []
    if context.aims:  # by its place or value an option was not named yet
        for label in await tab.run(frame, "calledOptions", number, options):
            if label not in options:
                await judge(Evidence(tag="option", name=label), context)

    async def choose() -> Object | None:
        answer, seen = await gather(tab.run(frame, "choose", number, options), _after(aimed))
        if "chosen" not in answer:
            raise _not_chosen(aimed, answer)
        chosen.extend(answer["chosen"])
        return seen

    return await acted(page, aimed, choose, chosen=chosen)


def _not_chosen(aimed: Aim, answer: Object) -> Fault:
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
    is_on = await _is_on(aimed)
    if is_on is None:
        message = f"Failed to check: {aimed.what} can be neither on nor off."
        raise Fault("failed", message, expected="a checkbox, radio button or switch", hint="Click it instead.")
    if is_on is args["on"]:
        return Result.success({**aimed.told(), "on": is_on, "url": page.url}, proof={"/selector": aimed.evidence})
    aimed = await aim(page, {"index": aimed.found.index}, context, "check")
    x, y = await aimed.point()
    result = await acted(page, aimed, lambda: aimed.opened.tab.click(x, y), on=args["on"])
    now = await _is_on(aimed)
    if now is not None and now is not args["on"]:
        raise Fault("failed", f"Failed to check: {aimed.what} is still {'on' if now else 'off'}.", retry=True)
    return result


async def _is_on(aimed: Aim) -> Any:
    """Whether it is on now; None where the page has gone on and it cannot be asked."""
    try:
        return await aimed.opened.tab.run(aimed.found.frame, "isOn", aimed.found.number)
    except Fault as fault:
        if fault.code not in ("not_found", "conflict"):
            raise
        return None


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
        "type",
        type_text,
        "Type text into a field. Dates and times are written as the field's format says (2026-12-24, 14:30). A secret "
        "({{secret.NAME}}) is only typed on pages of its domain.",
        {
            **ELEMENT,
            "text": text("What to type."),
            "clear": flag("Whether what is there already is replaced; otherwise the text is added at its end.", True),
        },
        required=("text",),
        examples=({"selector": "label=Email", "text": "ada@example.org"},),
        sealed=frozenset({"text"}),
    ),
    page_tool(
        "keypress",
        keypress,
        "Press a key or a combination: Enter, Escape, Tab, ArrowDown, Control+a. With a selector, in that field.",
        {
            **ELEMENT,
            "key": text("The key.", minLength=1),
            "times": {"type": "integer", "minimum": 1, "maximum": 100, "default": 1, "description": "How often."},
        },
        required=("key",),
        examples=({"key": "Enter"}, {"key": "Control+a", "selector": "label=Search"}, {"key": "ArrowUp", "times": 3}),
    ),
    page_tool(
        "select",
        select,
        "Choose an option of a native list (a combobox or listbox that shows its options in the page's state).",
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
