"""The key of each model. Where keys are stored is decided by `Keys`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..core.fault import Fault
from ..core.secret import Secret
from .address import plain_address
from .names import LOCAL, PROVIDERS, ModelName

Keys: TypeAlias = Callable[[str], Secret | str | None]
"""Returns the value of a variable such as `OPENAI_API_KEY`, or None if it is not set."""


def find_key(name: ModelName, keys: Keys) -> Secret | None:
    """Return the key of this model, or None if it needs none; raise a Fault if a needed one is missing."""
    for variable in name.variables:
        if found := keys(variable):
            return found if isinstance(found, Secret) else Secret(variable, found)
    if not name.needs_key:
        return None
    first = name.variables[0]
    stored = f"in the window Settings, or keyring set pollex {first}"
    raise Fault(
        "unavailable",
        f"There is no key for {str(name)!r}.",
        expected=f"the variable {' or '.join(name.variables)}",
        hint=f"Set {first} in the environment or in .env, or store it: {stored}.",
        retry=False,
    )


def default_model(keys: Keys) -> str:
    """Return the default model of the first provider that has a key, else `local`."""
    return next(keyed_models(keys), LOCAL)


def keyed_models(keys: Keys) -> Iterator[str]:
    """Yield the default model of each provider that has a key."""
    for provider, known in PROVIDERS.items():
        if known.needs_key and any(keys(variable) for variable in known.variables):
            yield f"{provider}:{known.default}"


def own_address(name: ModelName, keys: Keys) -> str | None:
    """Return the address of a model: from its name, its provider, or for Ollama from a variable."""
    if name.address is None and name.provider == "ollama":
        for variable in ("OLLAMA_BASE_URL", "OLLAMA_HOST"):
            if found := keys(variable):
                return ollama_address(found.reveal() if isinstance(found, Secret) else found)
    if name.address is None and name.known is not None:
        return name.known.address
    return name.address


def ollama_address(text: str) -> str:
    """Return the value of Ollama's own variable, `host:port` or less, as an address; 0.0.0.0 means this machine."""
    scheme, host = text.split("://", 1) if "://" in text else ("http", text)
    host = host.rstrip("/").removesuffix("/v1")
    if ":" not in host.rpartition("]")[2] and scheme == "http":
        host += ":11434"
    return plain_address(f"{scheme}://{host.replace('0.0.0.0', '127.0.0.1')}/v1")  # noqa: S104 - nothing is bound
