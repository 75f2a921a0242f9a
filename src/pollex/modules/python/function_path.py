"""The function at a path such as `get`, `utils.format` or `methods[0]`, and the fault where a part of it is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import PathFinder
from inspect import getattr_static
from types import ModuleType
from typing import Any, Final

from ...core.failure import exception_message
from ...core.fault import Fault
from ...core.path import MISSING, Segment, dotted
from ...core.suggest import did_you_mean, one_of
from ..entry import steps
from .local import MARK, UNIQUE, kind_name

DATA: Final = (str, bytes, int, float, type(None))


def resolve_function(start: Any, path: str, pointer: str = "/function") -> Callable[..., Any]:
    """Return the function at `path` below `start`, bound as Python does. `pointer` is the path's place in the manifest.

    A step may not lead into a module of another package: `os` is no part of `zipfile`, though that imports it.
    """
    segments = steps(path, pointer)
    here, home = start, _home(start)
    for depth, segment in enumerate(segments):
        below = _step(here, segment, path)
        if below is MISSING:
            raise _missing(here, path, segments[: depth + 1], pointer)
        if _is_foreign(below, home):
            raise _foreign(below, path, home, pointer)
        here = below
    if not callable(here):
        raise not_callable(here, path, pointer)
    return here  # type: ignore[no-any-return]


def _home(start: Any) -> str:
    """Return the name of the module that a value belongs to; of a local module, that of its folder."""
    if isinstance(start, ModuleType):
        name = start.__name__
    else:
        name = str(getattr(start if isinstance(start, type) else type(start), "__module__", ""))
    return name.partition(".")[0] if name.startswith(MARK) else name


def _is_foreign(value: Any, home: str) -> bool:
    return isinstance(value, ModuleType) and not f"{value.__name__}.".startswith(f"{home}.")


def _foreign(module: ModuleType, path: str, home: str, pointer: str) -> Fault:
    return Fault(
        "denied",
        f"{path!r} leads into {describe_value(module)}, which is no part of {UNIQUE.sub('', home)!r}.",
        pointer=pointer,
        expected=f"a function of {UNIQUE.sub('', home)!r}",
        received=path,
        hint="Make a module whose package is that one, if it is meant.",
        retry=False,
    )


def not_callable(value: Any, path: str, pointer: str = "/function") -> Fault:
    return Fault(
        "not_found",
        f"{path!r} is {describe_value(value)}, which cannot be called.",
        pointer=pointer,
        expected="a function",
        received=describe_value(value),
        hint=_functions_below(value, path),
    )


def describe_value(value: Any) -> str:
    """Describe a value in a message: a module or class by its name, anything else by its type."""
    if isinstance(value, ModuleType):
        return f"the module {UNIQUE.sub('', value.__name__)!r}"
    if isinstance(value, type):
        return f"the class {value.__name__!r}"
    return f"a value of type {kind_name(value)}"


def public_names(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [key for key in value if isinstance(key, str)]
    return [name for name in dir(value) if not name.startswith("_")]


def _functions_below(value: Any, path: str) -> str | None:
    functions = [f"{path}.{name}" for name in _public_steps(value) if callable(getattr_static(value, name, None))]
    return f"Name one of its functions: {one_of(functions, 3)}." if functions else None


def _public_steps(value: Any) -> list[str]:
    """Return the names by which a path may continue below a value."""
    if isinstance(value, Mapping):
        return public_names(value)
    home = _home(value)
    found = {name: getattr_static(value, name, None) for name in public_names(value)}
    return [name for name, below in found.items() if not isinstance(below, DATA) and not _is_foreign(below, home)]


def _step(here: Any, segment: Segment, path: str) -> Any:
    """Return what is below `here`: an attribute, an item, or a submodule that is not imported yet."""
    try:
        if isinstance(segment, int):
            return _item(here, segment)
        found = getattr(here, segment, MISSING)
        if found is MISSING and isinstance(here, Mapping):
            found = here.get(segment, MISSING)
        if found is MISSING and isinstance(here, ModuleType) and _has_submodule(here, segment):
            found = import_module(f"{here.__name__}.{segment}")
    except Exception as error:
        message = f"{str(segment)!r} in {path!r} could not be read: {kind_name(error)}: {exception_message(error)}"
        raise Fault("failed", message, pointer="/function", received=path) from error
    return found


def _has_submodule(package: ModuleType, name: str) -> bool:
    places = getattr(package, "__path__", None)
    return places is not None and PathFinder.find_spec(f"{package.__name__}.{name}", list(places)) is not None


def _item(here: Any, index: int) -> Any:
    if isinstance(here, Mapping):
        return here.get(index, here.get(str(index), MISSING))
    if isinstance(here, Sequence) and not isinstance(here, str | bytes):
        return here[index] if index < len(here) else MISSING
    return MISSING


def _missing(here: Any, path: str, way: tuple[Segment, ...], pointer: str) -> Fault:
    """Return the fault for the last segment of `way`, the first one that is missing."""
    *above, segment = way
    whole = f"{dotted(above)!r}, {describe_value(here)}," if above else _sentence(describe_value(here))
    message = f"{whole} has no {str(segment)!r}" + ("." if dotted(way) == path and not above else f" (in {path!r}).")
    if isinstance(segment, int) and isinstance(here, Sequence):
        expected, hint = f"an index below {len(here)}", None
    else:
        expected, hint = one_of(known := _public_steps(here)), did_you_mean(str(segment), known)
    return Fault("not_found", message, pointer=pointer, expected=expected, received=str(segment), hint=hint)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
