"""The entrance of a login page: it is shown, or takes user name and password and answers in the page's own way."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ..session import session_of
from .pages import LoginPage
from .show import WORDS, closed, show
from .state import door_of, fresh_code, fresh_token, inside, progress_of

IN_FRONT: Final = ("unavailable", "no-form", "captcha", "limited")
LOOK: Final = 0.2
"""Seconds between two looks whether the visitor is still there, where there is no answer."""


async def entrance(request: Request, login: LoginPage) -> Response:
    if request.method == "POST":
        return await take_password(request, login)
    door = door_of(request, login)
    door.visits += 1
    if inside(request, login) and login.home != "same":
        return RedirectResponse(f"/logins/{login.name}/home", 303)
    if door.mode in IN_FRONT and (login.name, door.mode) != ("frame", "unavailable"):
        return closed(request, login, door.mode)
    error = login.message if "error" in request.query_params else ""
    return show(request, login, f"{login.name}.html", error=error, inside=inside(request, login))


async def take_password(request: Request, login: LoginPage) -> Response:
    """Take what the form sends; pages in two parts send the user name alone first."""
    sent = await fields(request)
    door, progress = door_of(request, login), progress_of(request, login)
    user, secret = login.fields
    progress.user = sent.get(user, progress.user).strip()
    if secret not in sent:
        return await take_user(request, login)
    door.submits["password"] += 1
    stopped = await stumble(request, login)
    if stopped is not None:
        return stopped
    if (progress.user, sent[secret]) != (login.user, login.password):
        return refuse(request, login, login.message)
    return admit(request, login, passed="password")


async def take_user(request: Request, login: LoginPage) -> Response:
    """Take the user name: the password is asked for on the next page, or a link is sent."""
    door_of(request, login).submits["user"] += 1
    progress = progress_of(request, login)
    if progress.user != login.user:
        return show(request, login, f"{login.name}.html", user=progress.user, error="We could not find your account.")
    if login.password:
        return RedirectResponse(f"/logins/{login.name}/password", 303)
    send_mail(
        request, login, f"{str(request.base_url).rstrip('/')}/logins/{login.name}/enter/{fresh_token(request, login)}"
    )
    return show(request, login, "mail-link_sent.html")


async def stumble(request: Request, login: LoginPage) -> Response | None:
    """Return what the page answers where it does not judge the password."""
    mode = door_of(request, login).mode
    while mode == "no-answer" and not await request.is_disconnected():  # noqa: ASYNC110 - it has no event
        await asyncio.sleep(LOOK)
    if mode in ("locked", "too-many"):
        return refuse(request, login, WORDS[login.language][mode], status=429 if mode == "too-many" else 401)
    if mode not in ("no-answer", "broken"):
        return None
    if login.refusal == "json":
        return JSONResponse({"error": WORDS[login.language]["failed"]}, 500)
    return closed(request, login, "broken")


def refuse(request: Request, login: LoginPage, message: str, *, status: int = 401) -> Response:
    """Refuse in the page's own way."""
    if login.refusal == "json":
        return JSONResponse({"error": message}, status)
    if login.refusal == "page":
        return show(request, login, "refused.html", status=status, message=message)
    if login.refusal in ("redirect", "silent") and message == login.message:
        return RedirectResponse(f"/logins/{login.name}/" + "?error=1" * (login.refusal == "redirect"), 303)
    template = {"two-pages": "two-pages_password.html", "frame": "frame_form.html"}.get(
        login.name, f"{login.name}.html"
    )
    return show(request, login, template, user=progress_of(request, login).user, error=message, inside=False)


def admit(request: Request, login: LoginPage, *, passed: Literal["password", "code", "link", "questions"]) -> Response:
    """Let in, or go on to what still stands between."""
    progress, onward = progress_of(request, login), "home"
    if login.code and passed == "password":
        onward = "code"
        progress.password_known = True
        if login.code == "mail":
            send_mail(request, login, fresh_code(request, login))
    elif login.after and passed != "questions":
        onward = "question"
        progress.questions = ["stay", "phone"]
    else:
        door_of(request, login).inside.add(session_of(request).id)
    address = f"/logins/{login.name}/{onward}"
    return JSONResponse({"next": address}) if login.refusal == "json" else RedirectResponse(address, 303)


def send_mail(request: Request, login: LoginPage, text: str) -> None:
    """Put a mail into the visitor's mail box, which is on no page: the person reads it."""
    door = door_of(request, login)
    if door.mode != "no-mail":
        door.mails.append(text)


async def fields(request: Request) -> Mapping[str, str]:
    if "application/json" in request.headers.get("content-type", ""):
        return {str(name): str(value) for name, value in (await request.json()).items()}
    return {name: str(value) for name, value in (await request.form()).items()}
