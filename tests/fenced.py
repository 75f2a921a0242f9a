"""Taking the request to a model apart: what is fenced as data, and what is left for it to obey."""

from __future__ import annotations

import re

from pollex.core.protocols import ModelRequest


def mark(request: ModelRequest) -> str:
    """The fence's mark, which only the rules name."""
    found = re.search(r"<data-([0-9a-f]{8})>", request.messages[0].text)
    assert found is not None
    return found[1]


def fenced(request: ModelRequest, what: str) -> list[str]:
    """The lines between the marks, without the tags."""
    sign, text = mark(request), request.messages[-1].text
    blocks = re.findall(rf'<data-{sign} of="{what}">\n(.*?)\n</data-{sign}>', text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def obeyed(request: ModelRequest) -> str:
    """All that stands outside of the fence."""
    sign = mark(request)
    outside = re.sub(rf"<data-{sign} of=.*?</data-{sign}>", "", request.messages[-1].text, flags=re.DOTALL)
    return f"{request.messages[0].text}\n{outside}"
