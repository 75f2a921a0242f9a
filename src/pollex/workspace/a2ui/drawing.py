"""One look at an A2UI surface: its components and data as components of a window and values of its state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object
from ..components.properties import LABEL, MOST_PARTS
from .component import A2uiComponent, DrawnComponent, identifier
from .data_model import absolute, read
from .expression import parse_template
from .functions import FUNCTIONS, as_text
from .lacks import LACKS, Lack

DEEPEST: Final = 50
MOST_DRAWN: Final = 2_000


class SurfaceDrawing:
    """Everything that is drawn for a surface, children before their parents."""

    def __init__(
        self, window: str, surface: str, components: Mapping[str, Object], model: Any, draw: DrawWidget
    ) -> None:
        self.window = window
        self.surface = surface
        self.drawn: dict[str, DrawnComponent] = {}
        self.values: dict[str, Any] = {}
        """The state that drawn components are bound to, by key: the path in the data model."""
        self.lacking: dict[str, None] = {}
        self._components = components
        self._model = model
        self._draw = draw
        self._above: list[str] = []
        self._calls = 0
        self._times: dict[str, int] = {}

    def lack(self, lack: Lack) -> None:
        self.lacking[LACKS[lack]] = None

    def find(self, id: Any, near: A2uiComponent | None = None) -> A2uiComponent | None:  # noqa: A002
        """Return a component of the surface; None where its message has not come yet."""
        given = self._components.get(id) if isinstance(id, str) else None
        if given is None:
            return None
        return A2uiComponent(given) if near is None else A2uiComponent(given, near.base, near.copies)

    def draw(self, component: A2uiComponent | None) -> list[str]:
        """Draw a component with everything inside, and return its id; nothing where there is none."""
        if component is None:
            return []
        name = str(component.given["id"])
        if name in self._above or len(self._above) >= DEEPEST:
            raise Fault(
                "invalid_input",
                f"The component {name!r} is inside itself, or more than {DEEPEST} levels deep.",
                expected=f"a tree of at most {DEEPEST} levels",
                received=" > ".join([*self._above[-5:], name]),
            )
        if len(self.drawn) >= MOST_DRAWN:
            raise Fault("limit", "The surface has too many components.", expected=f"at most {MOST_DRAWN}")
        self._above.append(name)
        made = self._draw(self, component)
        self._above.pop()
        id_ = self._new_id(":".join([self.window, name, *map(str, component.copies)]))
        self.drawn[id_] = made
        return [id_]

    def _new_id(self, text: str) -> str:
        """Return the id of a component; one that stands in several places is drawn in each, with a number."""
        times = self._times[text] = self._times.get(text, 0) + 1
        return identifier(text if times == 1 else f"{text}.{times}")

    def children(self, given: Any, near: A2uiComponent) -> list[str]:
        """Draw children: listed ones, or one for each item of an array."""
        if isinstance(given, dict):
            found = self._copies(given, near)
        else:
            listed = [self.find(id_, near) for id_ in (given if isinstance(given, list) else [given])]
            found = [each for each in listed if each is not None]
        if len(found) > MOST_PARTS:
            self.lack("children")
        return [id_ for each in found[:MOST_PARTS] for id_ in self.draw(each)]

    def _copies(self, given: Object, near: A2uiComponent) -> list[A2uiComponent]:
        path = absolute(str(given.get("path", "")), near.base)
        items, template = read(self._model, path), self.find(given.get("componentId"))
        if template is None or not isinstance(items, list):
            return []
        return [A2uiComponent(template.given, f"{path}/{index}", (*near.copies, index)) for index in range(len(items))]

    def value(self, given: Any, near: A2uiComponent) -> Any:
        """Return a dynamic value as it is now."""
        if not isinstance(given, dict):
            return given
        if is_bound(given):
            return read(self._model, absolute(given["path"], near.base))
        if isinstance(given.get("call"), str):
            self.lack("computed")
            if self._calls >= DEEPEST:
                raise Fault("limit", "Calls are nested too deeply.", expected=f"at most {DEEPEST} levels")
            self._calls += 1
            made = self._called(given["call"], given.get("args"), near)
            self._calls -= 1
            return made
        return given

    def text(self, given: Any, near: A2uiComponent, most: int = LABEL) -> str:
        """Return a dynamic value as text."""
        return as_text(self.value(given, near))[:most]

    def put(self, props: Object, prop: str, given: Any, near: A2uiComponent, *, most: int = LABEL) -> None:
        """Set a prop that is text: bound to the state where it is one of the data model, else as it is now."""
        value = self.value(given, near)
        if given is None or self._bound(props, prop, given, near, value, str):
            return
        text = as_text(value)
        if len(text) > most:
            self.lack("long")
        if is_bound(given):
            self.lack("number-text")
        props[prop] = text[:most]

    def put_value(
        self, props: Object, prop: str, given: Any, near: A2uiComponent, kind: type | tuple[type, ...]
    ) -> None:
        """Set a prop of another type; a value that is not of it is left out."""
        value = self.value(given, near)
        if not self._bound(props, prop, given, near, value, kind) and isinstance(value, kind):
            props[prop] = value

    def _bound(
        self,
        props: Object,
        prop: str,
        given: Any,
        near: A2uiComponent,
        value: Any,
        kind: type | tuple[type, ...],
    ) -> bool:
        key = (absolute(given["path"], near.base) or "/") if is_bound(given) else ""
        if not 0 < len(key) <= LABEL or not (value is None or isinstance(value, kind)):
            return False
        props.setdefault("bind", {})[prop] = {"scope": "window", "key": key}
        self.values[key] = value
        return True

    def _called(self, name: str, args: Any, near: A2uiComponent) -> Any:
        filled = {key: self.value(each, near) for key, each in (args if isinstance(args, dict) else {}).items()}
        if name == "formatString":
            return "".join(as_text(self.value(part, near)) for part in parse_template(as_text(filled.get("value"))))
        if name == "@index":
            offset = filled.get("offset", 0)
            return (near.copies[-1] if near.copies else 0) + (offset if isinstance(offset, int) else 0)
        if name in FUNCTIONS:
            return FUNCTIONS[name](filled)
        self.lacking[f"The function {name!r} is not known: its value is empty."] = None
        return None


DrawWidget = Callable[[SurfaceDrawing, A2uiComponent], DrawnComponent]
"""Draws one component, and by its drawing what is inside."""


def is_bound(given: Any) -> bool:
    """Return whether a dynamic value is a path in the data model."""
    return isinstance(given, dict) and isinstance(given.get("path"), str)
