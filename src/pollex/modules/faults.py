"""The faults that both runtimes raise: a package is missing, a library failed to load, an instance is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from shlex import quote
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.path import ValuePath as FunctionPath
from ..core.path import dotted
from ..core.pipeline.redact import Redactor
from ..core.secret import Secret, placeholder
from ..core.suggest import did_you_mean, one_of
from .config import texts
from .runtime import Ecosystem, Manifest
from .versions import only_ecosystem

PARTS: Final = re.compile(r"[\s:/@?&=,;]+")
SHORTEST_PART: Final = 4
"""Characters of a part of a config text, such as the token in `Bearer …`, that is kept out of messages too."""


def not_installed(manifest: Manifest, wanted: Ecosystem | None) -> Fault:
    if manifest.is_local:
        beside = (f"./{file.name}" for file in manifest.folder.iterdir())
        hint = did_you_mean(manifest.package, beside) or f"Put it beside {manifest.file.name}, or mend the path."
    elif (manifest.folder / manifest.package).is_file():
        hint = f"A file beside the manifest is written './{manifest.package}'."
    else:
        hint = install_hint(str(manifest.file), wanted or only_ecosystem(manifest.document.get("packageVersion", "")))
    return Fault(
        "unavailable",
        f"The package {manifest.package!r} is not there.",
        pointer="/package",
        expected={"pypi": "a Python package", "npm": "an npm package"}.get(wanted or "", "a Python or npm package"),
        received=manifest.package,
        hint=hint,
        retry=False,
    )


def unknown_parameter(message: str, name: str, known: Iterable[str], pointer: str, hint: str | None = None) -> Fault:
    known = list(known)
    return Fault(
        "invalid_input",
        message,
        pointer=pointer,
        expected=one_of(known),
        received=name,
        hint=did_you_mean(name, known) or hint,
    )


def unknown_package(package: str, known: Iterable[str], wanted: Ecosystem | None) -> Fault:
    return Fault(
        "not_found",
        f"The package {package!r} is not installed.",
        pointer="/package",
        expected="the name of an installed package, or of a Python module",
        received=package,
        hint=did_you_mean(package, known) or install_hint(package, wanted),
    )


def install_hint(module: str, wanted: Ecosystem | None) -> str:
    """Return the command that installs a package; where nothing says from where, one for each ecosystem."""
    command = f"pollex module install {quote(module)} --ecosystem"
    return f"Run: {command} {wanted}" if wanted else f"Run `{command} npm` or `{command} pypi`."


def refuse_outside(place: Path, manifest: Manifest, allowed_folders: Iterable[Path]) -> None:
    """Raise if a local path, links resolved, leaves the manifest's folder and the allowed ones."""
    folders = (manifest.folder, *allowed_folders)
    if not any(place.resolve().is_relative_to(folder.resolve()) for folder in folders):
        raise Fault(
            "denied",
            f"The package {manifest.package!r} lies outside the folder of its manifest.",
            pointer="/package",
            expected="a path inside the manifest's folder",
            received=manifest.package,
            hint="Move it beside the manifest, or name its folder in the setting module_folders.",
            retry=False,
        )


def not_imported(manifest: Manifest, kind: str, said: str, hint: str | None = None) -> Fault:
    message = f"The package {manifest.package!r} could not be imported: {kind}: {said}"
    return Fault("unavailable", message, pointer="/package", received=kind, hint=hint, retry=False)


def not_ready(manifest: Manifest, kind: str, said: str, config: Any) -> Fault:
    """Return the fault of a library that could not be initialized, without any value of its config."""
    said = without_values(said, config)
    return Fault(
        "failed",
        f"The module {manifest.name!r} could not be made ready: {kind}: {said}",
        pointer="/initialization",
        received=kind,
        hint="Look at initialization.config and the dependencies that it names.",
        retry=False,
    )


def without_values(text: str, config: Any) -> str:
    redactor = Redactor()
    for value in _values(config):
        redactor.learn(Secret("config", value))
    return redactor.text(text).replace(placeholder("config"), "(a config value)")


def _values(config: Any) -> Iterator[str]:
    for value in texts(config):
        yield value
        yield from (part for part in PARTS.split(value) if len(part) >= SHORTEST_PART)


def instance_needed(tool: Object) -> Fault:
    return Fault(
        "invalid_input",
        f"{tool['function']!r} is called on an instance, and the call names none.",
        pointer="/instance",
        expected="the handle of an instance",
        received="nothing",
        hint="Call a tool that makes an instance first, and give its handle here.",
    )


def unknown_instance(instance: str) -> Fault:
    return Fault(
        "not_found",
        f"There is no instance {instance!r}.",
        pointer="/instance",
        expected="an instance that an earlier call of this module answered with",
        received=instance,
        hint="Make a new one: instances are forgotten without use, for younger ones, and when the process ends.",
    )


def no_function(function: str, path: FunctionPath, facts: Object, pointer: str | None) -> Fault:
    """The fault of a path whose part `facts["index"]` is not there or cannot be called."""
    index = facts["index"]
    names = facts["names"]
    part = str(path[index]) if index >= 0 else "root"
    above = dotted(path[:index]) if index > 0 else "the library"
    if facts["found"] in ("undefined", "null"):
        said = f"{above} has no {part!r}"
    else:
        said = f"{part!r} of {above} is no function" if index >= 0 else "the library itself is no function"
    return Fault(
        "not_found",
        f"The function {function!r} is not there: {said}.",
        pointer=pointer,
        expected=one_of(names),
        received=facts["found"],
        hint=did_you_mean(part, names),
        retry=False,
    )
