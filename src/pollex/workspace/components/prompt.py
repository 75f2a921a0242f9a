"""The catalogue for models: one line a component, in as few tokens as its types need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .component_type import ComponentType
from .type_text import object_text, type_text

MARKS: Final = {"command": "Command", "component": "Id", "image": "Image", "file": "File", "link": "Link"}
TONE: Final = '"neutral"|"info"|"success"|"warning"|"danger"'
HEAD: Final = f"""\
Command=batch of envelopes applied when it is used; tokens {{{{value}}}} {{{{form.FIELD}}}} {{{{windowId}}}} {{{{componentId}}}}
Id=id of a component drawn inside; Link=http(s):, mailto: or #; Image=data:image/…;base64,… or File; File=/api/files/ID
Tone={TONE}
Every component: bind?:{{PROP:{{scope:"workspace"|"window"|"user";key:string}}}} takes data props from the state and follows it; a bound prop is left out. No secrets."""


def describe(kinds: Iterable[ComponentType]) -> str:
    """Return the component types with their props as TypeScript types, for a prompt."""
    listed = list(kinds)
    return "\n".join([HEAD, *map(_line, listed)])


def _line(kind: ComponentType) -> str:
    properties = object_text({"properties": kind.properties, "required": kind.required}, MARKS)
    defined = "".join(f" {name}={type_text(schema, MARKS)}" for name, schema in kind.definitions.items())
    return f"{kind.name}{properties}{defined} {kind.description}".replace(TONE, "Tone")
