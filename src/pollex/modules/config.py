"""The `initialization.config` of a library, its references filled from the module's dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from ..core.casing import snake
from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.schema import Schema
from ..core.secret import Secret, Secrets
from ..core.template import Scope, fill
from .runtime import Manifest

Learn: TypeAlias = Callable[[Secret], None]
"""Called with every secret before it is used."""
SECRET: Final = ("key", "token", "secret", "password", "passphrase", "credential", "auth", "authorization")
"""Words in the name of a dependency whose value is a secret."""


@dataclass(frozen=True, slots=True)
class Resources:
    """The sources of dependencies: values given by hand, allow-listed variables, the credential store."""

    given: Mapping[str, Any] = field(default_factory=dict)
    environ: Mapping[str, str] = field(default_factory=dict)
    """Already narrowed to the allow-list."""
    secrets: Secrets | None = None


async def filled_config(manifest: Manifest, resources: Resources, learn: Learn) -> Any:
    """Return the config with every reference replaced. `learn` is called with every secret before it is used."""
    declared: Object = manifest.document.get("dependencies", {})
    values: Object = {}
    issues: list[Issue] = []
    for name, about in declared.items():
        found, value = await _value(manifest, name, about, resources, learn)
        if found:
            issues += [issue.below(name).below("dependencies") for issue in _misfits(about, value)]
            values[name] = value
        elif about.get("required"):
            issues.append(_missing(manifest, name, about))
    if issues:
        raise Fault.from_issues("invalid_input", issues, what=f"The module {manifest.name!r}")
    config = manifest.document.get("initialization", {}).get("config")
    return fill(config, Scope((values,), style="${}", optional=frozenset(declared), environ=resources.environ))


async def _value(manifest: Manifest, name: str, about: Object, resources: Resources, learn: Learn) -> tuple[bool, Any]:
    """Return whether a dependency has a value, and the value: given, a variable, a secret, or its default."""
    variable = next((known for known in variables(manifest.name, name) if known in resources.environ), None)
    if name in resources.given:
        found = resources.given[name]
    elif variable is not None:
        found = resources.environ[variable]
    else:
        found = await _stored(resources.secrets, f"{manifest.name}.{name}")
        if found is None:
            return "default" in about, about.get("default")
    if isinstance(found, Secret):
        learn(found)
        found = found.reveal()
    elif about.get("secret", _sounds_secret(name)):
        for text in texts(found):
            learn(Secret(f"{manifest.name}.{name}", text))
    return True, found if name in resources.given else _read(found, about)


async def _stored(secrets: Secrets | None, name: str) -> Secret | None:
    try:
        return None if secrets is None else await secrets.get(name)
    except Fault as fault:
        if fault.code == "unknown_reference":
            return None
        raise


def _sounds_secret(name: str) -> bool:
    return any(word.removesuffix("s") in SECRET for word in snake(name).split("_"))


def texts(value: Any) -> Iterator[str]:
    """The texts and numbers in a value, as texts."""
    match value:
        case dict():
            for item in value.values():
                yield from texts(item)
        case list():
            for item in value:
                yield from texts(item)
        case str():
            yield value
        case int() | float() if not isinstance(value, bool):
            yield str(value)


def variables(module: str, dependency: str) -> tuple[str, str, str]:
    """The environment variables by which a dependency may be given: `AXIOS_API_KEY`, `API_KEY`, `apiKey`."""
    upper = snake(dependency).upper()
    return f"{module.replace('-', '_').upper()}_{upper}", upper, dependency


def _read(text: str, about: Object) -> Any:
    """A variable's text as the declared type, where it says one."""
    return Schema({"type": about.get("type", "string")}).check(text).value


def _misfits(about: Object, value: Any) -> list[Issue]:
    issues = Schema({"type": about.get("type", "string")}).check(value, repair=False).issues
    return [Issue("", f"The dependency is not of type {issue.expected}.", issue.expected) for issue in issues]


def _missing(manifest: Manifest, name: str, about: Object) -> Issue:
    first, second, _ = variables(manifest.name, name)
    return Issue(
        f"/dependencies/{name}",
        f"The dependency {name!r} has no value.",
        about.get("description") or about.get("type", "string"),
        "nothing",
        f"Pass it as a resource, store the credential '{manifest.name}.{name}', or set and allow {first} or {second}.",
    )
