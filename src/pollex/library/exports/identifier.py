"""Names of a library as Python identifiers."""

from __future__ import annotations

import keyword
import unicodedata
from collections.abc import Collection
from typing import Final

MODULES: Final = frozenset({"tool", "types"})
"""The modules of an exported package, which no product can be called."""
IMPORTED: Final = frozenset(
    {"annotations", "bool", "call_tool", "datetime", "dict", "float", "int", "list", "pollex", "str"}
)
"""Names that `tool.py` uses, which none of its functions can have."""
TYPES: Final = IMPORTED | {"Any", "Literal", "NotRequired"}
"""Names that `types.py` uses, which no key in the body of a class can have."""
OPTIONS: Final = frozenset({"credentials", "auth", "run", "durable", "timeout"})
"""The options of `App.run_tool`, which every exported function takes."""
ARGUMENTS: Final = OPTIONS | {"app", "options", "call_tool"}
"""Names inside an exported function that none of its inputs can have."""


def identifier(name: str, reserved: Collection[str] = ()) -> str:
    """Return a name as an identifier: what cannot stand in one becomes `_`.

    A keyword, a reserved name and a leading digit get a `_` in front.
    """
    normal = unicodedata.normalize("NFKC", name)
    made = "".join(each if f"_{each}".isidentifier() else "_" for each in normal)
    if keyword.iskeyword(made) or made in reserved or not made.isidentifier():
        made = f"_{made}"
    return made


def class_name(slug: str) -> str:
    """Return a slug in PascalCase; a number keeps its separator, so that `a-1` and `a1` differ."""
    words = [word if word[0].isalpha() or not at else f"_{word}" for at, word in enumerate(slug.split("-"))]
    return identifier("".join(word[0].upper() + word[1:] for word in words))
