"""The state of the hard pages on the server."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import Request

from ..site import World, state_of

Upload = tuple[str, int]
"""A file's name and its size in bytes."""


@dataclass
class HardState:
    """`donations` counts presses of one button, `uploads` lists the files; both start empty after a reset."""

    code: str
    donations: int = 0
    uploads: list[Upload] = field(default_factory=list)


def start(world: World) -> HardState:
    return HardState(code=str(world.chance("hard.code").randint(100_000, 999_999)))


def hard_state(request: Request) -> HardState:
    return state_of(request, "hard", HardState)
