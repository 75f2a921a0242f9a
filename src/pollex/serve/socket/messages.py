"""The table of everything that is said over the socket."""

from __future__ import annotations

from typing import Final

from ..schemas import APPROVAL, TEXT, listed, ref
from ..workspace_schemas import (
    CHAT_MESSAGE,
    CHOICE,
    DECISION,
    GATE,
    MODEL,
    PRESS,
    SAY,
    SNAPSHOT,
    SWITCH,
    TYPED,
    UPDATE,
    USE,
)
from .live_schemas import ACT, FRAME, SWITCHED
from .message import ID, MessageKind

CLIENT: Final[tuple[MessageKind, ...]] = (
    MessageKind(
        "hello",
        "client",
        "Follow a workspace. The answer is a `snapshot`, or the updates since `after` where the server has them.",
        {
            "token": {
                "type": "string",
                "description": "The token, where the handshake had none.",
            },
            "workspace": {"type": "string", "description": "Its id; without it, the last one used."},
            "after": {"type": "integer", "minimum": 0, "description": "The highest `seq` that the client has seen."},
            "questions": {
                "type": "boolean",
                "description": "Whether the state `pollex.questions` shall have what runs of this server ask.",
            },
        },
    ),
    MessageKind(
        "batch",
        "client",
        "Apply a batch of commands as a whole.",
        {"batch": {"description": "A list of envelopes."}},
        ("batch",),
    ),
    MessageKind(
        "press", "client", "Press an element that has a command.", PRESS["properties"], tuple(PRESS["required"])
    ),
    MessageKind("use", "client", "Do what a person does with a component.", USE["properties"], tuple(USE["required"])),
    MessageKind(
        "type",
        "client",
        "Take over what a person types into a control that is bound to the state.",
        TYPED["properties"],
        tuple(TYPED["required"]),
    ),
    MessageKind("say", "client", "Say something in the chat.", SAY["properties"], ("text",)),
    MessageKind("approve", "client", "Approve or refuse a call that waits.", APPROVAL["properties"]),
    MessageKind("undo", "client", "Take the last batch back."),
    MessageKind("redo", "client", "Do a batch again that was taken back."),
    MessageKind("stop", "client", "Stop all work of the model, and lock Full Control."),
    MessageKind("gate", "client", "Switch Full Control, or unlock it.", SWITCH["properties"]),
    MessageKind(
        "plan", "client", "Decide about a plan that waits.", DECISION["properties"], tuple(DECISION["required"])
    ),
    MessageKind("model", "client", "Choose the model that answers.", CHOICE["properties"]),
    MessageKind(
        "watch", "client", "Begin or end to get a `frame` for each change of a run's browser.", SWITCHED, ("run", "on")
    ),
    MessageKind(
        "take",
        "client",
        "Take over a run's browser, as soon as its step is finished, or give it back: the run goes on.",
        SWITCHED,
        ("run", "on"),
    ),
    MessageKind(
        "act",
        "client",
        "Act in the browser of a run that was taken over. The answer to a click on a list has its `options`; `choose` "
        "takes one of them. That to a click on what takes a file has `files`; `POST /api/runs/{id}/files` gives one.",
        {"run": SWITCHED["run"], "act": ACT},
        ("run", "act"),
    ),
    MessageKind("ping", "client", "Ask whether the server is there; it answers `pong`."),
)
SERVER: Final[tuple[MessageKind, ...]] = (
    MessageKind(
        "snapshot", "server", "The whole workspace as it is.", SNAPSHOT["properties"], tuple(SNAPSHOT["required"])
    ),
    MessageKind(
        "update",
        "server",
        "One change: what to draw again, and what is gone (null). To get one twice does no harm.",
        UPDATE["properties"],
        tuple(UPDATE["required"]),
    ),
    MessageKind(
        "chat",
        "server",
        "A message of the chat; one that the client has already is the same by its `message`.",
        CHAT_MESSAGE["properties"],
        tuple(CHAT_MESSAGE["required"]),
    ),
    MessageKind(
        "gate",
        "server",
        "The gate as it is now: Full Control, its lock, and the plans that wait.",
        {**GATE["properties"], "seq": SNAPSHOT["properties"]["seq"]},
        (*GATE["required"], "seq"),
    ),
    MessageKind(
        "model",
        "server",
        "The model that answers, those that could be chosen, and whether it is at work.",
        {**MODEL["properties"], "seq": SNAPSHOT["properties"]["seq"]},
        (*MODEL["required"], "seq"),
    ),
    MessageKind(
        "delta",
        "server",
        "A piece of what the model is saying. It is not told again; its words come as `chat` in the end.",
        {"path": {**TEXT, "description": "The same for all pieces of one answer."}, "text": TEXT},
        ("path", "text"),
    ),
    MessageKind(
        "frame",
        "server",
        "The browser of a run that is watched, as it is now. A newer one takes the place of one that waits.",
        FRAME["properties"],
        tuple(FRAME["required"]),
    ),
    MessageKind(
        "answer",
        "server",
        "How a request ended: `results` of a batch or a press, `data` of others, or `fault`.",
        {
            "id": {**ID, "description": "The id of the request, if it had one."},
            "to": {**TEXT, "description": "The type of the request."},
            "results": listed(ref("CommandResult")),
            "data": {},
            "fault": ref("Fault"),
            "error": ref("UICPValidationError"),
        },
        ("to",),
    ),
    MessageKind("error", "server", "A message was not taken; nothing was done.", {"fault": ref("Fault")}, ("fault",)),
    MessageKind("pong", "server", "The answer to `ping`.", {"id": ID}),
)
CLIENT_MESSAGES: Final = {each.name: each for each in CLIENT}
SERVER_MESSAGES: Final = {each.name: each for each in SERVER}
