"""What a package offers: its public functions and classes, found by importing it and looking."""

from __future__ import annotations

import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from ....core.failure import class_name, exception_message
from ....core.fault import Fault

THIN: Final = 3
"""With fewer functions at its top level, a package is looked into one level deeper."""
ASIDE: Final = frozenset({"tests", "test", "testing", "conftest", "setup", "cli", "main"})
"""Submodules that are not what a package is for."""


@dataclass(slots=True)
class PackageSurvey:
    """A package's functions and classes by their paths, in the order in which it names them."""

    module: ModuleType
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    classes: dict[str, type] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, path: str, value: Any) -> None:
        if any(value is known for known in (*self.functions.values(), *self.classes.values())):
            return
        if inspect.isclass(value):
            self.classes[path] = value
        elif inspect.isroutine(value) or hasattr(value, "__wrapped__"):
            self.functions[path] = value


def survey(name: str) -> PackageSurvey:
    """Import a module and list what it offers; where its top level is thin, what its submodules offer too."""
    module = load(name)
    found = PackageSurvey(module)
    for own, value in offered(module):
        found.add(own, value)
    if len(found.functions) < THIN:
        for below in _submodules(module):
            _add_submodule(found, below)
    return found


def load(name: str) -> ModuleType:
    """Import a module with its output on stderr, since the draft itself may be printed to stdout."""
    try:
        with redirect_stdout(sys.stderr):
            return import_module(name)
    except (Exception, SystemExit) as error:
        message = f"The module {name!r} cannot be imported: {class_name(error)}: {exception_message(error)}"
        raise Fault("unavailable", message, pointer="/package", received=name) from error


def offered(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The names in `__all__`; without one, the public names that were defined in the module or its own parts."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        for name in listed:
            value = getattr(module, name, None)
            if value is not None and not name.startswith("_"):
                yield name, value
        return
    for name, value in list(vars(module).items()):
        if not name.startswith("_") and _is_own(value, module.__name__):
            yield name, value


def _is_own(value: Any, module: str) -> bool:
    """Return whether a value comes from the module, a part of it, or its C module (`_json` of `json`)."""
    origin = getattr(value, "__module__", None)
    if not isinstance(origin, str):
        return False
    first = module.partition(".")[0]
    return origin.removeprefix("_") == module or origin.startswith((f"{module}.", f"_{first}"))


def _submodules(module: ModuleType) -> list[str]:
    names = [found.name for found in pkgutil.iter_modules(getattr(module, "__path__", []))]
    return sorted(name for name in names if not name.startswith("_") and name not in ASIDE)


def _add_submodule(found: PackageSurvey, name: str) -> None:
    try:
        module = load(f"{found.module.__name__}.{name}")
    except Fault as fault:
        found.notes.append(f"{name}: left out: {fault.message}")
        return
    for own, value in offered(module):
        if _is_own(value, module.__name__):
            found.add(f"{name}.{own}", value)
