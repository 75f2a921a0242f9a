"""Models that accept images, in one table. A model that is not in it counts as blind."""

from __future__ import annotations

import re
from typing import Final

SEEING: Final = {
    "anthropic": r"claude-",
    "google": r"gemini-",
    "openai": r"gpt-(?:4o|4\.1|[5-9])|o[34](?!-mini-2024)",
    "browser-use": r"bu-",
    "mistral": r"pixtral|mistral-(?:medium|small)",
    "xai": r"grok-(?:[4-9]|2-vision)",
    "ollama": r"llava|bakllava|minicpm-v|moondream|gemma3|llama4|.*(?:-vl|vision|pixtral)",
}
"""The prefixes of models that accept images, by provider."""
KIN: Final = {"openai-chat": "openai", "openai-responses": "openai", "grok": "xai"}


def accepts_images(name: str) -> bool:
    """Return whether the model `provider:model` accepts images."""
    provider, _, model = name.partition(":")
    pattern = SEEING.get(KIN.get(provider, provider))
    return pattern is not None and re.match(pattern, model, re.IGNORECASE) is not None
