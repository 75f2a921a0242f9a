"""Keeps revealed secrets out of everything that is shown, logged or sent on: their text is replaced by their name."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import quote, quote_plus

from ..fault import Fault, Issue
from ..json import dumps
from ..leaves import map_leaves
from ..result import Repair, Result
from ..secret import Secret, placeholder

SHORT = 4
"""A shorter secret is replaced only as a whole word: inside other words it may occur by chance."""

SAID = ("message", "pointer", "expected", "received", "hint")
"""The fields of a fault or issue that are free text."""


class Redactor:
    """The secrets that were opened in a run. Without any, values pass through untouched and at no cost."""

    __slots__ = ("_inside", "_whole", "_words")

    def __init__(self) -> None:
        self._whole: dict[str, str] = {}
        self._inside: list[tuple[str, str]] = []
        self._words: list[tuple[re.Pattern[str], str]] = []

    def learn(self, secret: Secret) -> None:
        """Replace this secret's text from now on, also where it is quoted or encoded."""
        text = secret.reveal()
        if not text or text in self._whole:
            return
        name = placeholder(secret.name)
        self._whole[text] = name
        if len(text) < SHORT:
            self._words.append((re.compile(rf"(?<!\w){re.escape(text)}(?!\w)"), name))
        else:
            self._inside = sorted({*self._inside, *((form, name) for form in forms(text))}, key=longest_first)

    @property
    def known(self) -> list[str]:
        """The texts of the opened secrets, for code that must keep them out of screenshots."""
        return list(self._whole)

    def text(self, text: str) -> str:
        whole = self._whole.get(text)
        if whole is not None:
            return whole
        for form, name in self._inside:
            if form in text:
                text = text.replace(form, name)
        for word, name in self._words:
            text = word.sub(name.replace("\\", r"\\"), text)
        return text

    def value(self, value: Any) -> Any:
        """Return a JSON value without the secrets, keys included, or the same object if there are none in it."""
        if not self._whole:
            return value
        return map_leaves(value, self._leaf, self.text)

    def fault(self, fault: Fault) -> Fault:
        if not self._whole:
            return fault
        made = Fault(
            fault.code,
            **self._said(fault),
            retry=fault.retry,
            uncertain=fault.uncertain,
            issues=[replace(issue, **self._said(issue)) for issue in fault.issues],
        )
        made.__cause__ = fault.__cause__
        return made

    def result(self, result: Result) -> Result:
        if not self._whole:
            return result
        return replace(
            result,
            data=self.value(result.data),
            fault=None if result.fault is None else self.fault(result.fault),
            notes=tuple(map(self.text, result.notes)),
            files=tuple(map(self.text, result.files)),
            repairs=tuple(Repair(self.text(repair.pointer), self.text(repair.did)) for repair in result.repairs),
            proof={self.text(place): self.value(element) for place, element in result.proof.items()},
        )

    def _leaf(self, leaf: Any) -> Any:
        if isinstance(leaf, str):
            return self.text(leaf)
        if isinstance(leaf, int | float) and not isinstance(leaf, bool):
            return self._whole.get(f"{leaf:.0f}" if isinstance(leaf, float) and leaf.is_integer() else str(leaf), leaf)
        return leaf

    def _said(self, mistake: Fault | Issue) -> dict[str, Any]:
        return {name: self.value(getattr(mistake, name)) for name in SAID}


def longest_first(pair: tuple[str, str]) -> tuple[int, str]:
    return -len(pair[0]), pair[0]


def forms(text: str) -> set[str]:
    """Return the forms in which a text may come back: plain, quoted, in JSON, HTML or a URL, base64 or hex digits."""
    data = text.encode(errors="surrogatepass")
    spellings = {text, text.upper(), text.lower(), repr(text)[1:-1], escape(text)}
    spellings |= {dumps(text)[1:-1], json.dumps(text)[1:-1]}
    addresses = {quote(text, safe=safe, errors="surrogatepass") for safe in ("", "/")}
    encoded = {data.hex(), data.hex().upper(), quote_plus(text, errors="surrogatepass"), *base64_cores(data)}
    return {form for form in spellings | addresses | encoded if len(form) >= SHORT}


def base64_cores(data: bytes) -> set[str]:
    """Return the parts of every base64 text that contains these bytes, for each of the three possible offsets."""
    cores = set()
    for offset in range(3):
        encoded = base64.b64encode(bytes(offset) + data).decode().rstrip("=")
        start, spare = (0, 2, 3)[offset], (offset + len(data)) % 3
        cores.add(encoded[start : len(encoded) - (1 if spare else 0)])
    long = {core for core in cores if len(core) >= 2 * SHORT}
    return long | {core.replace("+", "-").replace("/", "_") for core in long}
