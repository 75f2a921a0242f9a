"""The part of a library that makes its instances: a class, a factory, or a singleton's getter."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from ...core.casing import same_name
from ...core.fault import Fault
from ...core.json import Object
from ...core.path import MISSING
from ...core.suggest import one_of
from ..runtime import Manifest
from .function_path import describe_value, public_names, resolve_function

METHOD: Final = "/initialization/method"
GETTERS: Final = ("getInstance", "get_instance", "instance")


def find_maker(module: Any, manifest: Manifest) -> Callable[..., Any] | None:
    """Return what is called to initialize the library; None for a static one."""
    said: Object = manifest.document.get("initialization", {})
    method: str | None = said.get("method")
    match manifest.document["type"]:
        case "static":
            return None
        case "singleton":
            return _getter(module, manifest, method)
        case "factory" if not said.get("treatAsConstructor"):
            return resolve_function(module, method or "create", METHOD)
    if method is not None:
        return resolve_function(module, method, METHOD)
    if callable(module):
        return module  # type: ignore[no-any-return]
    return _namesake(module, manifest) or _refuse(module)


def _getter(module: Any, manifest: Manifest, method: str | None) -> Callable[..., Any]:
    """Return the getter of the one instance, on the module or its class; it may also be the instance itself."""
    holders = [holder for holder in (module, _namesake(module, manifest)) if holder is not None]
    names = GETTERS if method in (None, *GETTERS) else ()
    for holder in holders:
        for name in names:
            found = getattr(holder, name, MISSING)
            if found is not MISSING:
                return found if callable(found) else partial(_same, found)
    return resolve_function(module, method or GETTERS[0], METHOD)


def _same(value: Any) -> Any:
    return value


def _namesake(module: Any, manifest: Manifest) -> type | None:
    """The public class with the module's own name, in any case style."""
    name = str(getattr(module, "__name__", manifest.package)).rpartition(".")[2]
    found = [kind for kind in classes(module) if same_name(kind, name) or same_name(kind, manifest.package)]
    chosen: type | None = getattr(module, found[0]) if len(found) == 1 else None
    return chosen


def classes(module: Any) -> list[str]:
    return [name for name in public_names(module) if inspect.isclass(getattr(module, name, None))]


def own_classes(module: Any) -> list[str]:
    """Return the classes that the module's own package defines."""
    name = str(getattr(module, "__name__", ""))
    return [kind for kind in classes(module) if f"{getattr(module, kind).__module__}.".startswith(f"{name}.")]


def _refuse(module: Any) -> Callable[..., Any]:
    found, named = own_classes(module), describe_value(module)
    raise Fault(
        "ambiguous" if found else "not_found",
        f"{named[0].upper()}{named[1:]} has no class of its own name to make instances of.",
        pointer=METHOD,
        expected=one_of(found),
        received="nothing",
        hint="Name the class as initialization.method.",
    )
