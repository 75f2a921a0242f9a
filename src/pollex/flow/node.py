"""One node of a workflow, as the file declares it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from ..core.json import Object

OnUncertain = Literal["retry", "verify", "ask", "fail"]
"""What to do when it is not known whether a node's effect has happened."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a workflow file; `document` is its JSON object."""

    document: Object

    @property
    def position(self) -> int:
        return int(self.document["position"])

    @property
    def type(self) -> str:
        return str(self.document["type"])

    @property
    def config(self) -> Object:
        return dict(self.document.get("config", {}))

    @property
    def alias(self) -> str | None:
        return self.document.get("alias")

    @property
    def name(self) -> str:
        """The name for messages: the alias, or `node 3`."""
        return self.alias or f"node {self.position}"

    @property
    def evidence(self) -> Object | None:
        """How its element was found before."""
        return self.document.get("evidence")

    @property
    def stored(self) -> str | None:
        """The variable that keeps its result."""
        return self.config.get("store_variable")

    @property
    def on_uncertain(self) -> OnUncertain:
        default: OnUncertain = "verify" if self.document.get("verify") else "fail"
        return cast("OnUncertain", self.document.get("onUncertain", default))
