"""What the schema of a form may be: a JSON Schema of an object, without passwords."""

from __future__ import annotations

from ...core.fault import Fault, Issue
from ...core.json import Object, brief
from ...core.path import pointer
from ...core.schema import Schema
from ...core.schema.walk import every


def schema_mistakes(document: Object) -> list[Issue]:
    """Return the mistakes in the prop `schema` of a form."""
    try:
        Schema(document).verify()
    except Fault as fault:
        return [Issue(f"/schema{fault.pointer or ''}", fault.message, fault.expected, fault.received, fault.hint)]
    found = []
    if document.get("type") != "object" or not document.get("properties"):
        message = "The schema of a form describes an object with properties."
        hint = 'Write {"type": "object", "properties": {"name": {"type": "string"}}}.'
        found.append(Issue("/schema", message, "type object, with properties", brief(document), hint))
    for path, part in every(document):
        if isinstance(part, dict) and part.get("format") == "password":
            hint = "Use the component 'credential': what is entered there goes to the vault."
            message = "A form does not ask for passwords."
            found.append(Issue(f"/schema{pointer(path)}/format", message, "another format", "'password'", hint))
    return found
