"""`login`: logs in with a stored credential on any login page. Only references are typed; no secret is read here."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from ...core.context import Context
from ...core.json import Object
from ...core.result import Result
from ...core.schema import Schema
from ...core.tool import Tool
from .attempt import attempt
from .backoff import Backoff
from .credential import LoginCredential, find_credential
from .outcome import Outcome
from .sight import live_page, look


def login_tool(home: Path) -> Tool:
    """Return the tool `login`; what it remembers of refusals is in a file in `home`."""
    backoff = Backoff(home / "refused-logins.json")

    async def login(args: Object, context: Context) -> Result:
        credential = find_credential(args.get("credential"), context)
        site = _host(args.get("url") or live_page(context).url)
        if args["only_look"]:
            inside = await looks_logged_in(context)
            return _result(
                Outcome(inside, "the page shows it" if inside else "the page does not show it"),
                credential,
                live_page(context).url,
            )
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
            "the site refused, attempt_failed if it could not be tried. Each part is submitted at most once."
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
    )


async def looks_logged_in(context: Context) -> bool:
    """Return whether the page of a context shows that somebody is logged in."""
    return (await look(context, [])).is_inside


def _result(outcome: Outcome, credential: LoginCredential, url: str) -> Result:
    data = {"loggedIn": outcome.logged_in, "credential": credential.name, "url": url, "why": outcome.why}
    return Result.success(data, notes=() if outcome.logged_in is True else (f"Not logged in: {outcome.why}",))


def _host(url: str) -> str:
    parts = urlsplit(url if "//" in url else f"//{url}")
    return parts.netloc.rpartition("@")[2] or "this page"
