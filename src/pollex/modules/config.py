"""What a library is made with: `initialization.config`, its references filled from the module's dependencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.casing import snake
from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.pipeline.redact import Redactor
from ..core.schema import Schema
from ..core.secret import Secret, Secrets
from ..core.template import Scope, fill
from .runtime import Manifest


@dataclass(frozen=True, slots=True)
class Resources:
    """Where dependencies come from: values given by hand, allow-listed variables, the credential store."""

    given: Mapping[str, Any] = field(default_factory=dict)
    environ: Mapping[str, str] = field(default_factory=dict)
    """Already narrowed to the allow-list."""
    secrets: Secrets | None = None


async def filled_config(manifest: Manifest, resources: Resources, redactor: Redactor) -> Any:
    """The config with every reference replaced. Whatever a secret says is never told: the redactor learns it."""
    declared: Object = manifest.document.get("dependencies", {})
    values: Object = {}
    issues: list[Issue] = []
    for name, about in declared.items():
        found, value = await _value(manifest, name, about, resources, redactor)
        if found:
            issues += [issue.below(name).below("dependencies") for issue in _misfits(about, value, redactor)]
            values[name] = value
        elif about.get("required"):
            issues.append(_missing(manifest, name, about))
    if issues:
        raise Fault.from_issues("invalid_input", issues, what=f"The module {manifest.name!r}")
    config = manifest.document.get("initialization", {}).get("config")
    return fill(config, Scope((values,), style="${}", optional=frozenset(declared), environ=resources.environ))


async def _value(
    manifest: Manifest, name: str, about: Object, resources: Resources, redactor: Redactor
) -> tuple[bool, Any]:
    """Whether a dependency has a value, and which: given, a variable, a secret, or its default."""
    if name in resources.given:
        return True, _opened(resources.given[name], redactor)
    for variable in variables(manifest.name, name):
        if variable in resources.environ:
            return True, _read(resources.environ[variable], about)
    secret_name = f"{manifest.name}.{name}"
    if resources.secrets is not None and secret_name in resources.secrets.names():
        return True, _read(_opened(await resources.secrets.get(secret_name), redactor), about)
    return "default" in about, about.get("default")


def _opened(value: Any, redactor: Redactor) -> Any:
    """A value as it is; of a secret its text, which the redactor learns."""
    if not isinstance(value, Secret):
        return value
    redactor.learn(value)
    return value.reveal()


def variables(module: str, dependency: str) -> tuple[str, str, str]:
    """The environment variables by which a dependency may be given: `AXIOS_API_KEY`, `API_KEY`, `apiKey`."""
    upper = snake(dependency).upper()
    return f"{module.replace('-', '_').upper()}_{upper}", upper, dependency


def _read(text: str, about: Object) -> Any:
    """A variable's text as the declared type, where it says one."""
    return Schema({"type": about.get("type", "string")}).check(text).value


def _misfits(about: Object, value: Any, redactor: Redactor) -> list[Issue]:
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
