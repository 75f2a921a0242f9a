"""Questions and approvals as MCP elicitations: a message and a flat form, and what the client's person said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mcp_types import ClientCapabilities, ElicitRequest, ElicitRequestFormParams

from ...core.fault import Fault
from ...core.json import Object, dumps, loads
from ...runs.questions import OpenQuestion
from ...text.disguise import MARK, undisguised

PLAIN_KEYWORDS: Final = frozenset(
    [
        "type",
        "title",
        "description",
        "default",
        "enum",
        "enumNames",
        "oneOf",
        "anyOf",
        "items",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "format",
        "const",
        "pattern",
    ]
)
"""What a client understands of a field in a form."""
ANSWER: Final = "answer"


def can_elicit(capabilities: ClientCapabilities | None) -> bool:
    """Return whether a client shows forms. One that names no mode shows forms: there was no other once."""
    elicitation = None if capabilities is None else capabilities.elicitation
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def request(text: str, form: Object, problem: str | None = None) -> ElicitRequest:
    """Return what a client is asked; `problem` says why an earlier answer did not fit."""
    message = undisguised(text if problem is None else f"{text}\n({problem})", MARK)
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=flat_form(form)))


def flat_form(form: Object) -> Object:
    """Return a form as clients take it: an object of plain fields. A form that has others is asked for as JSON text."""
    if not _is_flat(form):
        about = f"JSON that fits {dumps(form)}"
        return {
            "type": "object",
            "properties": {ANSWER: {"type": "string", "description": about}},
            "required": [ANSWER],
        }
    fields = {
        name: {key: value for key, value in each.items() if key in PLAIN_KEYWORDS}
        for name, each in form["properties"].items()
    }
    return {"type": "object", "properties": fields, "required": list(form.get("required", ()))}


def answer_of(content: Mapping[str, Any] | None, form: Object) -> Any:
    """Return what was filled in, as the form itself wants it; raise a Fault where it is no JSON."""
    if _is_flat(form):
        return {name: value for name, value in (content or {}).items() if value is not None}
    try:
        return loads(str((content or {}).get(ANSWER, "")))
    except ValueError as error:
        raise Fault("invalid_json", "The answer is no JSON.", expected=dumps(form)) from error


def question_text(question: OpenQuestion) -> str:
    """Return a question as it is shown; an approval with the arguments of its call, and the details."""
    known = [(question.call or {}).get(name) for name in ("args", "details")]
    return "\n".join([question.text, *(dumps(each, indent=True) for each in known if each)])


def nobody_answered(run: str, question: OpenQuestion, why: str) -> Fault:
    """Return the Fault for a question that the client's person did not answer: the run waits for another door."""
    command = "approve" if question.kind == "approval" else "answer"
    return Fault(
        "denied",
        f"The run {run} waits, and {why}: {question.text}",
        expected="an approval" if question.kind == "approval" else "an answer",
        hint=f"Say it with: pollex runs {command} {run} - then read the result at pollex://runs/{run}",
        retry=False,
    )


def _is_flat(form: Object) -> bool:
    properties = form.get("properties")
    return isinstance(properties, dict) and bool(properties) and all(_is_plain(each) for each in properties.values())


def _is_plain(schema: Any) -> bool:
    if not isinstance(schema, dict) or "$ref" in schema:
        return False
    if schema.get("type") == "array":
        items = schema.get("items")
        return isinstance(items, dict) and bool(items.keys() & {"enum", "anyOf", "oneOf"})
    return schema.get("type") in ("string", "number", "integer", "boolean")
