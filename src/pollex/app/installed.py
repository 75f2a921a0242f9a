"""Libraries that are installed as packages, found by their entry points. Nothing of them is run to find them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ..builtin.doctor import Check
from ..core.failure import exception_message
from ..core.fault import Fault
from ..library.formats import ENTRY_POINTS, FILES, NAMESPACE

PLACE: Final = re.compile(rf"{NAMESPACE}\.{FILES}\.(\w+)")
"""Where an entry point may point to: packages without code."""


@dataclass
class InstalledLibrary:
    """A library of an installed package, and why it is left out where it is."""

    name: str
    version: str
    folder: Path | None
    tools: tuple[str, ...] = ()
    problem: Fault | None = None

    def check(self) -> Check:
        """Return what the doctor says about it."""
        name = f"library {self.name}"
        if self.problem is None:
            return Check(name, "ok", f"{self.version}, {_counted(len(self.tools))}, {self.folder}")
        return Check(name, "doubtful", f"{self.version}, left out: {self.problem.message}", self.problem.hint or "")


def find_installed() -> list[InstalledLibrary]:
    """Return the installed libraries by name; where nothing is in their namespace, no package is looked at."""
    spec = find_spec(NAMESPACE)
    if spec is None:
        return []
    places = [Path(each, FILES) for each in spec.submodule_search_locations or ()]
    try:
        points = sorted(entry_points(group=ENTRY_POINTS), key=lambda each: each.name)
    except Exception as error:  # noqa: BLE001 - one malformed package of the environment, whatever it is, ends here
        message = f"The installed packages cannot be read: {exception_message(error)}."
        return [InstalledLibrary("of any name", "", None, problem=Fault("failed", message, hint="Try: pip check"))]
    return [_located(each, places) for each in points]


def _located(point: EntryPoint, places: list[Path]) -> InstalledLibrary:
    """Find the folder of a library by its path: to import a package, even a parent, would run its code."""
    found = InstalledLibrary(point.name, _version(point), None)
    if named := PLACE.fullmatch(point.value):
        found.folder = next((place for each in places if (place := each / named[1]).is_dir()), None)
    if found.folder is None:
        message = f"Its files are not there: {point.value!r}."
        expected, hint = f"a folder in {NAMESPACE}/{FILES}", f"Install it again: pip install {point.name}"
        found.problem = Fault("not_found", message, expected=expected, received=point.value, hint=hint)
    return found


def _version(point: EntryPoint) -> str:
    try:
        return "" if point.dist is None else point.dist.version or ""
    except Exception:  # noqa: BLE001 - the metadata of a half installed package may be anything
        return ""


def _counted(tools: int) -> str:
    return "1 tool" if tools == 1 else f"{tools} tools"
