"""What comes after the first step: the password on its own page, a code, a link by mail, questions before the site."""

from __future__ import annotations

import time
from hmac import compare_digest

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..bank.totp import DIGITS, accepts
from .admission import admit, stumble, take_password
from .pages import LoginPage
from .show import show
from .state import door_of, progress_of


async def password(request: Request, login: LoginPage) -> Response:
    """The second page of a login in two pages."""
    progress = progress_of(request, login)
    if progress.user != login.user:
        return RedirectResponse(f"/logins/{login.name}/", 303)
    if request.method == "POST":
        return await take_password(request, login)
    return show(request, login, f"{login.name}_password.html", user=progress.user)


async def code(request: Request, login: LoginPage) -> Response:
    """The code of an authenticator app or of a mail, from one box or from six."""
    if not progress_of(request, login).password_known:
        return RedirectResponse(f"/logins/{login.name}/", 303)
    if request.method == "GET":
        return show(request, login, f"{login.name}_code.html")
    door_of(request, login).submits["code"] += 1
    stopped = await stumble(request, login)
    if stopped is not None:
        return stopped
    form = await request.form()
    given = str(form.get("code", "")) or "".join(str(form.get(f"d{place}", "")) for place in range(1, DIGITS + 1))
    if code_fits(request, login, "".join(given.split())):
        return admit(request, login, passed="code")
    return show(request, login, f"{login.name}_code.html", error="This code is wrong or has expired.")


def code_fits(request: Request, login: LoginPage, given: str) -> bool:
    if login.code == "totp":
        return accepts(login.secret, given, time.time())
    mails = door_of(request, login).mails
    return bool(mails) and compare_digest(mails[-1].encode(), given.encode())


async def link(request: Request, login: LoginPage) -> Response:
    """The link of a mail, opened."""
    door = door_of(request, login)
    door.submits["link"] += 1
    token = request.path_params["token"]
    if any(mail.endswith(f"/{token}") for mail in door.mails):
        return admit(request, login, passed="link")
    return show(request, login, "refused.html", status=410, message=login.message)


async def question(request: Request, login: LoginPage) -> Response:
    """Ask what stands between login and site, one question a page; any answer will do."""
    progress = progress_of(request, login)
    if not progress.questions:
        return RedirectResponse(f"/logins/{login.name}/", 303)
    if request.method == "POST":
        progress.questions.pop(0)
        if not progress.questions:
            return admit(request, login, passed="questions")
        return RedirectResponse(f"/logins/{login.name}/question", 303)
    return show(request, login, f"question_{progress.questions[0]}.html")
