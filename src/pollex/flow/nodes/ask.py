"""`ask`: asks a person by a form. The run waits for the answer, for hours if need be, even across a restart."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.reply import ANSWER, as_form
from ...core.result import Result
from ...core.schema import Schema
from ..nodetype import STORE, Example, NodeType, schema_mistakes, text
from ..running_node import RunningNode


async def run(node: RunningNode) -> Result:
    given = node.given
    question = given["question"]
    form = given.get("form", ANSWER)
    limit = given.get("timeoutMs")
    while True:
        answer = await node.question(question, form, None if limit is None else limit / 1000)
        if answer is None:
            message = f"Nobody answered within {limit} ms: {question}"
            return Result.failure(Fault("timeout", message, expected="an answer", retry=True))
        checked = Schema(form).check(as_form(answer, form))
        if checked.ok:
            return Result.success(checked.value, repairs=checked.repairs)
        question = f"{given['question']} ({checked.issues[0].message})"


def mistakes(config: Object) -> list[Issue]:
    return schema_mistakes(config, "form")


def result_schema(config: Object) -> Any:
    form = config.get("form", ANSWER)
    return form if isinstance(form, dict) else None


ASK: Final = NodeType(
    name="ask",
    title="Ask a person",
    description="Asks a person by a form and waits for the answer, which is the node's result.",
    properties={
        "question": text("What is asked.", minLength=1),
        "form": {
            "type": "object",
            "description": "A JSON schema of the answer, shown as a form; without one, a single text 'answer'.",
        },
        "timeoutMs": {"type": "integer", "minimum": 1, "description": "Give up after so many milliseconds."},
        "store_variable": STORE,
    },
    required=("question",),
    examples=(
        Example("Ask for a code", {"question": "Which code did you get by text message?"}, "code"),
        Example(
            "Ask for a decision",
            {
                "question": "Send {{amount}} to {{payee}}?",
                "form": {
                    "type": "object",
                    "properties": {"send": {"type": "boolean", "description": "Whether to send it."}},
                    "required": ["send"],
                },
            },
            "decision",
        ),
    ),
    run=run,
    literal=("store_variable",),
    is_control_flow=True,
    checkpointed=True,
    mistakes=mistakes,
    result_schema=result_schema,
    idempotent=True,
)
