"""Text input: typed, read back, and entered in another way where the field holds something else."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.secret import Secret
from ...core.tool import Tool
from ..failures import in_the_way
from ..focus import focused
from ..interaction import by_keyboard, perform, unless_gone
from ..live import LivePage
from ..secrecy import typed_here
from ..targets import Target, aim
from .date_picking import names_moment, native_moment, pick
from .declare import ELEMENT, flag, page_tool, text
from .mouse import acted

BY_KEYS: Final = 200
"""Characters up to which text is typed key by key where the page listens to keys."""
PRESSED: Final = frozenset({"button", "link", "menuitem", "tab"})
"""What takes a press and no text."""
CELLS: Final = frozenset({"gridcell", "cell"})
LISTS: Final = frozenset({"combobox", "listbox"})
FIELDS: Final = frozenset({"input", "textarea"})
TAKEN: Final = "The page takes the keys itself: the field stays empty."


async def type_text(page: LivePage, args: Object, context: Context) -> Result:
    secret = args["text"] if isinstance(args["text"], Secret) else None
    words = secret.reveal() if secret is not None else str(args["text"])
    if secret is None and not {"selector", "index"} & args.keys():
        return await _at_the_caret(page, words, context)
    is_short = 0 < len(words) <= BY_KEYS
    aimed = await aim(page, args, context, "type", "there", clear=args["clear"], keys=is_short)
    if aimed.evidence.role in PRESSED and aimed.evidence.tag in ("a", "button"):
        hint = "Press it with page.click, or name the field that is meant."
        message, role = f"Failed to type: {aimed.what} is no field.", aimed.evidence.role
        raise Fault("invalid_input", message, pointer="/selector", expected="a field", received=role, hint=hint)
    if aimed.evidence.role in LISTS and (aimed.field or {}).get("kind") in ("keys", "none"):
        raise _no_text(aimed, "list")
    if secret is not None:
        await typed_here(secret, aimed.opened, aimed.found.frame, aimed.found.number)
        aimed.opened.secrets += [(aimed.found.frame, each) for each in (aimed.field or {}).get("boxes", ())]
    read_back: Object = {}
    if secret is None and (aimed.field or {}).get("kind") == "readonly" and names_moment(words):
        result = await acted(page, aimed, lambda: pick(aimed, words, read_back))
        return replace(result, data={**result.data, **read_back})
    try:
        result = await acted(page, aimed, lambda: _typed(aimed, words, read_back, clear=args["clear"]))
    except Fault as fault:
        if secret is not None and fault.pointer == "/text":
            fault.expected, fault.received = "the secret", "something else"
            fault.message = f"Failed to type: {aimed.what} does not hold the secret."
        raise
    notes = (*result.notes, *([TAKEN] if read_back.pop("taken", None) else []))
    return replace(result, notes=notes, data=result.data if secret is not None else {**result.data, **read_back})


async def _at_the_caret(page: LivePage, words: str, context: Context) -> Result:
    """Type where the focus is, in the place of what is selected there."""
    opened = await page.opened()
    found = await focused(opened, await opened.tab.main())
    if found is None:
        message, hint = "Which field is meant?", "Name it, or select a text in it first: nothing has the focus."
        raise Fault("invalid_input", message, pointer="/selector", expected="a field", hint=hint)
    aimed = await aim(page, {"index": opened.indices.of(*found)}, context, "type", "seen")
    tab, kind = opened.tab, (await opened.tab.run(found[0], "handled", found[1]) or {})

    async def entered() -> Object | None:
        await (tab.type(words) if len(words) <= BY_KEYS else tab.insert(words))
        return await after(aimed)

    if not kind.get("editable"):
        raise _no_text(aimed, "no field")
    outcome = await perform(page, opened, found[0], entered)
    known: Object = {} if tab.closed else await unless_gone(tab.run(found[0], "handled", found[1])) or {}
    if known.get("tag") in FIELDS and not known["secret"]:
        outcome["holds"] = known["value"]
    return Result.success({"hit": aimed.hit, **outcome}, files=tuple(outcome.get("files", ())))


async def _typed(aimed: Target, words: str, read_back: Object, *, clear: bool) -> Object | None:
    """Put text in and read it back into `read_back`; where the field holds something else, in the next way.

    That is key by key, then at once. What was to be added, ends a line, has come up elsewhere or was kept from the
    field by the page may have been taken already, and is not typed again.
    """
    if clear and 1 < len(words) <= len(boxes := (aimed.field or {}).get("boxes", ())):
        return await _by_boxes(aimed, words, boxes)
    seen = await _enter(aimed, words, read_back, clear=clear)
    if "\n" in words or aimed.field is None or aimed.field.get("kind") != "typed":
        return seen
    for way in (_by_typing, _by_setting, None):
        seen = seen or await unless_gone(_told(aimed, words, clear=clear))
        kept = None if seen is None else seen["kept"]
        if kept is None:
            return seen
        read_back["holds"] = kept["value"]
        appeared = None if seen is None else seen.get("appeared")
        read_back["taken"] = kept["prevented"]
        if kept["fits"] or not clear or (kept["empty"] and (appeared or kept["prevented"] == "changed")):
            return seen
        if kept["prevented"]:
            raise _swallowed(aimed, words)
        if way is not None:
            seen = None
            await way(aimed, words)
    raise _not_held(aimed, words, read_back["holds"])


async def _by_boxes(aimed: Target, words: str, boxes: list[int]) -> Object | None:
    """Type a text into boxes of one character each; the page may take it away with the last one."""
    tab, frame = aimed.opened.tab, aimed.found.frame
    for number, letter in zip(boxes, words, strict=False):
        await unless_gone(tab.run(frame, "focus", number, True))
        await tab.type(letter)
    return await after(aimed)


def _told(aimed: Target, words: str, *, clear: bool, event: str | None = None) -> Awaitable[Any]:
    """Ask what the page shows after a text was put in, and what its field holds of it: `kept`, if it is one."""
    tab, found = aimed.opened.tab, aimed.found
    return tab.wait(found.frame, "typed", event, found.number, words, clear)


async def _by_typing(aimed: Target, words: str) -> None:
    tab = aimed.opened.tab
    await tab.run(aimed.found.frame, "focus", aimed.found.number, True)
    await tab.type(words)


async def _by_setting(aimed: Target, words: str) -> None:
    await aimed.opened.tab.run(aimed.found.frame, "setValue", aimed.found.number, words)


def _not_held(aimed: Target, words: str, value: str) -> Fault:
    holds = f"holds {value!r}" if value else "stays empty"
    message = f"Failed to type: {aimed.what} {holds}."
    hint = "Write it as the field takes it, use its buttons or keys, or choose what it offers."
    return Fault("failed", message, pointer="/text", expected=words, received=value or "nothing", hint=hint)


def _swallowed(aimed: Target, words: str) -> Fault:
    message = f"Failed to type: {aimed.what} stays empty, for the page keeps these keys from it; nothing changed."
    hint = "It was not typed again. Look whether the page has it, and what the field takes."
    return Fault("failed", message, pointer="/text", expected=words, received="nothing", hint=hint, uncertain=True)


async def _enter(aimed: Target, words: str, read_back: Object, *, clear: bool) -> Object | None:
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
            return await by_keyboard(tab, frame, doing, _told(aimed, words, clear=clear, event=event))
        case {"kind": "set", "type": kind}:
            as_written = native_moment(kind, words)
            read_back["holds"], seen = await gather(tab.run(frame, "setValue", number, as_written), after(aimed))
            if read_back["holds"] == "" and words:
                raise _not_taken(aimed, words)
            return seen
        case {"kind": "keys"}:
            await tab.type(words)
            if aimed.evidence.role in CELLS:
                read_back["holds"] = await _written_in(aimed, words)
        case None | {"gone": True}:
            raise in_the_way("type", aimed.what, {"gone": True})
        case {"kind": kind}:
            raise _no_text(aimed, kind)
    return None


async def _by_keys(aimed: Target, place: int | None) -> bool:
    """Whether the page listens to the keys that are typed into a field."""
    if aimed.heard is not None and aimed.heard["place"] == place:
        return bool(aimed.heard["keys"])
    return await aimed.opened.tab.watches_keys(aimed.found.frame, place)


async def after(aimed: Target) -> Object | None:
    """What the page shows after what was asked of it just before: both take one way."""
    seen: Object | None = await unless_gone(aimed.opened.tab.wait(aimed.found.frame, "after"))
    return seen


async def _written_in(aimed: Target, words: str) -> str:
    """Return what the editor of a cell holds that came up with the first key; a Fault where none did."""
    opened = aimed.opened
    found = await focused(opened, await opened.tab.main())
    known: Object = {} if found is None else await opened.tab.run(found[0], "handled", found[1]) or {}
    if not known.get("editable") or words not in (known["value"] or ""):
        raise _no_text(aimed, "closed")
    return str(known["value"])


def _no_text(aimed: Target, kind: str) -> Fault:
    hints = {
        "select": "Choose an option with page.select.",
        "list": "Choose an option with page.select.",
        "checkbox": "Tick it with page.check.",
        "radio": "Choose it with page.check.",
        "file": "Choose files with page.upload.",
    }
    hint = hints.get(kind)
    if aimed.evidence.role in CELLS:
        hint = "A cell may open its field by a double click: page.click with count 2, then type without an index."
    message = f"Failed to type: {aimed.what} takes no text ({kind})."
    return Fault("failed", message, expected="a field for text", received=kind, hint=hint)


def _not_taken(aimed: Target, words: str) -> Fault:
    message = f"Failed to type: {aimed.what} did not take the value."
    hint = "Write it as the field wants it: 2026-12-24, 14:30, 2026-12-24T14:30, 2026-12."
    return Fault("failed", message, pointer="/text", received=words, hint=hint)


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "type",
        type_text,
        "Type text into a field; into boxes of one character each, from the first on; where no field is named, in the "
        "place of what is selected. Dates and times are written as "
        "the field's format says (2026-12-24, 14:30); one that takes no typing has them picked in its calendar. "
        "A secret ({{secret.NAME}}) is only typed on pages of its domain.",
        {
            **ELEMENT,
            "text": text("What to type."),
            "clear": flag("Whether what is there already is replaced; otherwise the text is added at its end.", True),
        },
        required=("text",),
        examples=({"selector": "label=Email", "text": "ada@example.org"},),
        sealed=frozenset({"text"}),
    ),
)
