"""Document 002's blocks against the models: made from settings, asked with messages, refused with a status."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Message, ModelRequest
from pollex.model import open_model

if TYPE_CHECKING:
    from .conftest import Mock, Open, Wire

ASKED = (Message("system", "You are brief."), Message("user", "Say hello"))


def test_settings() -> None:
    """A model is made from its provider, its name, its address and its key."""
    model = open_model("openai:gpt-test@https://host.example/v1", keys=lambda _: "k")
    assert (model.name, model.provider) == ("openai:gpt-test", "openai")
    with pytest.raises(Fault, match="key"):
        open_model("anthropic", keys=lambda _: None)


async def test_messages(mock: Mock, opened: Open) -> None:
    """Messages go to the chosen provider, and its text comes back."""
    mock.says("Say hello", {"content": "Hello."})
    reply = await opened(f"openai:gpt-4o@{mock.url}/v1").ask(ModelRequest(ASKED))
    assert reply.text == "Hello."
    [entry] = mock.journal()
    assert [message["role"] for message in entry["body"]["messages"]] == ["system", "user"]


async def test_refused(wire: Wire, opened: Open, key: str) -> None:
    """A new provider is an address: it gets the key, the model and the messages; a refusal tells its status."""
    wire.answers({"error": {"message": "Not for you"}}, status=403)
    with pytest.raises(Fault, match=r"LLM API Error: Not for you \(HTTP 403\)"):
        await opened(f"openai:new-model@{wire.url}/v1").ask(ModelRequest(ASKED))
    [seen] = wire.seen
    assert seen.headers["authorization"] == f"Bearer {key}"
    assert (seen.body["model"], len(seen.body["messages"])) == ("new-model", 2)
