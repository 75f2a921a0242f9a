"""What is said about a task between the server and the extension. What the popup hears is document 002's, literally."""

from __future__ import annotations

from typing import Final

from ...core.json import Object
from ..socket.message import MessageKind

TEXT: Final[Object] = {"type": "string", "minLength": 1, "maxLength": 100_000}
RUN: Final[Object] = {"type": "string", "format": "uuid", "description": "The run of the task."}
SEQ: Final[Object] = {"type": "integer", "minimum": 0, "description": "The number of the last event that was told."}
PROVIDER: Final[Object] = {"type": "string", "maxLength": 100, "description": "`local`, or the provider of a model."}
SETTINGS: Final[Object] = {
    "type": "object",
    "properties": {
        "llmProvider": PROVIDER,
        "apiKey": {"const": "", "description": "Keys stay with Pollex: `store_key`."},
        "model": {"type": "string", "maxLength": 200},
    },
    "required": ["llmProvider", "apiKey"],
    "additionalProperties": False,
}

ABOUT_TASKS: Final = {
    each.name: each
    for each in (
        MessageKind(
            "start_task",
            "client",
            "Document 002's message.",
            {"task": TEXT, "tabId": {"type": "integer"}, "settings": SETTINGS},
            ("task", "tabId", "settings"),
        ),
        MessageKind("stop_task", "client", "Document 002's message."),
        MessageKind(
            "record",
            "client",
            "Records what the person does in a tab, from an address.",
            {"tabId": {"type": "integer"}, "url": TEXT, "name": TEXT},
            ("tabId", "url", "name"),
        ),
        MessageKind("finish", "client", "Ends the recording, and keeps it as a workflow."),
        MessageKind(
            "take", "client", "Takes over the tab of the run, or gives it back.", {"on": {"type": "boolean"}}, ("on",)
        ),
        MessageKind("follow_task", "client", "Goes on with a run.", {"run": RUN, "after": SEQ}, ("run", "after")),
        MessageKind(
            "reply",
            "client",
            "Answers a question of the run, or decides about what it asks for.",
            {"run": RUN, "path": TEXT, "kind": {"enum": ["question", "approval"]}, "answer": {"type": "object"}},
            ("run", "path", "kind", "answer"),
        ),
        MessageKind(
            "store_key",
            "client",
            "The key of a provider, which is kept by Pollex only.",
            {"llmProvider": PROVIDER, "apiKey": {"type": "string"}},
            ("llmProvider", "apiKey"),
        ),
        MessageKind("models", "client", "Asks for the providers of models."),
    )
}
TASKS_TOLD: Final = {
    each.name: each
    for each in (
        MessageKind("answered", "server", "What came of a message, by its `id`.", {"id": {}, "ok": {}}, ("id", "ok")),
        MessageKind(
            "told",
            "server",
            "Messages of document 002 for the popup.",
            {"run": RUN, "seq": SEQ, "messages": {"type": "array"}},
            ("run", "seq", "messages"),
        ),
        MessageKind("asked", "server", "All that the run asks now.", {"run": RUN, "questions": {"type": "array"}}),
    )
}
