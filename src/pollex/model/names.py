"""Models by name: `provider:model`, `provider` for its default model, `provider:model@https://host/v1` elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from ..core.fault import Fault
from ..core.suggest import did_you_mean, one_of
from .address import host_of, is_loopback, plain_address

Dialect = Literal["openai", "anthropic", "google"]
LOCAL: Final = "local"
"""The model that needs no key and no network."""
STEPS: Final = {LOCAL: 400}
"""How many decisions a run takes at most by default, where that is not 50: `local` decides on each call."""
PROVIDER: Final = re.compile(r"[a-z][a-z0-9-]*")
ELSEWHERE: Final = re.compile(r"@(?=https?://)")


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider: its address, the variables that hold its key, its default model."""

    address: str
    default: str
    variables: tuple[str, ...]
    dialect: Dialect = "openai"
    needs_key: bool = True


OPENAI: Final = Provider("https://api.openai.com/v1", "gpt-6.1-terra", ("OPENAI_API_KEY",))

PROVIDERS: Final[dict[str, Provider]] = {
    "openai": OPENAI,
    "anthropic": Provider("https://api.anthropic.com", "claude-sonnet-5-5", ("ANTHROPIC_API_KEY",), "anthropic"),
    "google": Provider(
        "https://generativelanguage.googleapis.com",
        "gemini-3.8-flash",
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        "google",
    ),
    "browser-use": Provider("https://llm.api.browser-use.com", "bu-2-0", ("BROWSER_USE_API_KEY",)),
    "ollama": Provider("http://127.0.0.1:11434/v1", "qwen3", ("OLLAMA_API_KEY",), needs_key=False),
    "openai-chat": OPENAI,
    "openai-responses": OPENAI,
}
"""In the order in which a default is looked for. Others that the provider library knows work by name too."""


@dataclass(frozen=True, slots=True)
class ModelName:
    """A parsed name. `address` is None for the provider's own."""

    provider: str
    model: str
    address: str | None = None

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}"

    @property
    def known(self) -> Provider | None:
        return PROVIDERS.get(self.provider)

    @property
    def at_home(self) -> bool:
        """Whether requests go to the provider itself, or to a stand-in for it on this machine."""
        if self.address is None:
            return True
        own = None if self.known is None else host_of(self.known.address)
        return is_loopback(host_of(self.address)) or (host_of(self.address) == own)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that may hold the key. A foreign host has its own key, named after it."""
        if not self.at_home and self.address is not None:
            return (re.sub(r"[^A-Z0-9]", "_", host_of(self.address).upper()) + "_API_KEY",)
        if self.known is not None:
            return self.known.variables
        return (self.provider.upper().replace("-", "_") + "_API_KEY",)

    @property
    def needs_key(self) -> bool:
        """Whether a key is required; servers at other addresses may need none."""
        return self.address is None and (self.known is None or self.known.needs_key)


def parse_name(text: str, *, base_url: str | None = None) -> ModelName:
    """Parse a name, or raise a Fault that shows the format. `base_url` is the address if the name has none."""
    named, *elsewhere = ELSEWHERE.split(text.strip(), maxsplit=1)
    provider, _, model = named.partition(":")
    provider = provider.strip().lower()
    if not PROVIDER.fullmatch(provider) or provider == LOCAL:
        raise unknown_provider(provider, text)
    known = PROVIDERS.get(provider)
    model = model.strip() or ("" if known is None else known.default)
    if not model:
        raise unknown_provider(provider, text)
    address = elsewhere[0] if elsewhere else base_url
    return ModelName(provider, model, None if address is None else plain_address(address))


def unknown_provider(provider: str, text: str, others: tuple[str, ...] = ()) -> Fault:
    known = (*PROVIDERS, LOCAL, *others)
    near = did_you_mean(provider, known)
    hint = near or f"Models are named provider:model, such as 'openai:{OPENAI.default}'."
    return Fault(
        "not_found",
        f"There is no model {text!r}.",
        expected=f"provider:model, with a provider that is {one_of(known)}",
        received=text,
        hint=hint,
        retry=False,
    )


def default_steps(name: str) -> int:
    """Return how many decisions a run with this model takes at most."""
    return STEPS.get(name, 50)
