"""The one entrance: a model by its name, with its key, its patience, its time limit and perhaps a second model."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from ..core.fault import Fault
from ..core.protocols import Model
from ..core.secret import Secret
from .address import refuse_exposed
from .fallback import Fallback
from .keys import Keys, find_key, own_address
from .limited import Limited
from .naming import LOCAL, ModelName, parse_name
from .retrying import Patience, Retrying
from .wrapper import OpenModel, Wrapper

TIMEOUT: Final = 120.0
"""Seconds for one answer."""


def open_model(
    name: str,
    *,
    keys: Keys,
    fallback: str | Model | None = None,
    timeout: float = TIMEOUT,
    base_url: str | None = None,
    patience: Patience | None = None,
) -> OpenModel:
    """The model of this name; a Fault where there is none, or no key for it. Nothing is sent before it is asked.

    `base_url` is an address that speaks the provider's protocol, where that is not the provider's own.
    """
    opened = _opened(name, keys, timeout, base_url, patience)
    if fallback is None:
        return opened
    second = _opened(fallback, keys, timeout, None, patience) if isinstance(fallback, str) else fallback
    return Fallback(opened, second)


def check_model(name: str, *, keys: Keys) -> None:
    """Raise a Fault where there is no model of this name, or no key for it; nothing is opened."""
    if name.strip() == LOCAL:
        return
    parsed = parse_name(name)
    _usable(parsed, keys)
    if find_spec("pydantic_ai") is None:
        raise not_installed(parsed)


def _usable(name: ModelName, keys: Keys) -> tuple[Secret | None, str | None]:
    """The key and the address of a provider's model; a Fault where it cannot be asked."""
    if name.known is None:
        _refuse_unknown(name)
    key, address = find_key(name, keys), own_address(name, keys)
    if key is not None and address is not None:
        refuse_exposed(address, str(name))
    return key, address


def _opened(name: str, keys: Keys, timeout: float, base_url: str | None, patience: Patience | None) -> OpenModel:
    if name.strip() == LOCAL:
        return Wrapper(_local())
    return Retrying(Limited(_provided(parse_name(name, base_url=base_url), keys), timeout), patience)


def _provided(name: ModelName, keys: Keys) -> Model:
    """A provider's model, bare. The provider library is slow to load, so it is loaded here and not before."""
    key, address = _usable(name, keys)
    try:
        from .client import Gate, keyed_client
        from .library import dialect_of, library_model
        from .provider import ProviderModel
    except ImportError as error:
        raise not_installed(name) from error
    gate = Gate()
    client = keyed_client(gate, address)
    if name.provider == "browser-use":
        from .browser_use import BrowserUseModel

        gate.open_to(str(address))
        return BrowserUseModel(name, str(address), key, client)
    model = library_model(name, address, key, client)
    reached = address or model.base_url or ""
    if key is not None:
        refuse_exposed(reached, str(name))
    gate.open_to(reached)
    return ProviderModel(str(name), dialect_of(name, model), model, client=client, address=reached, key=key)


def _refuse_unknown(name: ModelName) -> None:
    try:
        from .library import provider_class
    except ImportError as error:
        raise not_installed(name) from error
    provider_class(name)


def _local() -> Model:
    model: Model = import_module(f"{__package__}.local").LocalModel()
    return model


def not_installed(name: ModelName) -> Fault:
    return Fault(
        "unavailable",
        f"The model {str(name)!r} needs the provider library, which is not installed.",
        expected="pydantic-ai-slim with openai, anthropic and google",
        hint="Install it: pip install \"pollex[models]\". The model 'local' needs nothing.",
        retry=False,
    )
