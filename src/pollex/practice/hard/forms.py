"""Responses to submitted forms: what was given, or the form again with its mistakes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Final

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from ..site import TODAY
from .state import hard_state
from .values import Values


async def report(request: Request, form: FormData) -> Values:
    await asyncio.sleep(5)
    return {"outcome": "the report is made"}


async def login(request: Request, form: FormData) -> Values:
    if (form.get("user"), form.get("password")) == ("grace", "cobol-1959"):
        return {"outcome": "signed in as grace"}
    return {"error": "User name or password is wrong."}


async def word(request: Request, form: FormData) -> Values:
    return {"outcome": f"the word is {form.get('word', '')}"}


async def booking(request: Request, form: FormData) -> Values:
    given = {name: str(form.get(name, "")).strip() for name in ("name", "guests", "day")}
    errors = {}
    if not given["name"]:
        errors["name"] = "Please give a name."
    if not given["guests"].isdecimal() or not 1 <= int(given["guests"]) <= 8:
        errors["guests"] = "We seat one to eight guests."
    day = day_of(given["day"])
    if day is None or day <= TODAY:
        errors["day"] = "Please give a day after today, like 24.12.2026."
    outcome = "" if errors else f"table for {given['guests']} on {given['day']}"
    return {"errors": errors, "given": given, "outcome": outcome}


def day_of(text: str) -> date | None:
    match = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", text)
    if match is None:
        return None
    day, month, year = map(int, match.groups())
    try:
        return date(year, month, day)
    except ValueError:
        return None


async def upload(request: Request, form: FormData) -> Values:
    """Store the name and size of each file and show them."""
    files = [file for file in form.getlist("files") if isinstance(file, UploadFile) and file.filename]
    came = [(file.filename or "", len(await file.read())) for file in files]
    hard_state(request).uploads.extend(came)
    return {"outcome": ", ".join(f"{name} ({size} bytes)" for name, size in came)}


FORMS: Final[dict[str, Callable[[Request, FormData], Awaitable[Values]]]] = {
    "slow-response": report,
    "login": login,
    "csp-none": word,
    "validation-server": booking,
    "file-visible": upload,
    "file-label": upload,
}
