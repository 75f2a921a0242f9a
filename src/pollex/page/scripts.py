"""The scripts that see and reach things inside a page. They live with the extension, which uses the same ones."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

BEGUN: Final = "typeof pollexBegins === 'function' && (pollexBegins(), true)"
"""Begins the scripts that wait in a document; false where none do."""


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
def waiting_scripts() -> str:
    """Return the same scripts as a function, which costs a document little until it is called."""
    return f"globalThis.pollexBegins = () => {{\n{page_scripts()}\n}};"


@cache
def observer_scripts() -> str:
    """What is run in addition where a person is observed."""
    return _listed("observer.json")


@cache
def person_script() -> str:
    """What tells that somebody presses something."""
    return _listed("person.json")


@cache
def files_script() -> str:
    """What chooses files by what is in them."""
    return (files("pollex.extension") / "page" / "light_files.js").read_text(encoding="utf-8")


@cache
def light_scripts() -> tuple[str, ...]:
    """Return the names of all scripts where content scripts do everything."""
    return (*_names("scripts.json"), *_names("light.json"))


def _listed(list_name: str) -> str:
    folder = files("pollex.extension") / "page"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in _names(list_name))


def _names(list_name: str) -> list[str]:
    listed = files("pollex.extension") / "page" / list_name
    names: list[str] = json.loads(listed.read_text(encoding="utf-8"))
    return names
