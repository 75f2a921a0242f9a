"""Plays the frozen papers, which call fields by what they ask or by an id, as outlines did when they were written."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bench.agent_player import ASKS

from pollex.core.protocols import ModelReply, ModelRequest
from pollex.page.foremost import BEHIND
from pollex.testing import Player

CALLED: Final = {
    "textbox Template Name": "textbox ‹template name",
    "textbox Updated Sig": "textbox ‹mod",
    "textbox Bio": "textbox ‹edit profile",
    "combobox Severity": "combobox ‹new allergy severity",
    "spinbutton Refills": "spinbutton ‹refills",
}
"""What outlines call fields today, and what they called them when the papers were frozen."""


class PaperPlayer(Player):
    """A player that finds a field also by what it was called then."""

    async def ask(self, request: ModelRequest) -> ModelReply:
        front, _, behind = str(request.extra.get("outline", "")).partition(f"\n{BEHIND}\n")
        outline = (
            f"{behind}\n{front}" if behind else front
        )  # the order of the document, by which equal ones were counted
        then = ASKS.sub(r"\1 \2 \g<0>", outline)
        for now, called in CALLED.items():
            then = then.replace(f"] {now}", f"] {called} {now}")
        added = [line for line, known in zip(then.splitlines(), outline.splitlines(), strict=True) if line != known]
        return await super().ask(replace(request, extra={**request.extra, "outline": "\n".join([outline, *added])}))
