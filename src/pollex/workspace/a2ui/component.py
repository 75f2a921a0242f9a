"""A component of an A2UI surface, what is drawn for it, and its id."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any, Final

from ...core.json import Object

LONGEST_ID: Final = 128
ODD: Final = re.compile(r"[^A-Za-z0-9_.:-]|^[.:-]")


def identifier(text: str) -> str:
    """Return an id that windows and components may have; one that had to be changed is told apart by a hash."""
    if len(text) <= LONGEST_ID and not ODD.search(text):
        return text
    digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{ODD.sub('_', text)[: LONGEST_ID - 9]}-{digest}"


@dataclass(frozen=True, slots=True)
class DrawnComponent:
    """A component as `component.render` draws it."""

    type: str
    props: Object


@dataclass(frozen=True, slots=True)
class A2uiComponent:
    """A component of a surface; one of a template once for each item, at `base` of the data model."""

    given: Object
    base: str = ""
    copies: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return str(self.given["component"])

    def get(self, prop: str, otherwise: Any = None) -> Any:
        return self.given.get(prop, otherwise)
