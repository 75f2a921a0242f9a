"""SchemaParameters of a library (000): typed names in a list, by which templates declare inputs and outputs."""

from __future__ import annotations

from typing import Any, Final

from ..fault import Fault, Issue
from ..json import Object, brief, dumps, type_name
from ..suggest import did_you_mean
from .mend import read_text

TYPES: Final[dict[str, Object]] = {
    "string": {"type": "string"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "json": {},
}
"""The document's four types, and `json`, which brings a `schema` of its own."""

FIELDS: Final = ("display_name", "type", "required", "description", "default_value", "schema", "value", "hidden")

SAID: Final = {"integer": "a number", "number": "a number", "boolean": "a boolean", "array": "a list", "null": "null"}
"""What a default is that is no text, in words."""


def from_parameters(parameters: list[Object]) -> Object:
    """Return a list of parameters as an object schema, or raise a Fault with all mistakes."""
    properties: Object = {}
    required: list[str] = []
    issues: list[Issue] = []
    for index, parameter in enumerate(parameters):
        mistakes = [issue.below(index) for issue in _mistakes(parameter, properties)]
        issues += mistakes
        if mistakes:
            continue
        name = parameter["display_name"]
        properties[name] = _property(parameter)
        if parameter.get("required"):
            required.append(name)
    if issues:
        raise Fault.from_issues("invalid_input", issues)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _property(parameter: Object) -> Object:
    schema: Object = {**TYPES[parameter["type"]], **parameter.get("schema", {})}
    if "description" in parameter:
        schema["description"] = parameter["description"]
    if "default_value" in parameter:
        schema["default"] = read_default(parameter["default_value"], parameter["type"], schema.get("type"))
    return schema


def read_default(text: Any, kind: str, wanted: Any = None) -> Any:
    """Return a default's text as a value of the parameter's type, or None if it is not one.

    `wanted` is the `type` in the schema of a `json` parameter: by it, `"5"` is a number or a text.
    """
    if not isinstance(text, str):
        return None
    match kind:
        case "number" | "boolean":
            return read_text(text, kind)
        case "date":
            return text if _is_date(text) else None
        case "json":
            kinds = ["object", "array", *(wanted if isinstance(wanted, list) else [wanted])]
            found = (read_text(text, each) for each in kinds if isinstance(each, str))
            return next((each for each in found if each is not None), text)
    return text


def _is_date(text: str) -> bool:
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _mistakes(parameter: Any, earlier: Object) -> list[Issue]:
    if not isinstance(parameter, dict):
        return [Issue("", "A parameter is an object.", "object", brief(parameter))]
    found = [
        Issue(
            f"/{name}", f"A parameter has no key {name!r}.", ", ".join(FIELDS), repr(name), did_you_mean(name, FIELDS)
        )
        for name in parameter
        if name not in FIELDS
    ]
    name, kind = parameter.get("display_name"), parameter.get("type")
    if not isinstance(name, str) or not name:
        found.append(Issue("/display_name", "A parameter needs a name.", "text", brief(name), "Add 'display_name'."))
    elif name in earlier:
        found.append(Issue("/display_name", f"There are two parameters {name!r}.", "a name used once", repr(name)))
    if not isinstance(kind, str) or kind not in TYPES:
        hint = did_you_mean(kind, TYPES) if isinstance(kind, str) else None
        found.append(Issue("/type", "This is no parameter type.", f"one of {', '.join(TYPES)}", brief(kind), hint))
    elif "default_value" in parameter and read_default(parameter["default_value"], kind) is None:
        found.append(_wrong_default(parameter["default_value"], kind))
    if not isinstance(parameter.get("schema", {}), dict):
        found.append(Issue("/schema", "A schema is an object.", "a JSON schema", brief(parameter["schema"])))
    found += [
        Issue(f"/{key}", f"Either {key} or not.", "boolean", brief(parameter[key]))
        for key in ("required", "hidden")
        if not isinstance(parameter.get(key, False), bool)
    ]
    if parameter.get("hidden") is True and "default_value" not in parameter:
        message, hint = "What nobody is shown needs a default.", "Add 'default_value'."
        found.append(Issue("/hidden", message, "a parameter with a default", brief(name), hint))
    return found


def _wrong_default(value: Any, kind: str) -> Issue:
    """Return the mistake in a default: defaults are text (000), whatever they stand for."""
    expected = "a text" if kind == "string" else f"a text that reads as a {kind}"
    if isinstance(value, str):
        return Issue("/default_value", f"The default is no {kind}.", expected, brief(value))
    message = f"The default is {SAID.get(type_name(value), 'no text')}, expected {expected}."
    text = dumps(value)
    unclear = value is None or read_default(text, kind) is None
    hint = None if unclear else f'Write it as text: "default_value": {dumps(text)}.'
    return Issue("/default_value", message, expected, brief(value), hint)
