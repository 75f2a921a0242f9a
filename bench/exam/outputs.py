"""What the outputs of a replay must be: of each value that was asked for, one of several names and forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from .checks import Goods

CONFIRMATIONS: Final = [
    *("confirmation", "proof", "notice", "message", "result", "status", "outcome", "saved", "done", "shown"),
]
"""Names under which an act may tell what it made."""


@dataclass(frozen=True)
class Told:
    """What the outputs said of one value that was asked for."""

    named: bool
    """It stands under a name that fits."""
    given: bool
    """It stands there at all."""
    false: str
    """Another value under a name that fits, where the right one is nowhere."""


def told(expected: dict[str, Any], outputs: dict[str, Any], *, asks: bool) -> Told:
    """Compare the outputs with one value. Only the first of its names is its own: another value there is false."""
    names = expected["names"] + ([] if asks else CONFIRMATIONS)
    named = any(_is_one(value, expected["values"]) for name, value in outputs.items() if _is_named(name, names))
    given = named or any(_is_one(value, expected["values"]) for value in outputs.values())
    own = ((name, value) for name, value in outputs.items() if value is not None and _is_named(name, names[:1]))
    others = [f"{name} is {value!r}, not {expected['values'][0]!r}" for name, value in own]
    return Told(named, given, "" if given or not others else others[0])


def _is_named(name: str, names: list[str]) -> bool:
    """Return whether one of the names is a word of this one, also in the plural."""
    words = re.findall(r"[a-z]+", name.casefold())
    return any(each in words or f"{each}s" in words or each.removesuffix("s") in words for each in names)


def _is_one(value: Any, forms: list[Any]) -> bool:
    return any(_same(value, form) for form in forms)


def _same(value: Any, form: Any) -> bool:
    if isinstance(form, list):
        return isinstance(value, list) and len(value) == len(form) and all(map(_same, value, form))
    if isinstance(value, list):
        return len(value) == 1 and _same(value[0], form)
    if isinstance(value, dict):
        return any(_same(each, form) for each in value.values())
    if isinstance(form, dict):
        return Goods(form["goods"], form["most"]).fits(value)
    if value is None:
        return False
    return _plain(value) == _plain(form) or _holds(str(value), str(form)) or _is_equal(value, form)


def _plain(value: Any) -> str:
    return " ".join(str(value).replace("−", "-").casefold().split()).rstrip(".")


def _holds(value: str, form: str) -> bool:
    """Return whether a text of five letters or more stands in the value as whole words, as in a confirmation."""
    return len(form) > 4 and re.search(rf"(?<!\w){re.escape(_plain(form))}(?!\w)", _plain(value)) is not None


def _is_equal(value: Any, form: Any) -> bool:
    """Return whether both are one number, such as €51.93 and 51.93."""
    numbers = [_number(value), _number(form)]
    return None not in numbers and numbers[0] == numbers[1]


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    text = re.sub(r"^(-?)€", r"\1", _plain(value)).replace(",", "")
    return float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else None
