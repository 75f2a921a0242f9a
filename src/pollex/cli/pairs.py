"""NAME=VALUE on the command line."""

from __future__ import annotations

import typer

from ..core.json import Object


def read_pairs(pairs: list[str]) -> Object:
    """Return the values by name, as text; schemas convert them later."""
    made: Object = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or name in made:
            why = "is given twice" if name in made else "is not NAME=VALUE"
            raise typer.BadParameter(f"{pair!r} {why}.")
        made[name] = value
    return made
