"""Branches: the nodes that another node runs, and the positions by which a config names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .node import Node

PositionRef: TypeAlias = tuple[str, int]
"""A position that a config names, with the pointer to it inside the config."""

POSITION: Final[Object] = {"type": "integer", "minimum": 0}
POSITIONS: Final[Object] = {
    "type": ["integer", "array"],
    "minimum": 0,
    "items": POSITION,
    "minItems": 1,
}
"""The schema of one position or a list of them."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Nodes that another node runs: the body of a loop, one branch of a route, the range of a group."""

    name: str
    places: tuple[PositionRef, ...]
    variables: tuple[str, ...] = ()
    """Names that exist only inside the branch: the loop's variable and its index."""
    inclusive: bool = False
    """Whether `places` are the first and last position of a range."""


@dataclass(frozen=True, slots=True)
class BranchResult:
    """The results of nodes that ran one after the other."""

    answers: Sequence[tuple[Node, Result]]
    fault: Fault | None = None
    """The failure that stopped them."""

    @property
    def last(self) -> Any:
        """The data of the last node; None where no node ran."""
        return self.answers[-1][1].data if self.answers else None


def places(value: Any, pointer: str) -> tuple[PositionRef, ...]:
    """Return the positions in a property that holds one position or a list; other values are left to the schema."""
    if isinstance(value, list):
        return tuple((f"{pointer}/{at}", each) for at, each in enumerate(value) if type(each) is int)
    return ((pointer, value),) if type(value) is int else ()
