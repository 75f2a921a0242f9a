"""The window *Settings*: the model, keys of providers, how Pollex behaves, and every setting with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.json import Object
from .window import ProductWindow, render

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts


async def draw(parts: AppParts, window: str, about: str) -> list[Object]:
    return [render(window, "settings", {})]


SETTINGS: Final = ProductWindow(
    "settings",
    "Settings",
    "settings",
    "The model that is asked, the keys of providers, the theme, and how careful Pollex is.",
    draw,
    height=640,
)
