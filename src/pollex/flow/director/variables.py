"""`manage_variable`: values that the workflow begins with, and those that trials have left."""

from __future__ import annotations

from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object, brief, dumps
from ...core.result import Result
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from ..document import NODE
from .definition import strict_tool, unflattened
from .draft import check_draft
from .editor import WorkflowEditor

NAME: Final = NODE["properties"]["alias"]["pattern"]
OPERATIONS: Final = ("get", "set", "clear", "clear_all")
PROPERTIES: Final[dict[str, Object]] = {
    "operation": {
        "type": "string",
        "enum": list(OPERATIONS),
        "description": "set gives a variable a value; get reads one, or all without a key; clear forgets one; "
        "clear_all forgets all. set needs key and value; clear needs key.",
    },
    "key": {"type": "string", "pattern": NAME, "description": "The variable's name, as in {{key}}."},
    "value": {"description": "For set: the value. Never a password: write {{secret.NAME}} where it is typed."},
}


def manage_variable(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        read, source = unflattened(args, PROPERTIES)
        operation, key = read["operation"], read.get("key")
        wanted = {"set": ("key", "value"), "clear": ("key",)}.get(operation, ())
        issues = source.issues + [
            Issue(f"/{need}", f"The operation {operation!r} needs {need!r}.", need, brief(read), f"Add {need!r}.")
            for need in wanted
            if need not in read
        ]
        if issues:
            raise Fault.from_issues("invalid_input", issues)
        match operation:
            case "set":
                return _set(editor, str(key), read["value"])
            case "get":
                return Result.success(dict(editor.variables) if key is None else _value_of(editor, key))
            case "clear":
                _value_of(editor, str(key))
                return _clear(editor, [str(key)])
        return _clear(editor, list(editor.variables))

    return strict_tool(
        "manage_variable",
        "Read and change the variables of the workflow being written. A variable that is set is an input of the "
        "workflow with this value as its default, so that nodes may refer to it; get also sees what trials left.",
        run,
        PROPERTIES,
        required=("operation",),
        examples=(
            {"operation": "set", "key": "email", "value": "ada@example.org"},
            {"operation": "set", "key": "limits", "valueJson": '{"pages": 3}'},
            {"operation": "clear_all"},
        ),
    )


def _set(editor: WorkflowEditor, key: str, value: Any) -> Result:
    others = [each for each in editor.document.get("inputs", []) if each.get("display_name") != key]
    document = {**editor.document, "inputs": [*others, _parameter(key, value)]}
    check_draft(editor, document).accept(editor, "/key")
    editor.variables[key] = value
    editor.declared.add(key)
    return Result.success({"key": key, "value": value})


def _parameter(key: str, value: Any) -> Object:
    """Return the declaration of an input with this default."""
    kinds: dict[type, str] = {str: "string", bool: "boolean", int: "number", float: "number"}
    parameter: Object = {"display_name": key, "type": kinds.get(type(value), "json")}
    return parameter if value is None else {**parameter, "default_value": _text(value)}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else dumps(value)


def _value_of(editor: WorkflowEditor, key: str) -> Any:
    if key in editor.variables:
        return editor.variables[key]
    raise Fault(
        "not_found",
        f"There is no variable {key!r}.",
        pointer="/key",
        expected=one_of(editor.variables),
        received=brief(key),
        hint=did_you_mean(key, editor.variables) or "Set it first.",
    )


def _clear(editor: WorkflowEditor, keys: list[str]) -> Result:
    """Clear variables. An input that nodes still refer to stays, without a default."""
    notes = []
    for key in keys:
        editor.variables.pop(key, None)
        if key not in editor.declared:
            continue
        inputs = editor.document.get("inputs", [])
        without = {**editor.document, "inputs": [each for each in inputs if each.get("display_name") != key]}
        draft = check_draft(editor, without)
        if draft.faults:
            wanted = {name: value for name, value in _parameter(key, "").items() if name != "default_value"}
            without["inputs"].append({**wanted, "required": True})
            draft = check_draft(editor, without)
            notes.append(f"Nodes still refer to {key!r}: it is now an input that every run must be given.")
        draft.accept(editor)
        editor.declared.discard(key)
    return Result.success({"cleared": keys}, notes=tuple(notes))
