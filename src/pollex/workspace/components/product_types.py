"""Components that show Pollex itself: runs, workflows, approvals, the chat. The page follows what they name."""

from __future__ import annotations

from typing import Final

from ...core.credential import CREDENTIAL_TYPES, credential_type
from ...core.fault import Issue
from ...core.json import Object
from ...core.suggest import one_of
from .component_type import ComponentEvent, ComponentType
from .properties import LONG, SENTENCES, array, choice, command, flag, markdown, record, text

RUN: Final = text("The id of the run.", 40, pattern="^[0-9a-fA-F-]{36}$")
RUN_ID: Final = "123e4567-e89b-12d3-a456-426614174000"
NAME: Final = "^[A-Za-z][A-Za-z0-9_-]*$"
HOST: Final = "^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$"
"""A host as the network has it, so that no letter of another alphabet looks like one of ours."""


def _foreign_fields(props: Object) -> list[Issue]:
    """Find fields that the type of a credential does not have."""
    kind = credential_type(props.get("type", "custom"))
    if kind is None or CREDENTIAL_TYPES[kind].open:
        return []
    known = (*CREDENTIAL_TYPES[kind].required, *CREDENTIAL_TYPES[kind].optional)
    return [
        Issue(f"/fields/{index}/name", f"A credential of type {kind} has no such field.", one_of(known), each["name"])
        for index, each in enumerate(props.get("fields", ()))
        if each["name"] not in known
    ]


PRODUCT_TYPES: Final = (
    ComponentType(
        name="live",
        title="Live view",
        description="The browser of a run, as it is now.",
        properties={
            "run": RUN,
            "interactive": flag("Whether a person may click and type in it."),
        },
        required=("run",),
        example={"run": RUN_ID, "interactive": True},
    ),
    ComponentType(
        name="plan",
        title="Plan",
        description="Steps that wait for a person, to accept, edit or refuse one by one.",
        properties={
            "plan": text("The id of the plan."),
            "title": text("What it is for."),
            "steps": array(
                "The steps, in order.",
                record(
                    {
                        "id": text("Identifies it in this plan."),
                        "title": text("What it does.", SENTENCES),
                        "before": {"description": "What is there now."},
                        "after": {"description": "What will be there."},
                        "state": choice("What became of it.", "waiting", "accepted", "refused", "done", "failed"),
                        "command": {"description": "What is applied if it is accepted: the text of an edit."},
                    },
                    ("id", "title"),
                ),
            ),
        },
        required=("plan", "steps"),
        example={"plan": "p1", "title": "Tidy up", "steps": [{"id": "1", "title": "Close the window 'Notes'"}]},
        events={
            "decide": ComponentEvent(
                "A person decided about steps.",
                {
                    "value": choice("The decision.", "accept", "refuse"),
                    "steps": array("The ids of the steps that it is about.", text("A step's id.")),
                },
            ),
            "edit": ComponentEvent(
                "A person changed a step.",
                {"step": text("The id of the step."), "value": {"description": "What shall be there instead."}},
            ),
        },
    ),
    ComponentType(
        name="approval",
        title="Approval",
        description="A call that waits for a person's yes or no.",
        properties={
            "approval": text("The id of the question."),
            "title": text("What is asked."),
            "detail": text("Why, and what follows.", LONG),
            "tool": text("The tool that would be called."),
            "arguments": {"type": "object", "description": "What it would be called with."},
            "effect": choice("What the tool does to the world.", "read", "act", "destroy"),
            "kind": {"type": "boolean", "description": "Whether a yes may hold for everything of this kind."},
            "details": {"description": "What is known of it, for those who want to see it."},
        },
        required=("approval", "title"),
        example={
            "approval": "a1",
            "title": "Send the message?",
            "tool": "mail.send",
            "arguments": {"to": "ann@example.com"},
            "effect": "act",
        },
        events={
            "answer": ComponentEvent(
                "A person answered.", {"value": {"type": "boolean", "description": "Whether the answer is yes."}}
            ),
            "agree": ComponentEvent("A person said yes to everything of this kind."),
        },
    ),
    ComponentType(
        name="credential",
        title="Credential",
        description="Asks a person for a credential, which goes to the vault and nowhere else.",
        properties={
            "credential": text("The name that it is kept by; asked for if it is left out.", pattern=NAME),
            "type": choice(
                "What it is; a user name and a password if it is left out, or custom if there are fields.",
                *CREDENTIAL_TYPES,
            ),
            "title": text("What it is for."),
            "domain": text("The only domain that it may be used on; asked for if it is left out.", 253, pattern=HOST),
            "domains": array("Several domains, in place of one.", text("A domain.", 253, pattern=HOST), 20),
            "fields": array(
                "The fields of a custom one; asked for if they are left out.",
                record(
                    {
                        "name": text("Its name in the credential.", pattern=NAME),
                        "label": text("What is shown; the name if it is left out."),
                        "hidden": flag("Whether it is hidden while it is typed.", True),
                    },
                    ("name",),
                ),
                20,
            ),
            "command": command("Applied when it is kept; {{value}} is its name."),
        },
        mistakes=_foreign_fields,
        example={"credential": "shop", "title": "Log in to the shop", "domain": "shop.example.com"},
        events={
            "keep": ComponentEvent(
                "The credential was kept; what was typed is not in the event.",
                {"value": text("The name of the credential.")},
                command="command",
            ),
        },
    ),
    ComponentType(
        name="settings",
        title="Settings",
        description="Settings, keys of models and paired browsers, for a person to read and to change.",
        properties={
            "section": choice("What is shown; everything if it is left out.", "models", "behaviour", "chrome", "all"),
        },
        example={"section": "models"},
    ),
    ComponentType(
        name="run",
        title="Run",
        description="A run: how far it is, its steps, its result.",
        properties={
            "run": RUN,
            "view": choice("What is shown at first.", "summary", "steps", "report", default="summary"),
        },
        required=("run",),
        example={"run": RUN_ID, "view": "steps"},
    ),
    ComponentType(
        name="workflow",
        title="Workflow",
        description="A workflow's nodes, and where a run of it is.",
        properties={
            "workflow": text("Its name."),
            "run": RUN,
            "editable": flag("Whether a person may change it."),
            "selected": text("The alias of the selected node."),
            "command": command("Applied when a node is selected; {{value}} is its alias."),
        },
        required=("workflow",),
        example={"workflow": "monthly-report", "run": RUN_ID},
        events={
            "select": ComponentEvent(
                "A node was selected.", {"value": text("Its alias.")}, command="command", writes="selected"
            ),
        },
    ),
    ComponentType(
        name="chat",
        title="Chat",
        description="A conversation; without messages, the one of this workspace.",
        properties={
            "messages": array(
                "The messages, in order.",
                record(
                    {
                        "role": choice("Who says it.", "user", "assistant", "system"),
                        "text": markdown("What is said, in Markdown."),
                        "at": text("When: a date and time by ISO 8601.", 40),
                    },
                    ("role", "text"),
                ),
            ),
            "placeholder": text("What the empty field shows."),
            "busy": flag("Whether an answer is on its way."),
            "command": command("Applied when a message is sent; {{value}} is its text."),
        },
        example={"messages": [{"role": "assistant", "text": "What shall I do?"}], "placeholder": "Ask…"},
        events={
            "send": ComponentEvent(
                "A message was sent; without a command it goes to the chat of the workspace.",
                {"value": text("Its text.", LONG)},
                command="command",
            ),
        },
    ),
)
