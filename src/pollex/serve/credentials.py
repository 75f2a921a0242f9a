"""The endpoints of credentials and kept logins. Values come in here and nowhere else; they are recorded nowhere."""

from __future__ import annotations

import asyncio
from typing import Final

from ..core.credential import CREDENTIAL_TYPES
from ..core.fault import Fault
from ..core.json import Object
from ..core.schema import Schema
from .endpoint import ApiRequest, Endpoint
from .schemas import MAYBE, TEXT, listed, shape
from .secret_body import read_secret_body

CREDENTIAL: Final = shape(
    {"name": TEXT, "type": {"enum": list(CREDENTIAL_TYPES)}, "domains": listed(TEXT), "fields": listed(TEXT)}
    | {"stored": MAYBE}
)
LOGIN: Final = shape({"app": TEXT, "credential": TEXT, "domains": listed(TEXT), "kept": TEXT, "used": MAYBE})
VALUES: Final[Object] = {
    "type": "object",
    "properties": {
        "type": {"enum": list(CREDENTIAL_TYPES), "description": "What it is."},
        "domains": {**listed(TEXT), "description": "Where it may be used; subdomains are meant too."},
        "fields": {
            "type": "object",
            "additionalProperties": TEXT,
            "description": "The values by field. They go to the vault, and into no answer.",
        },
        "replace": {"type": "boolean", "default": False, "description": "Whether one of that name may be replaced."},
    },
    "required": ["type", "fields"],
    "additionalProperties": False,
}
VALUES_SCHEMA: Final = Schema(VALUES)
WHICH: Final[Object] = {
    "app": {"type": "string", "description": "The app whose logins are forgotten."},
    "credential": {"type": "string", "description": "Only those with this credential."},
}


async def list_credentials(asked: ApiRequest) -> Object:
    return {"credentials": await asyncio.to_thread(asked.state.app.vault.described)}


async def set_credential(asked: ApiRequest) -> Object:
    """Store a credential; answer with its name, type and domains."""
    body = read_secret_body(asked.body, VALUES_SCHEMA)
    vault, name = asked.state.app.vault, asked.path["credential"]
    stored, replaced = await asyncio.to_thread(
        vault.set, name, body["type"], body.get("domains", ()), body["fields"], replace=body["replace"]
    )
    return {**stored.described(), "stored": stored.stored, "replaced": replaced}


async def forget_credential(asked: ApiRequest) -> Object:
    removed = await asyncio.to_thread(asked.state.app.vault.remove, asked.path["credential"])
    return {**removed.described(), "stored": removed.stored}


async def list_logins(asked: ApiRequest) -> Object:
    found = await asyncio.to_thread(asked.state.app.vault.logins.list)
    return {"logins": [each.described() for each in found]}


async def forget_logins(asked: ApiRequest) -> Object:
    app, credential = asked.query.get("app"), asked.query.get("credential")
    if app is None and credential is None:
        hint = "To forget all of them, run: pollex credentials logins forget --all."
        raise Fault(
            "invalid_input", "Nothing says which logins.", pointer="/app", expected="app or credential", hint=hint
        )
    return {"forgotten": await asyncio.to_thread(asked.state.app.vault.logins.forget, app, credential)}


ONE: Final = "/api/credentials/{credential}"
CREDENTIAL_ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint(
        "GET",
        "/api/credentials",
        "List the credentials: names, types, domains, no values",
        list_credentials,
        shape({"credentials": listed(CREDENTIAL)}),
    ),
    Endpoint(
        "POST",
        ONE,
        "Store a credential; nothing of it is recorded or answered but its name, type and domains",
        set_credential,
        shape({**CREDENTIAL["properties"], "replaced": {"type": "boolean"}}),
        VALUES,
        raw=True,
    ),
    Endpoint("DELETE", ONE, "Forget a credential, and the logins kept with it", forget_credential, CREDENTIAL),
    Endpoint("GET", "/api/logins", "List the kept logins", list_logins, shape({"logins": listed(LOGIN)})),
    Endpoint(
        "DELETE",
        "/api/logins",
        "Forget kept logins",
        forget_logins,
        shape({"forgotten": {"type": "integer"}}),
        query=WHICH,
    ),
)
