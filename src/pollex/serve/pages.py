"""The few answers that are for people, and for whoever watches the server."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse, RedirectResponse, Response

from .. import __version__
from ..core.json import Object
from .access import PAGE_NAME
from .endpoint import ApiRequest
from .page_files import start_page
from .refusal import HttpRefusal

TOKEN: Final[Object] = {"token": {"type": "string", "default": "", "description": "The token of the server."}}
WORKSPACE: Final[Object] = {
    "workspace": {"type": "string", "description": "The id of the workspace to show; without it, the last one used."}
}
STYLE: Final = "body{font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}code{background:#eee}"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
INSIDE: Final = """<h1>Pollex</h1>
<p>The server runs. Its page is not built yet: run <code>make start</code> in the checkout, then load this again.
Programs use it already:</p>
<ul><li><a href="/api/tools">/api/tools</a>: the tools</li><li><a href="/api/runs">/api/runs</a>: the runs</li>
<li><a href="/openapi.json">/openapi.json</a>: everything that can be asked</li></ul>"""
OUTSIDE: Final = """<h1>Pollex</h1>
<p>Open the address that <code>pollex serve</code> printed, or enter its token:</p>
<form method="post" action="/enter"><input name="token" type="password" aria-label="Token" autofocus>
<button>Enter</button></form>"""


async def show_start(asked: ApiRequest) -> Response:
    """Return the page at `/`: the workspace for those who have entered, the door for all others."""
    if not asked.entered:
        return _page(OUTSIDE, 401)
    return start_page(asked) or _page(INSIDE, 200)


async def enter(asked: ApiRequest) -> Response:
    """Exchange the token of a link for the cookie."""
    return _enter(asked, asked.query["token"])


async def enter_by_form(asked: ApiRequest) -> Response:
    """Exchange the token or password of a form for the cookie."""
    fields = parse_qs(asked.body[:4_096].decode(errors="replace"))
    return _enter(asked, fields.get("token", [""])[0])


def _enter(asked: ApiRequest, token: str) -> Response:
    access = asked.state.access
    if not access.is_secret(token):
        hint = "Take the address that `pollex serve` printed last."
        raise HttpRefusal(401, "denied", "This is not the token of the server.", hint=hint, retry=False)
    if asked.headers["host"] not in access.page_hosts:
        hint = f"Open {access.page_url}/ instead."
        raise HttpRefusal(
            403, "denied", "The cookie is given to the page's own host only.", expected=PAGE_NAME, hint=hint
        )
    answer = RedirectResponse("/", 303)
    answer.set_cookie(access.cookie_name, access.cookie, httponly=True, samesite="strict")
    return answer


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
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Pollex</title><style>{STYLE}</style>'
    return HTMLResponse(head + body, status, {"Content-Security-Policy": POLICY})
