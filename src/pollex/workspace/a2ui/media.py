"""A2UI's components that show something: Icon, Image, Video, AudioPlayer. Nothing is loaded from other hosts."""

from __future__ import annotations

import re
from typing import Final

from ...core.json import Object
from ..address import is_file, is_image, is_link
from .component import A2uiComponent, DrawnComponent
from .drawing import SurfaceDrawing, is_bound
from .lacks import Lack

LONGEST_LINK: Final = 2_000
LONGEST_PICTURE: Final = 2_000_000
WIDTHS: Final = {"icon": 24, "avatar": 48, "smallFeature": 120, "mediumFeature": 240, "largeFeature": 480}


def icon_name(name: str) -> str:
    """Return the name of an icon in kebab-case: `shoppingCart` is `shopping-cart`."""
    kebab = re.sub(r"[^a-z0-9]+", "-", re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()).strip("-")
    return kebab[:40].rstrip("-") if re.match("[a-z]", kebab) else "help"


def icon(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    given = component.get("name")
    if is_bound(given):
        drawing.lack("icon-name")
    name = drawing.value(given, component)
    if not isinstance(name, str):
        if name is not None:
            drawing.lack("icon-path")
        return DrawnComponent("icon", {"name": "help"})
    label = _spoken(drawing, component)
    return DrawnComponent("icon", {"name": icon_name(name), **({"label": label} if label else {})})


def image(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    address = drawing.text(component.get("url"), component, LONGEST_PICTURE)
    alt = _spoken(drawing, component) or "Image"
    if not is_image(address):
        return _linked(drawing, "picture", address, alt)
    props: Object = {"alt": alt}
    drawing.put(props, "src", component.get("url"), component, most=LONGEST_PICTURE)
    fit = component.get("fit", "fill")
    if fit in ("contain", "cover", "none"):
        props["fit"] = fit
    else:
        drawing.lack("fit")
    if component.get("variant") in WIDTHS:
        props["width"] = WIDTHS[component.get("variant")]
    return DrawnComponent("image", props)


def video(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    return _player(drawing, component, "video")


def audio(drawing: SurfaceDrawing, component: A2uiComponent) -> DrawnComponent:
    return _player(drawing, component, "audio")


def _player(drawing: SurfaceDrawing, component: A2uiComponent, kind: str) -> DrawnComponent:
    address = drawing.text(component.get("url"), component, LONGEST_LINK)
    title = _spoken(drawing, component) or kind.title()
    if not is_file(address):
        return _linked(drawing, "media", address, title)
    return DrawnComponent("player", {"kind": kind, "src": address, "title": title})


def _linked(drawing: SurfaceDrawing, lack: Lack, address: str, label: str) -> DrawnComponent:
    """Return a link to what cannot be shown; where there is no address yet, its name alone."""
    if address:
        drawing.lack(lack)
    if is_link(address) and len(address) <= LONGEST_LINK:
        return DrawnComponent("links", {"items": [{"label": label, "href": address}]})
    return DrawnComponent("text", {"text": label, "variant": "caption"})


def _spoken(drawing: SurfaceDrawing, component: A2uiComponent) -> str:
    spoken = component.get("accessibility")
    given = component.get("description") or (spoken.get("label") if isinstance(spoken, dict) else None)
    return drawing.text(given, component)
