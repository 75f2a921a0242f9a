"""Counts tokens as OpenAI's newer models do, with the rank files inside litellm's wheel: nothing is downloaded."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PIECE = 100_000


class Tokens:
    """The encoding, loaded once."""

    def __init__(self) -> None:
        spec = find_spec("litellm")
        assert spec
        assert spec.origin
        ranks = Path(spec.origin).parent / "litellm_core_utils/tokenizers"
        os.environ["TIKTOKEN_CACHE_DIR"] = str(ranks)
        self.encoding: Any = import_module("tiktoken").get_encoding("o200k_base")

    def count(self, text: str) -> int:
        """In pieces: one very long text takes the encoder very long."""
        pieces = (text[start : start + PIECE] for start in range(0, len(text), PIECE))
        return sum(len(self.encoding.encode(piece, disallowed_special=())) for piece in pieces)
