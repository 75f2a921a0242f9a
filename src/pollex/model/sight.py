"""Which models see pictures, in one table. A model that is not in it counts as blind."""

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
"""By provider, how the names of its models begin that see."""
KIN: Final = {"openai-chat": "openai", "openai-responses": "openai", "grok": "xai"}


def sees(name: str) -> bool:
    """Return whether a model of this name, `provider:model`, sees."""
    provider, _, model = name.partition(":")
    pattern = SEEING.get(KIN.get(provider, provider))
    return pattern is not None and re.match(pattern, model, re.IGNORECASE) is not None
