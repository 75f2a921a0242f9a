"""The table of everything that is said between the server and the extension."""

from __future__ import annotations

from typing import Final

from ...core.json import Object
from ..socket.message import MessageKind

NONCE: Final[Object] = {"type": "string", "pattern": "^[0-9a-f]{32}$", "description": "Sixteen fresh random bytes."}
PROOF: Final[Object] = {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "HMAC-SHA-256 of the side (`server` or `extension`) and both nonces by the key that both know.",
}
NAME: Final[Object] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 100,
    "description": "What the browser calls itself.",
}
PAIRING: Final[Object] = {"type": "string", "maxLength": 100, "description": "The pairing."}

ID: Final[Object] = {"type": "string", "maxLength": 20, "description": "The call that this answers."}
TAB: Final[Object] = {"type": "integer", "description": "The browser's number of a tab."}
SESSION: Final[Object] = {
    "type": "string",
    "maxLength": 200,
    "description": "A frame or worker with a process of its own.",
}
METHOD: Final[Object] = {
    "type": "string",
    "maxLength": 200,
    "description": "A method or event of the browser's protocol.",
}
ANYTHING: Final[Object] = {"type": "object"}
SHOWN: Final[Object] = {"tab": TAB, "url": {"type": "string"}, "title": {"type": "string"}}

FROM_EXTENSION: Final = {
    each.name: each
    for each in (
        MessageKind(
            "hello",
            "client",
            "Begins a connection. Without a pairing, a code is to become one.",
            {"nonce": NONCE, "name": NAME, "pairing": PAIRING},
            ("nonce", "name"),
        ),
        MessageKind("proof", "client", "Shows that the extension knows the key too.", {"proof": PROOF}, ("proof",)),
        MessageKind(
            "ready",
            "client",
            "The tabs that the person allows. Another worker has forgotten what the one before was asked.",
            {
                "worker": {"type": "string", "maxLength": 100, "description": "One life of the extension's worker."},
                "tabs": {"type": "array", "items": {"type": "object", "properties": SHOWN, "required": [*SHOWN]}},
                "hands": {"enum": ["debugger", "light"], "description": "What works in tabs there."},
            },
            ("worker", "tabs"),
        ),
        MessageKind("result", "client", "What a call gave.", {"id": ID, "result": ANYTHING}, ("id", "result")),
        MessageKind(
            "error", "client", "Why a call failed.", {"id": ID, "message": {"type": "string"}}, ("id", "message")
        ),
        MessageKind(
            "event",
            "client",
            "What an attached tab says of itself.",
            {"tab": TAB, "session": SESSION, "method": METHOD, "params": ANYTHING},
            ("tab", "method", "params"),
        ),
        MessageKind(
            "detached",
            "client",
            "The debugger was taken away.",
            {"tab": TAB, "reason": {"type": "string", "maxLength": 200}},
            ("tab", "reason"),
        ),
        MessageKind(
            "opened",
            "client",
            "A tab is allowed now: by the person, or because it was opened by one that is.",
            {**SHOWN, "opener": TAB},
            (*SHOWN,),
        ),
        MessageKind("closed", "client", "A tab is allowed no longer, or gone.", {"tab": TAB}, ("tab",)),
        MessageKind(
            "part",
            "client",
            "A piece of a long message. Pieces follow one another.",
            {"of": ID, "text": {"type": "string"}, "last": {"type": "boolean"}},
            ("of", "text", "last"),
        ),
    )
}
FROM_SERVER: Final = {
    each.name: each
    for each in (
        MessageKind(
            "challenge",
            "server",
            "The server's proof comes first: a program that only sits on the port gets none of the extension's.",
            {"nonce": NONCE, "proof": PROOF},
            ("nonce", "proof"),
        ),
        MessageKind("welcome", "server", "Both sides know each other.", {"pairing": PAIRING}, ("pairing",)),
        MessageKind("refused", "server", "Why the connection ends.", {"fault": {"type": "object"}}, ("fault",)),
        MessageKind(
            "call",
            "server",
            "Asks the debugger of a tab; with `Tab.…` for the tab itself, with `Light.…` for it without the debugger.",
            {"id": ID, "tab": TAB, "session": SESSION, "method": METHOD, "params": ANYTHING},
            ("id", "tab", "method", "params"),
        ),
        MessageKind("beat", "server", "Keeps the worker of the extension alive, which ends after 30 quiet seconds."),
    )
}
