"""The initialization of a library with its config: the constructor, factory, singleton or static of `module.json`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Signature
from typing import Any

from ...core.path import MISSING
from ..runtime import Manifest
from .maker import find_maker
from .signature import match_parameters, signature_of


@dataclass(frozen=True, slots=True)
class ReadyLibrary:
    """A library that can be called: the module, what makes instances, and the module's own instance, if it has one."""

    module: Any
    maker: Callable[..., Any] | None
    instance: Any
    callable_library: bool
    """`treatAsConstructor`: what makes the instances is the library itself."""


def begin(module: Any, manifest: Manifest, config: Any) -> ReadyLibrary:
    """Return the initialized library. Its instance may still have to be awaited."""
    maker = find_maker(module, manifest)
    if maker is None:
        return ReadyLibrary(module, None, module, callable_library=False)
    is_library = bool(manifest.document.get("initialization", {}).get("treatAsConstructor"))
    if is_library and config is None:
        return ReadyLibrary(module, maker, _try(maker), callable_library=True)
    positions, keywords = config_arguments(maker, config)
    return ReadyLibrary(module, maker, maker(*positions, **keywords), callable_library=is_library)


def config_arguments(maker: Callable[..., Any], config: Any) -> tuple[list[Any], dict[str, Any]]:
    """Return a config as arguments: an object as keywords, or whole if only that fits; a list as positions."""
    if config is None:
        return [], {}
    if not isinstance(config, dict):
        return (list(config) if isinstance(config, list) else [config]), {}
    signature = signature_of(maker)
    if signature is None:
        return [], dict(config)
    parameter_of = match_parameters(list(config), signature)
    given: dict[str, Any] = config
    keywords = {parameter_of.get(name, name): value for name, value in given.items()}
    if not _fits(signature, (), keywords) and _fits(signature, (config,), {}):
        return [config], {}
    return [], keywords


def _fits(signature: Signature, positions: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    try:
        signature.bind(*positions, **keywords)
    except TypeError:
        return False
    return True


def _try(maker: Callable[..., Any]) -> Any:
    """Return an instance made without arguments, MISSING if that fails."""
    try:
        return maker()
    except Exception:  # noqa: BLE001 - a library that needs arguments says so in its own way
        return MISSING
