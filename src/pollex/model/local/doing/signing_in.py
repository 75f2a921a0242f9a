"""Logging in with what is stored: which credential is meant, its fields, and the one-time code that a page asks for."""

from __future__ import annotations

import re
from typing import Final

from ..program import Enter, LogIn
from .calling import act, call
from .columns import tokens
from .fields import enter
from .reaching import first_of, give_up, look, reach
from .script import Memory, Script, Stop

USER: Final = ("the user name field", "the username field", "the e-mail field", "the login field", "the user field")
CODE: Final = (
    "the security code field", "the code field", "the verification code field", "the one-time code field",
    "the first digit field",
)  # fmt: skip
ASKS_CODE: Final = re.compile(
    r"\b(?:authenticator|one-time|verification code|security code|six digits|two-factor|your code)\b", re.IGNORECASE
)
COMMON: Final = frozenset({"login", "account", "credential", "password", "code", "my", "user", "in"})
STAYS: Final = ("stay signed in", "keep me signed in", "stay logged in", "keep me logged in", "remember me")
BUTTONS: Final = ("sign in", "log in", "login", "verify", "continue", "submit", "next", "confirm", "check")


def log_in(memory: Memory, step: LogIn) -> Script[None]:
    named = None if step.credential is None else _named(memory, step.credential)
    if (yield from look(memory, "the password field")) is None:
        way = yield from first_of(memory, ["Log in", "Sign in", "Login"])
        if way is not None:
            yield from reach(memory, "log in", "click", way)
    if step.given:
        yield from _with_given(memory, step)
    else:
        yield from _with_stored(memory, step, named)
    if (yield from look(memory, "the password field")) is not None:
        raise Stop("Logging in did not work: the page still asks for the password.")


def _with_given(memory: Memory, step: LogIn) -> Script[None]:
    for pair in step.given:
        yield from enter(memory, pair)
    yield from _stays(memory, step)
    yield from _send(memory)


def _stays(memory: Memory, step: LogIn) -> Script[None]:
    """Tick the box for that, where it is wanted."""
    if not step.stay:
        return
    box = yield from first_of(memory, [f"the {words} checkbox" for words in STAYS])
    if box is None or not (yield from act(memory, "stay logged in", "check", selector=f"act:{box}")).ok:
        raise Stop("There is no box on the page for staying logged in.")


def _with_stored(memory: Memory, step: LogIn, named: str | None) -> Script[None]:
    user = yield from first_of(memory, list(USER))
    if user is None:
        raise Stop("There is no field for a user name to log in with.")
    name = named or (yield from _fitting(memory))
    for field, words in (("username", user), ("password", "the password field")):
        if field in memory.credentials[name]:
            yield from _typed(memory, words, f"{{{{secret.{name}.{field}}}}}")
    yield from _stays(memory, step)
    yield from _send(memory)
    yield from _code(memory, name)


def _typed(memory: Memory, words: str, text: str) -> Script[None]:
    outcome = yield from reach(memory, "log in", "type", words, text=text)
    if not outcome.ok and "password" in words:  # the page may ask for it only after the name
        yield from _send(memory)
        outcome = yield from reach(memory, "log in", "type", words, text=text)
    if not outcome.ok:
        raise give_up("log in", words, outcome)


def _code(memory: Memory, name: str) -> Script[None]:
    """The one-time code, where the page asks for one: of the same credential, or of the one that is called alike."""
    if any(isinstance(step, Enter) and "code" in f"{step.field} {step.value}".lower() for step in memory.ahead[:1]):
        return  # the task itself says what to do with it
    shown = yield from call(memory, "text")
    if not ASKS_CODE.search(str(shown.get("text") or "")):
        return
    field = yield from first_of(memory, list(CODE))
    if field is None:
        return
    having = [other for other, fields in memory.credentials.items() if "code" in fields]
    near = {other: (other == name, _likeness(other, name), _likeness(other, memory.task)) for other in having}
    best = max(having, key=near.__getitem__, default="")
    if not best:
        raise Stop("The page asks for a one-time code, and no credential that makes one is stored.")
    yield from _typed(memory, field, f"{{{{secret.{best}.code}}}}")
    if (yield from look(memory, field)) is not None:
        yield from _send(memory)
    if (yield from look(memory, field)) is not None:
        raise Stop("Logging in did not work: the page still asks for the code.")


def _likeness(name: str, text: str) -> int:
    return len((set(tokens(name)) - COMMON) & set(tokens(text)))


def _send(memory: Memory) -> Script[None]:
    for words in BUTTONS:
        found = yield from look(memory, f"the {words} button")
        if found is None or found["role"] != "button":
            continue
        outcome = yield from act(memory, "log in", "click", selector=f"act:the {words} button")
        if not outcome.ok:
            raise give_up("log in", words, outcome)
        return
    yield from act(memory, "log in", "keypress", key="Enter")


def _named(memory: Memory, named: str) -> str:
    """The credential that the task names."""
    usable = [name for name, fields in memory.credentials.items() if "password" in fields]
    fitting = [name for name in usable if name.lower() == named.lower()]
    fitting = fitting or [name for name in usable if named.lower() in name.lower()]
    if len(fitting) == 1:
        return fitting[0]
    raise Stop(f"There is no stored credential “{named}”. Stored are: {', '.join(memory.credentials) or 'none'}.")


def _fitting(memory: Memory) -> Script[str]:
    """The credential that fits the words of the task, or else the page, best."""
    usable = [name for name, fields in memory.credentials.items() if "password" in fields]
    if len(usable) == 1:
        return usable[0]
    state = yield from call(memory, "state", elements=0, text=0)
    place = f"{state.get('title')} {re.sub(r'^[a-z]+://', '', str(state.get('url')))}"
    for text in (memory.task, place, f"{place} {memory.task}"):
        scores = {name: _likeness(name, text) / len(tokens(name)) for name in usable}
        best = [name for name in usable if scores[name] == max(scores.values()) > 0]
        if len(best) == 1:
            return best[0]
    raise Stop(f"Which stored credential is meant? Stored are: {', '.join(memory.credentials) or 'none'}.")
