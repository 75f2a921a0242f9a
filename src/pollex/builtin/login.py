"""`login`: logs in on the page with a stored credential, by its references; no secret is read here."""

from __future__ import annotations

import re
from typing import Any, Final

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..core.schema import Schema
from ..core.suggest import did_you_mean
from ..core.template import Scope
from ..core.tool import Tool

PASSWORD: Final = "css=input[type=password]"  # noqa: S105 - a selector
USER: Final = [
    "css=input[autocomplete~=username]", "css=input[autocomplete~=email]",
    "css=form:has(input[type=password]) input[type=email]",
    "css=form:has(input[type=password]) input:is([type=text], :not([type]))",
    "act:the user name field", "act:the e-mail field", "act:the login field",
]  # fmt: skip
CODE: Final = [
    "css=input[autocomplete~=one-time-code]",
    "act:the security code field",
    "act:the one-time code field",
    "act:the code field",
]
ASKS_CODE: Final = re.compile(
    r"\b(?:authenticator|one-time|verification code|security code|six digits|two-factor|2fa|your code)\b", re.IGNORECASE
)
ENTRIES: Final = ["act:the Log in link", "act:the Sign in link", "act:the Log in button", "act:the Sign in button"]
BUTTONS: Final = [
    "act:the Log in button", "act:the Sign in button", "act:the Login button", "act:the Verify button",
    "act:the Continue button", "act:the Next button", "act:the Submit button", "act:the Confirm button",
]  # fmt: skip


async def login(args: Object, context: Context) -> Result:
    """Type user name and password, the code where the page asks for one, and see that it asks for neither then."""
    name, fields = _credential(str(args["credential"]), context)
    if await _one(context, [PASSWORD, *USER[:2]]) is None and (entry := await _one(context, ENTRIES)) is not None:
        await _do(context, "page.click", index=entry)
    if "username" in fields:
        await _type(context, USER, f"{{{{secret.{name}.username}}}}", "a field for the user name")
    if await _one(context, [PASSWORD]) is None:  # the page asks for it only after the name
        await _send(context)
    await _type(context, [PASSWORD], f"{{{{secret.{name}.password}}}}", "a field for the password")
    await _send(context)
    if await _asks_code(context):
        await _code(name, context)
    if await _one(context, [PASSWORD]) is not None:
        raise Fault("failed", f"Failed to log in with {name!r}: the page still asks for the password.", retry=False)
    where = await context.call("page.current_tab", {})
    return Result.success({"credential": name, **(where.data or {})})


def _known(context: Context) -> dict[str, list[str]]:
    known: dict[str, list[str]] = {}
    for each in () if context.secrets is None else context.secrets.names():
        stem, _, field = each.partition(".")
        known.setdefault(stem, []).extend([field] if field else [])
    return known


def _credential(name: str, context: Context) -> tuple[str, list[str]]:
    known = _known(context)
    usable = [each for each, fields in known.items() if "password" in fields]
    found = next((each for each in usable if each.casefold() == name.casefold()), None)
    if found is None:
        message, hint = (
            f"There is no stored login {name!r}.",
            did_you_mean(name, usable) or "Store one: pollex credentials add.",
        )
        expected = ", ".join(usable) or "a stored credential"
        raise Fault(
            "not_found", message, pointer="/credential", expected=expected, received=name, hint=hint, retry=False
        )
    return found, known[found]


async def _code(name: str, context: Context) -> None:
    """The one-time code of the same credential, of the one whose name begins with its name, or of the only one."""
    having = [each for each, fields in _known(context).items() if "code" in fields]
    near = (
        [each for each in having if each in (name, f"{name}-code")]
        or [each for each in having if each.startswith(name)]
        or having
    )
    if len(near) != 1:
        message = "Failed to log in: the page asks for a one-time code, and no one credential makes it."
        raise Fault(
            "not_found", message, expected=", ".join(having) or "a credential of the type authenticator", retry=False
        )
    field = await _type(context, CODE, f"{{{{secret.{near[0]}.code}}}}", "a field for the code")
    if await _asks_code(context) and await _one(context, CODE) == field:
        await _send(context)
    if await _asks_code(context) and await _one(context, CODE) is not None:
        raise Fault("failed", "Failed to log in: the page still asks for the code.", retry=False)


async def _asks_code(context: Context) -> bool:
    shown = await context.call("page.text", {})
    return shown.ok and ASKS_CODE.search(str(shown.data["text"])) is not None and await _one(context, CODE) is not None


async def _one(context: Context, ways: list[str]) -> int | None:
    """The index of the first thing that one of the ways finds."""
    found = await context.call("page.query", {"selector": ways, "most": 1})
    elements = found.data["elements"] if found.ok else []
    return int(elements[0]["index"]) if elements else None


async def _type(context: Context, ways: list[str], text: str, what: str) -> int:
    index = await _one(context, ways)
    if index is None:
        raise Fault(
            "not_found", f"Failed to log in: the page has no {what.removeprefix('a ')}.", expected=what, retry=False
        )
    await _do(context, "page.type", index=index, text=text)
    return index


async def _send(context: Context) -> None:
    """Press the form's own button, else one that is called so, else Enter."""
    index = await _one(
        context, ["css=form:has(input:focus) :is(button:not([type]), [type=submit]):not([disabled])", *BUTTONS]
    )
    await _do(context, "page.click", index=index) if index is not None else await _do(
        context, "page.keypress", key="Enter"
    )


async def _do(context: Context, tool: str, **args: Any) -> Result:
    result = await context.call(tool, args, scope=Scope())
    if result.fault is not None:
        raise result.fault
    return result


LOGIN: Final = Tool(
    name="login",
    title="Log in",
    description=(
        "Log in on the page with a stored credential: user name, password, and the one-time code where it asks for one."
    ),
    input=Schema(
        {
            "type": "object",
            "properties": {
                "credential": {"type": "string", "minLength": 1, "description": "The name of the stored credential."}
            },
            "required": ["credential"],
        }
    ),
    run=login,
    examples=({"credential": "bank"},),
    effect="act",
    timeout=120.0,
)  # fmt: skip
