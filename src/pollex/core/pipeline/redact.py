"""Keeps revealed secrets out of everything that is shown, logged or sent on: their text is replaced by their name."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any
from urllib.parse import quote, quote_plus

from ..fault import Fault, Issue
from ..json import dumps
from ..leaves import map_leaves
from ..result import Result
from ..secret import Secret, placeholder

SHORT = 4
"""A secret below this length is only replaced where it is the whole text: inside other text it may stand by chance."""

SAID = ("message", "pointer", "expected", "received", "hint")
"""The parts of a fault or issue that are text in its maker's words."""


class Redactor:
    """Knows the secrets that were opened in a run. With none, everything passes untouched and at no cost."""

    __slots__ = ("_inside", "_whole")

    def __init__(self) -> None:
        self._whole: dict[str, str] = {}
        self._inside: list[tuple[str, str]] = []

    def learn(self, secret: Secret) -> None:
        """From now on, replace this secret's text, also where it is quoted or encoded."""
        text = secret.reveal()
        if not text or text in self._whole:
            return
        name = placeholder(secret.name)
        self._whole[text] = name
        if len(text) >= SHORT:
            self._inside = sorted({*self._inside, *((form, name) for form in forms(text))}, key=longest_first)

    def text(self, text: str) -> str:
        whole = self._whole.get(text)
        if whole is not None:
            return whole
        for form, name in self._inside:
            if form in text:
                text = text.replace(form, name)
        return text

    def value(self, value: Any) -> Any:
        """A plain JSON value without the secrets, keys included; the same object where there was nothing to replace."""
        if not self._whole:
            return value
        return map_leaves(value, lambda leaf: self.text(leaf) if isinstance(leaf, str) else leaf, self.text)

    def fault(self, fault: Fault) -> Fault:
        if not self._whole:
            return fault
        return Fault(
            fault.code,
            **self._said(fault),
            retry=fault.retry,
            uncertain=fault.uncertain,
            issues=[replace(issue, **self._said(issue)) for issue in fault.issues],
        )

    def result(self, result: Result) -> Result:
        if not self._whole:
            return result
        return replace(
            result,
            data=self.value(result.data),
            fault=None if result.fault is None else self.fault(result.fault),
            notes=tuple(self.value(result.notes)),
            repairs=tuple(replace(repair, did=self.text(repair.did)) for repair in result.repairs),
        )

    def _said(self, mistake: Fault | Issue) -> dict[str, Any]:
        return {name: self.value(getattr(mistake, name)) for name in SAID}


def longest_first(pair: tuple[str, str]) -> tuple[int, str]:
    return -len(pair[0]), pair[0]


def forms(text: str) -> set[str]:
    """A text as it may come back: plain, inside JSON, in a URL, in base64."""
    data = text.encode(errors="surrogatepass")
    encoded = base64.b64encode(data).decode().rstrip("=")
    return {
        text,
        dumps(text)[1:-1],
        quote(text, safe="", errors="surrogatepass"),
        quote_plus(text, errors="surrogatepass"),
        encoded,
    }
