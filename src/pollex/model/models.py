"""The one entrance: a model by its name, with its key, retries, time limit and an optional fallback."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from ..core.fault import Fault
from ..core.protocols import Model
from ..core.secret import Secret
from .address import refuse_exposed
from .fallback import FallbackModel
from .keys import Keys, find_key, own_address
from .names import LOCAL, ModelName, parse_name
from .retrying import RetryingModel, RetryPolicy
from .timeout import TimeoutModel
from .wrapper import OpenModel, WrapperModel

TIMEOUT: Final = 120.0
"""Seconds for one answer."""


def open_model(
    name: str,
    *,
    keys: Keys,
    fallback: str | Model | None = None,
    timeout: float = TIMEOUT,
    base_url: str | None = None,
    patience: RetryPolicy | None = None,
) -> OpenModel:
    """Return the model of this name, or raise a Fault if it or its key is missing. Sends nothing yet.

    `base_url` is an address with the provider's protocol, if it is not the provider's own.
    """
    opened = _opened(name, keys, timeout, base_url, patience)
    if fallback is None:
        return opened
    second = _opened(fallback, keys, timeout, None, patience) if isinstance(fallback, str) else fallback
    return FallbackModel(opened, second)


def check_model(name: str, *, keys: Keys) -> None:
    """Raise a Fault if there is no model of this name, or no key for it. Opens nothing."""
    if name.strip() == LOCAL:
        return
    parsed = parse_name(name)
    _usable(parsed, keys)
    if find_spec("pydantic_ai") is None:
        raise not_installed(parsed)


def _usable(name: ModelName, keys: Keys) -> tuple[Secret | None, str | None]:
    """Return the key and the address of a provider's model, or raise a Fault if it cannot be asked."""
    if name.known is None:
        _refuse_unknown(name)
    key, address = find_key(name, keys), own_address(name, keys)
    if key is not None and address is not None:
        refuse_exposed(address, str(name))
    return key, address


def _opened(name: str, keys: Keys, timeout: float, base_url: str | None, patience: RetryPolicy | None) -> OpenModel:
    if name.strip() == LOCAL:
        return WrapperModel(_local())
    return RetryingModel(TimeoutModel(_provided(parse_name(name, base_url=base_url), keys), timeout), patience)


def _provided(name: ModelName, keys: Keys) -> Model:
    """Return a provider's model, bare. The provider library is slow to load, so it is loaded here and not before."""
    key, address = _usable(name, keys)
    try:
        from .client import OriginGate, keyed_client
        from .provider import ProviderModel
        from .provider_library import dialect_of, library_model
    except ImportError as error:
        raise not_installed(name) from error
    gate = OriginGate()
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
        from .provider_library import provider_class
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
