"""The addresses of the login pages: the index, what a visitor opens, and what the exam looks at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ..session import session_of
from ..site import page
from . import admission, second_steps
from .pages import PAGES, LoginPage
from .show import closed, show
from .state import MODES, Door, door_of, doors_of, inside

Handler = Callable[[Request, LoginPage], Awaitable[Response]]
SCRIPT_DELAY: Final = 1.8
"""Seconds until the script of the page `late` comes."""


def routes() -> list[BaseRoute]:
    both = ["GET", "POST"]
    return [
        Route("/", index),
        Route("/exam/{name}", exam, methods=both),
        Route("/{name}/", of_page(admission.entrance), methods=both),
        Route("/{name}/form", of_page(framed), methods=both),
        Route("/{name}/password", of_page(second_steps.password), methods=both),
        Route("/{name}/code", of_page(second_steps.code), methods=both),
        Route("/{name}/enter/{token}", of_page(second_steps.link)),
        Route("/{name}/question", of_page(second_steps.question), methods=both),
        Route("/{name}/home", of_page(home)),
        Route("/{name}/app.js", of_page(script)),
        Route("/{name}/remember", of_page(remember)),
        Route("/{name}/sign-up", of_page(aside("sign-up")), methods=["POST"]),
        Route("/{name}/with/{provider}", of_page(aside("other"))),
        Route("/{name}/newsletter", of_page(aside("newsletter")), methods=["POST"]),
        Route("/{name}/search", of_page(aside("search"))),
        Route("/{name}/sign-out", of_page(sign_out), methods=["POST"]),
    ]


def of_page(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler with the page that the address names."""

    async def handle(request: Request) -> Response:
        login = PAGES.get(request.path_params["name"])
        if login is None:
            raise HTTPException(404)
        return await handler(request, login)

    return handle


async def index(request: Request) -> Response:
    return page(request, "logins_index.html", logins=PAGES.values())


async def exam(request: Request) -> Response:
    """Return what a page has counted, or begin anew: `{"mode": "locked"}`."""
    doors, name = doors_of(request), request.path_params["name"]
    if name not in doors:
        raise HTTPException(404)
    if request.method == "POST":
        mode = (await request.json()).get("mode", "open")
        if mode not in MODES:
            return JSONResponse({"error": f"mode is {mode!r}; it must be one of {', '.join(MODES)}."}, 400)
        doors[name] = Door(mode)
    return JSONResponse(doors[name].to_json())


async def framed(request: Request, login: LoginPage) -> Response:
    """The form inside the frame."""
    if request.method == "POST":
        answer = await admission.take_password(request, login)
        if answer.status_code != 303:
            return answer
        return show(request, login, "frame_left.html", onward=answer.headers["location"])
    if door_of(request, login).mode == "unavailable":
        return closed(request, login, "unavailable")
    return show(request, login, "frame_form.html")


async def home(request: Request, login: LoginPage) -> Response:
    if not inside(request, login):
        return RedirectResponse(f"/logins/{login.name}/", 303)
    return show(request, login, "home.html")


async def script(request: Request, login: LoginPage) -> Response:
    """The script of a page, which takes its time."""
    await asyncio.sleep(SCRIPT_DELAY)
    shown = show(request, login, f"{login.name}.js")
    return Response(shown.body, media_type="text/javascript")


async def remember(request: Request, login: LoginPage) -> Response:
    """Log the visitor in, as a cookie from an earlier visit would."""
    door_of(request, login).inside.add(session_of(request).id)
    return Response("Remembered.", media_type="text/plain")


async def sign_out(request: Request, login: LoginPage) -> Response:
    door_of(request, login).inside.discard(session_of(request).id)
    return RedirectResponse(f"/logins/{login.name}/", 303)


def aside(kind: str) -> Handler:
    """Return the handler of something beside the login, which is counted and leads nowhere."""

    async def handle(request: Request, login: LoginPage) -> Response:
        door_of(request, login).submits[kind] += 1
        return show(request, login, "aside.html", kind=kind)

    return handle
