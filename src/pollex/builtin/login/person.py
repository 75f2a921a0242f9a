"""Codes and links that come by mail or message: asked of a person, and read out of the answer."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from ...core.context import Context
from ...core.json import Object
from ...core.secret import Secret
from .words import says

PATIENCE: Final = 600.0
"""Seconds that a person has to answer."""
ADDRESS: Final = re.compile(r"https?://[^\s<>\"'\])]+")
MAIL: Final = re.compile(r"\S+@\S+")
TOKEN: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
LENGTHS: Final = range(4, 11)
"""How long codes are."""


async def ask_code(context: Context, host: str, length: int) -> str | None:
    """Return the code that the site has sent to the person; None where nobody can say."""
    question = f"{host} has sent a code by e-mail or message. Which code is it?"
    code = read_code(await _ask(context, question, "code", "The code, or the message that it is in."), length)
    if code is not None:
        context.redactor.learn(Secret("login.code", code))
    return code


async def ask_link(context: Context, host: str) -> str | None:
    """Return the link that the site has sent to the person; None where nobody can say."""
    question = f"{host} has sent a link by e-mail. Which link is it?"
    link = read_link(await _ask(context, question, "link", "The link, or the message that it is in."), host)
    if link is not None:
        context.redactor.learn(Secret("login.link", link))
    return link


async def _ask(context: Context, question: str, name: str, about: str) -> str:
    if context.ask is None:
        return ""
    form: Object = {
        "type": "object",
        "properties": {name: {"type": "string", "description": about}},
        "required": [name],
    }
    answer = await context.ask(question, form, PATIENCE)
    return str(answer.get(name, "")) if isinstance(answer, dict) else str(answer or "")


def read_link(answer: str, host: str) -> str | None:
    """Return the first address of the site in an answer; one that leads elsewhere is not followed."""
    found = [each.rstrip(".,;") for each in ADDRESS.findall(answer)]
    return next((each for each in found if urlsplit(each).hostname == host), None)


def read_code(answer: str, length: int) -> str | None:
    """Return the code in an answer, which may be a whole message; `length` is how long it must be, if not 0."""
    joined = re.sub(r"\s+", "", answer)
    if re.fullmatch(r"[\d-]{3,12}|[^\W_]{3,12}", joined) and (" " not in answer.strip() or joined.isdecimal()):
        return joined
    scored: list[tuple[float, int, str]] = []
    for line in MAIL.sub(" ", ADDRESS.sub(" ", answer)).splitlines():
        for match in TOKEN.finditer(line):
            score = _code_score(match[0], line, length)
            if score > 0:
                scored.append((score, -len(scored), match[0]))
    return max(scored)[2] if scored else None


def _code_score(token: str, line: str, length: int) -> float:
    size = len(token.replace("-", ""))
    if size not in LENGTHS or (length and len(token) != length and size != length):
        return 0.0
    digits = sum(letter.isdecimal() for letter in token)
    if digits == 0 and not token.isupper():
        return 0.0
    alone = line.strip() == token
    return 2.0 * (digits == size) + 1.0 * (digits > 0) + 2 * alone + 2 * says(line, "code") + (size == 6)
