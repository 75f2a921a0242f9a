"""Why a library could not be made ready, or an instance not be used, said as faults."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object
from ..runtime import Manifest

TYPESCRIPT: Final = "TypeScript files need Node 22.18 or newer."
INITIALIZATION: Final = "Check type, initialization and the values that it is filled with."


def no_instance(tool: str, instance: str | None) -> Fault:
    return Fault(
        "not_found",
        f"There is no instance {instance!r} for {tool!r}.",
        pointer="/instance",
        expected="an instance that an earlier call of this module answered with",
        received=instance,
        hint="Instances are forgotten after an hour without use and when the process ends; make a new one.",
    )


def not_ready(manifest: Manifest, error: Object, config: Any) -> Fault:
    """The fault of a library that could not be loaded or made, without the values that it was made with."""
    said = error["message"].splitlines()[0] if error["message"] else "no message"
    for text in sorted(texts(config), key=len, reverse=True):
        said = said.replace(text, "***")
    return Fault(
        "unavailable",
        f"The package {manifest.package!r} of the module {manifest.name!r} could not be made ready: {said}",
        pointer="/initialization" if manifest.document["type"] != "static" else "/package",
        received=error["type"],
        hint=TYPESCRIPT if manifest.package.endswith("ts") else INITIALIZATION,
        retry=False,
    )


def texts(value: Any) -> set[str]:
    """The texts in a configuration, any of which may be a secret."""
    match value:
        case str():
            return {value} if len(value) > 2 else set()
        case dict():
            return set().union(*map(texts, value.values()))
        case list():
            return set().union(*map(texts, value))
    return set()
