"""Pictures of the goods: plain SVG drawings in the colour of the thing, from four sides."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

VIEWS: Final = ("front", "close", "in use", "packed")

ZOOM: Final = {
    "front": "",
    "close": "translate(100 100) scale(1.7) translate(-92 -112)",
    "in use": "translate(100 108) rotate(-14) scale(.82) translate(-100 -100)",
    "packed": "translate(100 122) scale(.56) translate(-100 -100)",
}
EXTRAS: Final = {
    "front": "",
    "close": "",
    "in use": '<path d="M20 172h160" stroke="#0002" stroke-width="4"/>',
    "packed": '<path d="M34 98v74h132V98" fill="#c9a67a88" stroke="#a98555" stroke-width="3"/>'
    '<path d="m34 98-16 18m148-18 16 18" stroke="#a98555" stroke-width="4"/>',
}


@cache
def shape(name: str) -> str:
    """Return the outline in `drawings/`; its classes are dark (d), light (l), green (g), a line (s) or a ring (o)."""
    return (Path(__file__).parent / "drawings" / f"{name}.svg").read_text(encoding="utf-8")


def drawing(name: str, colour: str, hue: int, view: str = "front") -> str:
    """Return one picture as an SVG document."""
    dark, darker, light = (f"color-mix(in srgb,{colour},{other})" for other in ("#000 28%", "#000 40%", "#fff 55%"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">'
        f"<style>.b *{{fill:{colour}}}.b .d{{fill:{dark}}}.b .l{{fill:{light}}}.b .g{{fill:#5d8a55}}"
        f".b .s,.b .o{{fill:none;stroke:{darker};stroke-width:6;stroke-linecap:round}}</style>"
        f'<rect width="200" height="200" fill="hsl({hue} 32% 93%)"/>'
        f'<ellipse cx="100" cy="168" rx="70" ry="9" fill="hsl({hue} 20% 80%)"/>'
        f'<g class="b" transform="{ZOOM[view]}">{shape(name)}</g>{EXTRAS[view]}</svg>'
    )
