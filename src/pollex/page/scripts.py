"""The scripts that see and reach things inside a page. They live with the extension, which uses the same ones."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def inspecting_script() -> str:
    """What is run first in the world where expressions are looked at that only read."""
    folder = files("pollex.extension")
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in ("inspect.js", "inspect_reads.js"))


@cache
def page_scripts() -> str:
    """All scripts in the order of their list, as one text."""
    return _listed("scripts.json")


@cache
def observer_scripts() -> str:
    """What is run in addition where a person is observed."""
    return _listed("observer.json")


def _listed(list_name: str) -> str:
    folder = files("pollex.extension") / "page"
    names = json.loads((folder / list_name).read_text(encoding="utf-8"))
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
