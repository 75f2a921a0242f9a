"""Which models see."""

import pytest

from pollex.model.image_support import accepts_images


@pytest.mark.parametrize(
    ("name", "seeing"),
    [
        ("anthropic:claude-sonnet-5-5", True),
        ("google:gemini-3.8-flash", True),
        ("openai:gpt-6.1-terra", True),
        ("openai-chat:gpt-4o-mini", True),
        ("openai:gpt-3.5-turbo", False),
        ("ollama:qwen3", False),
        ("ollama:qwen2.5-vl", True),
        ("local", False),
        ("somebody:something", False),
    ],
)
def test_who_sees(name: str, seeing: bool) -> None:
    assert accepts_images(name) is seeing
