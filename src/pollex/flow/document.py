"""The schema of a workflow file, except the configs of its nodes."""

from __future__ import annotations

from typing import Final

from ..browser.evidence import PROPERTIES
from ..core.json import Object
from ..core.schema import Schema
from .rules.rule import RULE

RETRY: Final[Object] = {
    "type": "object",
    "properties": {
        "attempts": {"type": "integer", "minimum": 1, "maximum": 20, "description": "How often it is tried in all."},
        "delayMs": {
            "type": "integer",
            "minimum": 0,
            "description": "Milliseconds before the second try; then doubled.",
        },
    },
    "required": ["attempts"],
    "additionalProperties": False,
}

NODE: Final[Object] = {
    "type": "object",
    "properties": {
        "position": {"type": "integer", "minimum": 0, "description": "Its place in the order, and its name."},
        "type": {"type": "string", "description": "The type of node."},
        "alias": {
            "type": "string",
            "pattern": r"^[A-Za-z_][\w-]*$",
            "description": "By which later nodes use its result.",
        },
        "description": {"type": "string", "description": "What it is for, for people."},
        "config": {"type": "object", "description": "What to do; each type has its own."},
        "evidence": {
            "type": "object",
            "properties": PROPERTIES,
            "additionalProperties": True,
            "description": "How its element was found before, for healing.",
        },
        "before": {
            "type": "array",
            "items": RULE,
            "description": "What must hold before it, when a run is resumed here.",
        },
        "verify": {"type": "array", "items": RULE, "description": "What holds if its effect has happened."},
        "needed": {"type": "boolean", "description": "Whether the run ends as not_found where it finds nothing."},
        "taken": {
            "anyOf": [{"type": "boolean"}, {"type": "string", "enum": ["redirect"]}],
            "description": (
                "Whether the run ends where it sends nothing, or a server does not take what it sends; `redirect`: nor "
                "answers with a redirect, as where it shows a form again that it has refused."
            ),
        },
        "timeoutMs": {"type": "integer", "minimum": 1, "description": "Milliseconds that it may take."},
        "retry": {**RETRY, "description": "How often to try again after a failure that allows it."},
        "onUncertain": {
            "type": "string",
            "enum": ["retry", "verify", "ask", "fail"],
            "description": (
                "What to do when the run was interrupted and it is not known whether the node's effect happened: do it "
                "again, look by the rules of 'verify', ask a person, or end the run."
            ),
        },
    },
    "required": ["position", "type"],
    "additionalProperties": False,
}

DOCUMENT: Final = Schema(
    {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "description": "What the workflow is called."},
            "version": {"type": ["integer", "string"], "description": "Counts the changes."},
            "description": {"type": "string", "description": "What it does, for people."},
            "inputs": {"type": "array", "items": {"type": "object"}, "description": "Document 000's SchemaParameters."},
            "outputs": {"type": "array", "items": {"type": "object"}, "description": "As inputs, each with a 'value'."},
            "allowedDomains": {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "description": "Hosts that it may reach, each with its subdomains.",
            },
            "limits": {
                "type": "object",
                "properties": {
                    "perMinute": {
                        "type": "object",
                        "additionalProperties": {"type": "integer", "minimum": 1},
                        "description": "The most nodes a minute that act on a site, over all runs.",
                    },
                    "account": {"type": "string", "description": "Runs with the same account go one after the other."},
                },
                "additionalProperties": False,
                "description": "What must not be exceeded, over all runs.",
            },
            "nodes": {"type": "array", "items": NODE, "description": "The nodes."},
            "changes": {"type": "array", "items": {"type": "object"}, "description": "What was changed, when and why."},
        },
        "required": ["name", "nodes"],
        "additionalProperties": False,
    }
)
