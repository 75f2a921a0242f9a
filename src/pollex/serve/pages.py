"""The few answers that are for people, and for whoever watches the server."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse, Response

from .. import __version__
from ..core.json import Object
from .access import PAGE_NAME
from .answer import json_answer
from .endpoint import ApiRequest
from .page_files import start_page
from .refusal import HttpRefusal

TOKEN: Final[Object] = {"token": {"type": "string", "default": "", "description": "An entry, which holds once."}}
TICKET: Final[Object] = {
    "type": "object",
    "properties": {
        "path": {
            "type": "string",
            "pattern": "^/api/(runs|files)/[^?#]+$",
            "maxLength": 500,
            "description": "What to read.",
        }
    },
    "required": ["path"],
    "additionalProperties": False,
}
WORKSPACE: Final[Object] = {
    "workspace": {"type": "string", "description": "The id of the workspace to show; without it, the last one used."}
}
HEAD: Final = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pollex</title>'
STYLE: Final = "body{font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}code{background:#eee}"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
UNBUILT: Final = """<h1>Pollex</h1>
<p>The server runs. Its page is not built yet: run <code>make start</code> in the checkout, then load this again.</p>"""
STORES: Final = 'localStorage.setItem("pollex-session", document.body.dataset.session); location.replace("/");'
"""How a page of its own origin keeps its session; other pages and other ports do not reach it there."""
STORES_POLICY: Final = f"default-src 'none'; script-src 'sha256-{b64encode(sha256(STORES.encode()).digest()).decode()}'"


async def show_start(asked: ApiRequest) -> Response:
    """Return the page. It is the same for everybody: what it shows, it asks for with the token of its session."""
    return start_page(asked) or _page(UNBUILT, 200)


async def enter(asked: ApiRequest) -> Response:
    """Let a browser in by the entry in a link."""
    return _enter(asked, asked.query["token"])


async def enter_by_form(asked: ApiRequest) -> Response:
    """Let a browser in by the entry or password in a form."""
    fields = parse_qs(asked.body[:4_096].decode(errors="replace"))
    return _enter(asked, fields.get("token", [""])[0])


def _enter(asked: ApiRequest, given: str) -> Response:
    access = asked.state.access
    if asked.headers["host"] not in access.page_hosts:
        hint = f"Open {access.page_url}/ instead."
        raise HttpRefusal(403, "denied", "The page has a host of its own.", expected=PAGE_NAME, hint=hint)
    session = access.enter(given)
    if session is None:
        hint = "An entry holds once, and for a minute: `pollex serve --open` gives a new one."
        raise HttpRefusal(401, "denied", "This entry does not hold.", hint=hint, retry=False)
    if "application/json" in asked.headers.get("accept", ""):
        return json_answer({"session": session})
    body = f'<body data-session="{session}"><script>{STORES}</script>'
    return HTMLResponse(HEAD + body, 200, {"Content-Security-Policy": STORES_POLICY})


async def new_entry(asked: ApiRequest) -> Object:
    """Return an address that lets one browser in."""
    return {"enter": asked.state.access.entry_url()}


async def new_ticket(asked: ApiRequest) -> Object:
    """Return an address of a run or of a kept file that a browser can read without a header."""
    return {"address": asked.state.access.sessions.ticket(asked.body["path"])}


async def forget_sessions(asked: ApiRequest) -> Object:
    """End the sessions of all browsers."""
    asked.state.access.sessions.forget()
    return {"ok": True}


async def show_health(asked: ApiRequest) -> Object:
    return {"ok": True, "version": __version__}


async def show_metrics(asked: ApiRequest) -> Response:
    """Return the numbers of this server as Prometheus reads them."""
    state = asked.state
    for status in ("queued", "running", "paused"):
        found = await state.app.runs.control.list(status=status, limit=10_000)
        state.metrics.runs.labels(status).set(len(found))
    return Response(state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _page(body: str, status: int) -> Response:
    return HTMLResponse(f"{HEAD}<style>{STYLE}</style>{body}", status, {"Content-Security-Policy": POLICY})
