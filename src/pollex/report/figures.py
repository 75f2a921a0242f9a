"""The picture of a step, with a box around each element that it acted on. It grows when it is pressed."""

from __future__ import annotations

from .markup import Html, tag
from .pictures import Album, Picture
from .story import Box, Part
from .words import element


def figure(part: Part, album: Album) -> Html | None:
    if part.picture is None or (part.picture == album.last and not any(action.box for action in part.actions)):
        return None  # nothing has changed since the picture that is there
    taken = album.take(part.picture)
    if isinstance(taken, str):
        return tag("p", taken, class_="aside figure")
    image = tag("img", src=taken.address, width=taken.width, height=taken.height, alt=_alt(part))
    return tag("details", tag("summary", image, _boxes(part, taken)), class_="figure")


def _alt(part: Part) -> str:
    boxed = [element(action) for action in part.actions if action.box]
    around = f", with a box around {' and '.join(boxed)}" if boxed else ""
    return f"The page “{part.title or part.url}” before step {part.path.strip('/')}{around}"


def _boxes(part: Part, picture: Picture) -> Html | None:
    boxes = [action.box for action in part.actions if action.box]
    if not boxes:
        return None
    made = [_box(box, kind) for box in boxes for kind in ("halo", "box")]
    return tag("svg", made, viewBox=f"0 0 {picture.width} {picture.height}", aria_hidden="true", focusable="false")


def _box(box: Box, kind: str) -> Html:
    """A little larger than the element, so that it can be seen."""
    left, top, width, height = box
    return tag("rect", x=left - 4, y=top - 4, width=width + 8, height=height + 8, rx=4, class_=kind)
