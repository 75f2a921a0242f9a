"""The endpoints of settings, and of the keys of models, whose values come in here and are recorded nowhere."""

from __future__ import annotations

from typing import Final

from ..core.json import Object
from ..core.schema import Schema
from .endpoint import ApiRequest, Endpoint
from .schemas import MAYBE, NUMBER, TEXT, listed, shape
from .secret_body import read_secret_body

SETTING: Final = shape(
    {
        "name": TEXT,
        "about": TEXT,
        "variable": TEXT,
        "value": {"description": "In force now; addresses without what may let somebody in."},
        "source": TEXT,
        "default": TEXT,
        "expected": TEXT,
        "options": listed(TEXT),
        "changeable": MAYBE,
    },
    {"chosen": {"description": "What counts after a restart."}},
)
SETTINGS: Final = shape({"settings": listed(SETTING)})
CHANGES: Final[Object] = {
    "type": "object",
    "properties": {
        "settings": {
            "type": "object",
            "description": "The new values by name, null for the default; they are written into config.toml.",
        }
    },
    "required": ["settings"],
    "additionalProperties": False,
}
KEY: Final = shape(
    {"provider": TEXT, "variable": TEXT, "model": TEXT, "needed": {"type": "boolean"}}
    | {"source": {"enum": ["environment", "keyring", "vault", None]}}
)
KEY_BODY: Final[Object] = {
    "type": "object",
    "properties": {
        "key": {"type": "string", "minLength": 1, "maxLength": 10_000, "description": "The key. It is in no answer."}
    },
    "required": ["key"],
    "additionalProperties": False,
}
KEY_SCHEMA: Final = Schema(KEY_BODY)


async def list_settings(asked: ApiRequest) -> Object:
    return {"settings": asked.state.app.preferences.settings()}


async def change_settings(asked: ApiRequest) -> Object:
    return {"settings": await asked.state.app.preferences.change(asked.body["settings"])}


async def list_keys(asked: ApiRequest) -> Object:
    return {"keys": await asked.state.app.preferences.keys()}


async def store_key(asked: ApiRequest) -> Object:
    body = read_secret_body(asked.body, KEY_SCHEMA)
    return await asked.state.app.preferences.store_key(asked.path["provider"], body["key"])


async def forget_key(asked: ApiRequest) -> Object:
    return await asked.state.app.preferences.forget_key(asked.path["provider"])


async def check_key(asked: ApiRequest) -> Object:
    return await asked.state.app.preferences.check_key(asked.path["provider"])


ONE: Final = "/api/keys/{provider}"
CHECKED: Final = shape({"provider": TEXT, "model": TEXT, "usd": NUMBER})
PREFERENCE_ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint("GET", "/api/settings", "List the settings, with their sources", list_settings, SETTINGS),
    Endpoint("POST", "/api/settings", "Change settings", change_settings, SETTINGS, CHANGES),
    Endpoint("GET", "/api/keys", "Say which providers of models have a key", list_keys, shape({"keys": listed(KEY)})),
    Endpoint("POST", ONE, "Store the key of a provider; nothing of it is recorded", store_key, KEY, KEY_BODY, raw=True),
    Endpoint("DELETE", ONE, "Forget the stored key of a provider", forget_key, KEY),
    Endpoint("POST", f"{ONE}/check", "Ask a provider for one word, to check its key", check_key, CHECKED),
)
