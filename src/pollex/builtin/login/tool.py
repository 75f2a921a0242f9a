"""`login`: logs in with a stored credential on any login page. Only references are typed; no secret is read here."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ...core.context import Context
from ...core.json import Object
from ...core.result import Result
from ...core.schema import Schema
from ...core.tool import Tool
from .attempt import attempt
from .backoff import Backoff
from .credential import LoginCredential, find_credential
from .outcome import LoginOutcome
from .sight import live_page, look

LOOKS: Final = 12
PAUSE: Final = 0.25
"""How often, and with how many seconds between, a page is looked at that shows nothing of a login yet."""


def login_tool(home: Path) -> Tool:
    """Return the tool `login`; what it remembers of refusals is in a file in `home`."""
    backoff = Backoff(home / "refused-logins.json")

    async def login(args: Object, context: Context) -> Result:
        if args["only_look"]:
            return await _looked(args.get("url"), context)
        credential = find_credential(args.get("credential"), context)
        site = _host(args.get("url") or live_page(context).url)
        if not args["force"]:
            backoff.check(site, credential.stored)
        outcome = await attempt(context, credential, args.get("url"))
        if outcome.logged_in is False:
            backoff.refused(site, credential.stored)
        elif outcome.logged_in is True:
            backoff.accepted(site, credential.stored)
        return _result(outcome, credential, live_page(context).url)

    return Tool(
        name="login",
        title="Log in",
        description=(
            "Log in with a stored credential: user name, password, and the one-time code where the page asks for one. "
            "A code or link that comes by mail is asked of the person. `loggedIn` says how it ended: true, false if "
            "the site refused, attempt_failed if it could not be tried. Each part is submitted at most once; where no "
            "field is for a login, nothing is."
        ),
        input=Schema(
            {
                "type": "object",
                "properties": {
                    "credential": {
                        "type": "string",
                        "minLength": 1,
                        "description": "The name of the stored credential; not needed where there is only one.",
                    },
                    "url": {
                        "type": "string",
                        "minLength": 1,
                        "description": "The address of the login page. Without it, the page that is open.",
                    },
                    "only_look": {
                        "type": "boolean",
                        "default": False,
                        "description": "Whether only to look if somebody is logged in on the page that is open.",
                    },
                    "force": {
                        "type": "boolean",
                        "default": False,
                        "description": "Whether to try at once although the site refused this credential just now.",
                    },
                },
            }
        ),
        run=login,
        examples=({"credential": "bank"}, {"credential": "bank", "url": "https://bank.example/login"}),
        effect="act",
        timeout=900.0,
        guarded=True,
    )


async def looks_logged_in(context: Context) -> bool:
    """Return whether the page of a context shows that somebody is logged in; it has some time to show it."""
    asked = 0
    for _ in range(LOOKS):
        sight = await look(context, [])
        if sight.is_inside:
            return True
        asked = asked + 1 if sight.form.parts or sight.entry is not None else 0
        if asked > 1:
            return False
        await asyncio.sleep(PAUSE)
    return False


async def _looked(url: str | None, context: Context) -> Result:
    if url is not None:
        (await context.call("page.navigate", {"url": url})).unwrap()
    inside = await looks_logged_in(context)
    return Result.success({"loggedIn": inside, "url": live_page(context).url})


def _result(outcome: LoginOutcome, credential: LoginCredential, url: str) -> Result:
    data = {"loggedIn": outcome.logged_in, "credential": credential.name, "url": url, "why": outcome.why}
    return Result.success(data, notes=() if outcome.logged_in is True else (f"Not logged in: {outcome.why}",))


def _host(url: str) -> str:
    parts = urlsplit(url if "//" in url else f"//{url}")
    return parts.netloc.rpartition("@")[2] or "this page"
