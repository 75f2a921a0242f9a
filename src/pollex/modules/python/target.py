"""The object that a tool's function is looked up on: the instance of the call, the module's own, or the library."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, MethodDescriptorType, WrapperDescriptorType
from typing import Any

from ...core.json import Object
from ...core.path import MISSING
from ..entry import ROOT
from .function_path import not_callable, resolve_function
from .initialization import ReadyLibrary

METHODS = (FunctionType, MethodDescriptorType, WrapperDescriptorType)


@dataclass(frozen=True, slots=True)
class FunctionTarget:
    """An object and the path from it to the function; without a path, the object itself is called."""

    start: Any
    path: str | None

    def function(self) -> Callable[..., Any]:
        return self.start if self.path is None else resolve_function(self.start, self.path)

    @property
    def needs_instance(self) -> bool:
        """Whether this is a method of a class, which needs an instance first."""
        if self.path is None or not inspect.isclass(self.start):
            return False
        return isinstance(inspect.getattr_static(self.start, self.path, None), METHODS)


def target_of(tool: Object, ready: ReadyLibrary, named: Any) -> FunctionTarget:
    """Return the target of a tool. `named` is the instance that the call names, or MISSING."""
    path, on_instance = tool["function"], tool.get("instanceMethod", True)
    if path == ROOT:
        return FunctionTarget(_root(ready, named if on_instance else MISSING, on_instance=on_instance), None)
    if not on_instance:
        return FunctionTarget(_library(ready, path), path)
    if named is not MISSING:
        return FunctionTarget(named, path)
    return FunctionTarget(ready.maker if ready.instance is MISSING else ready.instance, path)


def _root(ready: ReadyLibrary, named: Any, *, on_instance: bool) -> Any:
    """The library or the instance itself, whichever can be called."""
    if named is not MISSING:
        candidates = [named]
    elif on_instance and not ready.callable_library:
        candidates = [ready.instance, ready.maker, ready.module]
    else:
        candidates = [ready.maker, ready.module]
    found = next((candidate for candidate in candidates if callable(candidate)), None)
    if found is None:
        raise not_callable(next(candidate for candidate in candidates if candidate is not None), ROOT)
    return found


def _library(ready: ReadyLibrary, path: str) -> Any:
    """The class that makes the instances, where it has the function; else the module."""
    first = path.partition(".")[0].partition("[")[0]
    return ready.maker if inspect.isclass(ready.maker) and hasattr(ready.maker, first) else ready.module
