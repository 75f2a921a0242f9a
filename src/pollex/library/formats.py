"""The formats of `app.json` and of the two kinds of templates, as the library specification (000) has them."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from ..core.json import Object
from ..core.schema import Schema

TemplateType: TypeAlias = Literal["auth", "tool"]
TEMPLATE_TYPES: Final[tuple[TemplateType, ...]] = ("auth", "tool")
GENERIC: Final = "generic"
"""The `app` of templates that belong to no app: logins that work on many sites."""
SCRIPTS: Final = (".workflow.json", ".py", ".ts", ".js")
"""The endings of scripts."""
UNHELD: Final = (".ts", ".js")
"""The endings of scripts whose requests nobody holds: they have a browser of their own."""
NAMESPACE: Final = "pollex_apps"
"""The package that all built libraries share; it has no `__init__.py`, so that several can be installed."""
FILES: Final = "_libraries"
"""The folder in it that has the files of each library; no app can be called so."""
ENTRY_POINTS: Final = "pollex.libraries"
"""The group of entry points by which an installed library is found."""
RESERVED: Final = ("page", "window", "dom", "component", "state", "api", "txn", GENERIC)
"""Ids that no app can have, since names of built-in tools begin with them."""


def _text(description: str) -> Object:
    return {"type": "string", "description": description, "minLength": 1, "maxLength": 255}


def _names(description: str, of: str) -> Object:
    return {"type": "array", "description": description, "items": _text(of)}


def _object(properties: Object, *required: str) -> Schema:
    return Schema({"type": "object", "properties": properties, "required": list(required)})


APP: Final = _object(
    {
        "id": _text("The app's id: lowercase, unique in the library."),
        "name": _text("The name that people read."),
        "description": {**_text("What the app is."), "maxLength": 10_000},
        "allowedDomains": {**_names("The domains that its tools may reach.", "A domain."), "minItems": 1},
    },
    "id",
    "name",
    "description",
    "allowedDomains",
)

_COMMON: Final[Object] = {
    "slug": _text("The file's name without `.template.json`."),
    "name": _text("The name that people read."),
    "description": {"type": "string", "description": "What it does."},
    "type": {"description": "`auth` or `tool`, as the folder says.", "type": "string"},
    "file": _text("The script, a file of the same folder."),
    "app": _text("The id in the nearest `app.json`, or `generic`."),
    "requiredCredentials": _names("Types of credentials that it cannot do without.", "A type of credentials."),
    "optionalCredentials": _names("Types of credentials that it uses where there are some.", "A type of credentials."),
}
_PARAMETERS: Final[Object] = {"type": "array", "items": {}}

TEMPLATES: Final[dict[TemplateType, Schema]] = {
    "auth": _object(_COMMON, "slug", "name", "type", "file", "app"),
    "tool": _object(
        {
            **_COMMON,
            "effect": {
                "enum": ["read", "act"],
                "description": "`read` where it only reads: a request that changes something is refused then.",
            },
            "logsIn": {
                "type": "boolean",
                "description": "Whether its script logs in by itself, and nothing logs in before it.",
            },
            "inputSchema": {**_PARAMETERS, "description": "The inputs, each a SchemaParameter."},
            "outputSchema": {**_PARAMETERS, "description": "The outputs, each a SchemaParameter."},
        },
        "slug",
        "name",
        "type",
        "file",
        "app",
    ),
}
LOGGED_IN: Final[list[dict[str, Any]]] = [
    {
        "display_name": "loggedIn",
        "type": "json",
        "required": True,
        "description": "Whether it is logged in; `attempt_failed` where it could not try.",
        "schema": {"enum": [True, False, "attempt_failed"]},
    },
    {
        "display_name": "why",
        "type": "string",
        "description": "Why it is not logged in, for the message of the failure.",
    },
]
"""The outputs of every auth: logged in, refused by the site, or could not try; and why, if it says so."""
