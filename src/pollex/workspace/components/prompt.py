"""The catalogue for models: one line a component, in as few tokens as its types need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .catalogue import CATALOGUE, component_type
from .component_type import ComponentType
from .type_text import object_text, type_text

MARKS: Final = {"command": "Command", "component": "Id", "image": "Image", "file": "File", "link": "Link"}
TONE: Final = '"neutral"|"info"|"success"|"warning"|"danger"'
HEAD: Final = (
    "Command=batch of envelopes applied on use, plain JSON",
    "{{value}}: what was entered or chosen (an item's id, a row's key); {{form.NAME}}: a form's field, a row's cell",
    "{{componentId}}: the component itself, so that an item can remove itself by component.destroy",
    "Id=id of another component of the window: render it too, it is shown there only; Link=http(s):, mailto: or #",
    "File=/api/files/ID; Image=File or data:image/(png|jpeg|gif|webp|avif);base64,…",
    f"Tone={TONE}",
    'Data props can follow the state: bind:{PROP:{scope:"workspace"|"window"|"user",key,path?}}, PROP itself left out',
    "path=/a/0/b is a part of the value; an api.call's value is its data",
)


def describe(names: Iterable[str] | None = None) -> str:
    """Return component types with their props as TypeScript types, for a prompt; all of them without names."""
    return "\n".join([*HEAD, *(_line(component_type(name)) for name in (CATALOGUE if names is None else names))])


def _line(kind: ComponentType) -> str:
    properties = object_text({"properties": kind.properties, "required": kind.required}, MARKS)
    defined = "".join(f" {name}={type_text(schema, MARKS)}" for name, schema in kind.definitions.items())
    return f"{kind.name}{properties}{defined} {kind.description}".replace(TONE, "Tone")
