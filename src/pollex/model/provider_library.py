"""Models of the provider library by name, with our key and client, and with tools as we rendered them."""

from __future__ import annotations

from inspect import signature
from typing import Any, Final

import httpx2
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model, known_model_names
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.providers import Provider, infer_provider_class
from pydantic_ai.settings import ModelSettings

from ..core.fault import Fault
from ..core.secret import Secret
from .address import host_of
from .names import Dialect, ModelName, unknown_provider

NO_KEY: Final = "none"
"""Sent in place of a key; the clients require one, and would look for it in the environment."""
AS_RENDERED: Final = ModelProfile(json_schema_transformer=None)
"""Keeps the library from rewriting the schemas of tools that are rendered already."""


def library_model(name: ModelName, address: str | None, key: Secret | None, client: httpx2.AsyncClient) -> Model[Any]:
    """Return the library's model, without retries of its own."""
    given = {
        "api_key": NO_KEY if key is None else key.reveal(),
        "base_url": address,
        "http_client": client,
    }
    provider = _elsewhere(name, given) or _by_name(name, given)
    try:
        found = infer_model(f"{_kind(name)}:{name.model}", provider_factory=lambda _: provider)
    except (UserError, ImportError) as error:
        raise unavailable(name, str(error)) from None
    profiled: Any = type(found)
    settings = None if "max_retries" in found.unsupported_settings else ModelSettings(max_retries=0)
    made: Model[Any] = profiled(name.model, provider=provider, profile=AS_RENDERED, settings=settings)
    return made


def provider_class(name: ModelName) -> Any:
    """Return the library's provider of a model; raise a Fault where there is none, or a key is not all it needs."""
    try:
        kind: Any = infer_provider_class(name.provider)
    except ValueError:
        raise unknown_provider(name.provider, str(name), _known()) from None
    except ImportError as error:
        raise unavailable(name, str(error)) from None
    taken = signature(kind.__init__).parameters
    if not {"api_key", "http_client"} <= taken.keys():
        raise unavailable(name, "it is not used with a key alone")
    if name.address is not None and "base_url" not in taken:
        raise unavailable(name, "it has no other address than its own")
    return kind


def dialect_of(name: ModelName, model: Model[Any]) -> Dialect:
    """Return the dialect of a model's tools; most providers follow OpenAI."""
    if name.known is not None:
        return name.known.dialect
    dialects: dict[str, Dialect] = {"AnthropicModel": "anthropic", "GoogleModel": "google"}
    return dialects.get(type(model).__name__, "openai")


def _kind(name: ModelName) -> str:
    """Return OpenAI's newer protocol for OpenAI; at other addresses the older one, which others support."""
    return "openai-chat" if name.provider == "openai" and name.address is not None else name.provider


def _elsewhere(name: ModelName, given: dict[str, Any]) -> Provider[Any] | None:
    """Return a model of another server with OpenAI's protocol, without assuming OpenAI's features."""
    if name.at_home or name.address is None or not name.provider.startswith("openai"):
        return None
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    return OpenAICompatibleProvider(host_of(name.address), **given)


def _by_name(name: ModelName, given: dict[str, Any]) -> Provider[Any]:
    kind = provider_class(name)
    taken = signature(kind.__init__).parameters
    wanted = {part: value for part, value in given.items() if part in taken and value is not None}
    try:
        provider: Provider[Any] = kind(**wanted)
    except (UserError, ImportError) as error:
        raise unavailable(name, str(error)) from None
    return provider


def _known() -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.partition(":")[0] for each in known_model_names() if ":" in each))


def unavailable(name: ModelName, why: str) -> Fault:
    hint = "Choose another model, or an address that speaks OpenAI's protocol: openai:model@https://host/v1."
    return Fault("unavailable", f"The model {str(name)!r} cannot be used: {why}.", hint=hint, retry=False)
