"""Writes what the page takes from the server's declarations: types of components, of messages, and the allow-list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pollex.app.product import PRODUCT_WINDOWS
from pollex.core.credential import CREDENTIAL_TYPES
from pollex.core.json import dumps
from pollex.serve.schemas import FAULT, ISSUE, RESULT
from pollex.serve.socket.message import MessageKind
from pollex.serve.socket.messages import CLIENT, SERVER
from pollex.serve.workflow_schemas import WORKFLOW_SCHEMAS
from pollex.serve.workspace_schemas import WORKSPACE_SCHEMAS
from pollex.workspace.address import FILE, IGNORED, IMAGE, LINK
from pollex.workspace.components import typescript
from pollex.workspace.html.attributes import READ_APART
from pollex.workspace.html.classes import CLASSES
from pollex.workspace.html.policy import ATTRIBUTES, CHOICES, EVERYWHERE, NEW_TAB, REFERENCES, TAGS

SHAPES = {"Issue": ISSUE, "Fault": FAULT, "Result": RESULT, **WORKSPACE_SCHEMAS}
OWN_TYPES = {(name, "nodes"): "PageNode[]" for name in ("ChatMessage", "ServerChat")} | {
    ("DeskWindow", "content"): "PageNode[]"
}
"""What a schema leaves open and the page knows."""
SIMPLE = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}
HEAD = "// Written by `make docs` from {what}. Change it there.\n"


def sources() -> Iterator[tuple[str, str]]:
    """Yield the files of the page that are generated, by name."""
    yield "components.ts", typescript()
    yield "policy.ts", policy()
    yield "messages.ts", messages()
    yield "windows.ts", windows()
    yield "workflows.ts", workflows()
    yield "credentials.ts", credentials()


def credentials() -> str:
    """Return the types of credentials with their fields."""
    types = {
        name: {
            "title": each.title,
            "required": each.required,
            "optional": each.optional,
            "plain": each.plain,
            "open": each.open,
        }
        for name, each in CREDENTIAL_TYPES.items()
    }
    head = HEAD.format(what="the types of credentials")
    return "\n".join([head, _constant("CREDENTIAL_TYPES", "What a credential may be, and what it asks for.", types)])


def windows() -> str:
    """Return what the launcher opens."""
    rows = [
        {"name": each.name, "title": each.title, "icon": each.icon, "description": each.description}
        for each in PRODUCT_WINDOWS
        if each.launched
    ]
    names = [each.name for each in PRODUCT_WINDOWS]
    launched = _constant("WINDOWS", "What the launcher opens.", rows)
    everything = _constant("WINDOW_NAMES", "All windows, also those that others open.", names)
    return "\n".join([HEAD.format(what="the product's windows"), launched, everything])


def messages() -> str:
    """Return the types of everything that is said over the socket."""
    shapes = [_interface(name, schema) for name, schema in SHAPES.items()]
    kinds = [_interface(_message_name(kind), kind.document, kind.description) for kind in (*CLIENT, *SERVER)]
    unions = [_union("ClientMessage", CLIENT), _union("ServerMessage", SERVER)]
    head = HEAD.format(what="the messages of the socket") + '\nimport type { PageNode } from "./components.ts";\n'
    return "\n".join([head, *shapes, *kinds, *unions])


def workflows() -> str:
    """Return the types of what the endpoints of workflows send."""
    shapes = [_interface(name, schema) for name, schema in WORKFLOW_SCHEMAS.items()]
    head = HEAD.format(what="the endpoints of workflows") + '\nimport type { Fault } from "./messages.ts";\n'
    return "\n".join([head, *shapes])


def _message_name(kind: MessageKind) -> str:
    return f"{kind.direction.capitalize()}{kind.name.capitalize()}"


def _union(name: str, kinds: Iterable[MessageKind]) -> str:
    return f"export type {name} = {' | '.join(map(_message_name, kinds))};\n"


def _interface(name: str, schema: Any, about: str = "") -> str:
    comment = f"/** {about} */\n" if about else ""
    if "properties" not in schema:
        return f"{comment}export type {name} = {_type(schema)};\n"
    required = schema.get("required", ())
    lines = []
    for key, each in schema["properties"].items():
        if description := each.get("description"):
            lines.append(f"  /** {description} */")
        lines.append(f"  {key}{'' if key in required else '?'}: {OWN_TYPES.get((name, key)) or _type(each)};")
    return f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _type(schema: Any) -> str:
    """Return the TypeScript type of the values that fit a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        return " | ".join(map(dumps, schema.get("enum", [schema.get("const")])))
    for word, sign in (("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")):
        if word in schema:
            return sign.join(map(_type, schema[word]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(SIMPLE.get(each, "unknown") for each in kind)
    if kind == "array":
        inner = _type(schema["items"])
        return f"({inner})[]" if {" ", "{"} & set(inner) else f"{inner}[]"
    if kind == "object":
        return _object(schema)
    return SIMPLE.get(str(kind), "unknown")


def _object(schema: Any) -> str:
    further = schema.get("additionalProperties", True)
    if "properties" not in schema:
        return f"Record<string, {'unknown' if isinstance(further, bool) else _type(further)}>"
    required = schema.get("required", ())
    members = (f"{key}{'' if key in required else '?'}: {_type(each)}" for key, each in schema["properties"].items())
    return f"{{ {'; '.join(members)} }}"


def policy() -> str:
    """Return the allow-list of HTML as a TypeScript module."""
    own = {tag: sorted(names - EVERYWHERE) for tag, names in sorted(ATTRIBUTES.items()) if names - EVERYWHERE}
    choices: dict[str, dict[str, list[str]]] = {}
    for (tag, name), values in CHOICES.items():
        choices.setdefault(tag, {})[name] = sorted(values)
    lines = [
        HEAD.format(what="the allow-list of HTML"),
        _constant("TAGS", "Elements that may be made.", sorted(TAGS)),
        _constant("EVERYWHERE", "Attributes of every element.", sorted(EVERYWHERE - READ_APART)),
        _constant("OWN", "Further attributes, by element.", own),
        _constant("CHOICES", "Attributes that have only these values.", choices),
        _constant("REFERENCES", "Attributes that name ids of other elements.", sorted(REFERENCES)),
        _constant("CLASSES", "Classes that content may use.", sorted(CLASSES)),
        _constant("NEW_TAB", "What a link to another place has.", NEW_TAB),
        _regex("LINK", "What a link begins with.", f"^(?:{LINK.pattern})", "i"),
        _regex("IGNORED", "What no address contains.", IGNORED.pattern),
        _regex("FILE", "The whole address of a kept file.", f"^(?:{FILE.pattern})$"),
        _regex("IMAGE", "The whole address of an image in itself.", f"^(?:{IMAGE.pattern})$"),
    ]
    return "\n".join(lines)


def _constant(name: str, about: str, value: Any) -> str:
    return f"/** {about} */\nexport const {name} = {dumps(value)} as const;\n"


def _regex(name: str, about: str, pattern: str, flags: str = "") -> str:
    """Return a constant whose pattern means the same in Python and in JavaScript."""
    return f"/** {about} */\nexport const {name} = /{pattern.replace('/', chr(92) + '/')}/{flags};\n"
