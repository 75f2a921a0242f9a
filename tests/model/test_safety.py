"""A key goes to its own provider and nowhere else, and never where others could read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Message, ModelRequest
from pollex.model import open_model

if TYPE_CHECKING:
    from .conftest import Open, Wire

HELLO = ModelRequest((Message("user", "Hello"),), max_tokens=10)
every_provider = pytest.mark.parametrize(
    "provider", ["openai", "openai-responses", "anthropic", "google", "browser-use"]
)


@every_provider
def test_a_key_is_not_sent_in_the_clear(provider: str) -> None:
    with pytest.raises(Fault) as raised:
        open_model(f"{provider}@http://models.example.org/v1", keys=lambda _: "sk-secret")

    assert raised.value.code == "denied"
    assert raised.value.expected == "https, or this machine"
    assert "sk-secret" not in str(raised.value.to_json())


def test_without_a_key_a_server_may_be_asked_in_the_clear() -> None:
    model = open_model("ollama:qwen3@http://192.168.0.7:11434/v1", keys=lambda _: None)
    assert model.name == "ollama:qwen3"


def test_a_key_goes_with_its_own_host_only() -> None:
    asked: list[str] = []

    def keys(variable: str) -> str | None:
        asked.append(variable)
        return "sk-secret" if variable == "OPENAI_API_KEY" else None

    open_model("openai:m@https://models.example.org/v1", keys=keys)

    assert asked == ["MODELS_EXAMPLE_ORG_API_KEY"]


@every_provider
async def test_a_redirect_to_elsewhere_is_not_followed(provider: str, wires: Callable[[], Any], opened: Open) -> None:
    home: Wire = await wires()
    away: Wire = await wires()
    home.answers("", status=307, headers={"Location": f"{away.url}/v1/chat/completions"})
    model = opened(f"{provider}@{home.url}")

    with pytest.raises(Fault):
        await model.ask(HELLO)

    assert len(home.seen) == 1
    assert away.seen == []


@every_provider
async def test_addresses_and_keys_of_the_process_environment_are_not_used(
    provider: str, wires: Callable[[], Any], opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clients would take both from there; what is asked is what Pollex was told to ask."""
    asked: Wire = await wires()
    other: Wire = await wires()
    for name in ("OPENAI", "ANTHROPIC", "GOOGLE_GEMINI", "OLLAMA"):
        monkeypatch.setenv(f"{name}_BASE_URL", other.url)
    for name in (
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "GOOGLE_API_KEY",
        "BROWSER_USE_API_KEY",
    ):
        monkeypatch.setenv(name, "sk-of-the-environment")
    asked.answers({}, status=400)
    model = opened(f"{provider}@{asked.url}", keys=lambda _: None)

    with pytest.raises(Fault):
        await model.ask(HELLO)

    assert (len(asked.seen), len(other.seen)) == (1, 0)
    assert "sk-of-the-environment" not in str(asked.seen)


@every_provider
async def test_the_key_is_sent_in_a_header_and_nowhere_else(provider: str, wire: Wire, opened: Open, key: str) -> None:
    wire.answers({}, status=400)
    model = opened(f"{provider}@{wire.url}")

    with pytest.raises(Fault):
        await model.ask(HELLO)

    seen = wire.seen[0]
    assert [name for name, value in seen.headers.items() if key in value] == [
        "x-goog-api-key" if provider == "google" else "authorization"
    ]
    assert key not in seen.path + str(seen.body)
