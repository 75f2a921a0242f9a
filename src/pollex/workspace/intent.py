"""`uicp://intent` (003): more words for the last request, or a form that asks the person for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from typing import Any, Final

from ..core.fault import Fault, Issue
from ..core.json import Object, brief, dumps, loads
from ..core.limits import DEFAULT_LIMITS
from ..core.schema import Schema
from ..core.suggest import did_you_mean, one_of

URL: Final = "uicp://intent"
SKIPPED: Final = "skipped"
"""What the chat hears when the person cancels the form."""
FIELD_TYPES: Final = ("text", "textarea", "select")
SIDE: Final = {"type": "integer", "minimum": DEFAULT_LIMITS.window_min, "maximum": 10_000}
WORDS: Final = {"type": "string", "maxLength": 4_000}
LABEL: Final = {"type": "string", "minLength": 1, "maxLength": 200}
FIELD_NAME: Final = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,63}$"}
OPENING: Final = re.compile(r"\{(?=\{)")

TEXT_INTENT: Final = Schema(
    {
        "type": "object",
        "properties": {"text": {"type": "string", "pattern": r"\S"}, "windowId": {"type": "string"}},
        "required": ["text"],
    }
)
ANSWERS: Final = Schema(
    {
        "type": "object",
        "properties": {
            "answers": {"type": "object"},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["answers", "labels"],
    }
)
"""What a form sends: what was entered, by the names of its fields, and their labels."""
FIELD: Final[Object] = {
    "type": "object",
    "properties": {
        "name": FIELD_NAME,
        "label": LABEL,
        "placeholder": WORDS,
        "type": {"type": "string", "default": "text"},
        "options": {"type": "array", "items": LABEL, "maxItems": 100},
        "defaultValue": {"type": "string"},
    },
    "required": ["name", "label"],
}
CLARIFIER: Final = Schema(
    {
        "type": "object",
        "properties": {
            "textPrompt": WORDS,
            "fields": {"type": "array", "items": FIELD, "maxItems": DEFAULT_LIMITS.template_tokens},
            "title": {**LABEL, "default": "Clarify"},
            "description": WORDS,
            "submit": {**LABEL, "default": "Submit"},
            "cancel": {**LABEL, "default": "Cancel"},
            "windowId": {"type": "string", "pattern": "^[^{}]{1,128}$"},
            "width": SIDE,
            "height": SIDE,
        },
    }
)
ANSWER: Final[Object] = {"name": "answer", "label": "Answer", "type": "textarea"}
"""The field of a form that has only a `textPrompt`."""


def merge(last: str | None, text: str) -> str:
    """Return a new chat message: the person's last request with details added, or the text alone."""
    return f"{last}\n\nAdditional details: {text}" if last and last.strip() else text


def check_intent(body: Any) -> Object:
    """Return a checked body with its defaults, or raise a Fault with every mistake. It has a `text`, is a form, or is
    what a form sends: then it has a `text` and the `answers`."""
    body = _parsed(body)
    said = body if isinstance(body, dict) else {}
    asks = [name for name in ("textPrompt", "text_prompt", "fields") if name in said]
    if "text" in said and asks:
        raise Fault.from_issues("invalid_input", [_mixed(asks[0], said["text"])])
    if "text" in said:
        text: Object = TEXT_INTENT.check(body).unwrap()
        return text
    if "answers" in said:
        return _answered(ANSWERS.check(body).unwrap())
    checked = CLARIFIER.check(body)
    issues = list(checked.issues) or list(_form_issues(checked.value))
    if issues:
        raise Fault.from_issues("invalid_input", issues)
    form: Object = checked.value
    return form


def _answered(sent: Object) -> Object:
    answers = {name: sent["answers"].get(name, "") for name in sent["labels"]}
    return {
        "text": "\n".join(f"{label}: {answers[name]}" for name, label in sent["labels"].items()),
        "answers": answers,
    }


def clarifier_batch(body: Object, window: str) -> list[Object]:
    """Return the commands that draw a checked form in a window of its own, or raise a Fault if it is too large."""
    html = _html(body, window)
    if len(html.encode()) > DEFAULT_LIMITS.op_html_bytes:
        expected, received = f"at most {DEFAULT_LIMITS.op_html_bytes} bytes of HTML", f"{len(html.encode())} bytes"
        hint = "Ask for less, or offer fewer options."
        raise Fault("limit", "The form is too large.", pointer="", expected=expected, received=received, hint=hint)
    size: Object = {name: body[name] for name in ("width", "height") if name in body} or {"size": "sm"}
    return [
        {"op": "window.create", "params": {"id": window, "title": body["title"], **size}},
        {"op": "dom.set", "params": {"windowId": window, "target": "#root", "html": html}},
    ]


def _parsed(body: Any) -> Any:
    """Return the object that a model wrote as JSON text; anything else as it is."""
    if isinstance(body, str):
        with suppress(ValueError):
            return loads(body)
    return body


def _mixed(other: str, text: Any) -> Issue:
    message = f"A body has 'text' or asks by a form, and this one has 'text' and {other!r}."
    hint = "Send 'text' alone to add details, or leave it out to show the form."
    return Issue("/text", message, "no 'text' beside 'textPrompt' or 'fields'", brief(text), hint)


def _form_issues(body: Object) -> Iterator[Issue]:
    if not body.get("fields") and not body.get("textPrompt", "").strip():
        expected, hint = "'text', or 'textPrompt', or 'fields', or the last two", "Say what the person is asked."
        yield Issue("", "The body neither says nor asks anything.", expected, brief(body), hint)
    names: dict[str, int] = {}
    for index, field in enumerate(body.get("fields", ())):
        first = names.setdefault(field["name"], index)
        if first != index:
            message = f"The name {field['name']!r} is that of field {first} too."
            yield Issue("/name", message, "a name of its own", field["name"]).below(index).below("fields")
        for issue in _field_issues(field):
            yield issue.below(index).below("fields")


def _field_issues(field: Object) -> Iterator[Issue]:
    kind, options, default = field["type"], field.get("options", []), field.get("defaultValue")
    if kind not in FIELD_TYPES:
        hint = did_you_mean(kind, FIELD_TYPES)
        if kind == "password":
            hint = "A form never asks for secrets: the person stores a credential."
        yield Issue("/type", f"There is no field of type {kind!r}.", one_of(FIELD_TYPES), kind, hint)
    elif kind != "select":
        if options:
            hint = "Make it a select, or leave the options out."
            yield Issue("/options", f"A field of type {kind!r} has no options.", "no options", brief(options), hint)
    elif not options:
        yield Issue("/options", "A select needs options.", "at least one option", brief(options), "List the choices.")
    elif len({*options}) < len(options):
        yield Issue("/options", "An option is listed twice.", "options that differ", brief(options))
    elif default is not None and default not in options:
        message = f"The default {default!r} is not among the options."
        yield Issue("/defaultValue", message, one_of(options), default, did_you_mean(default, options))


def _html(body: Object, window: str) -> str:
    fields = body.get("fields") or [ANSWER]
    sent: Object = {"answers": "{{form}}", "labels": {field["name"]: _literal(field["label"]) for field in fields}}
    kept: Object = {"scope": "workspace", "key": window, "value": "{{form}}"}
    words = "".join(f"<p>{escape(body[name])}</p>" for name in ("description", "textPrompt") if body.get(name))
    submit = f'<button type="submit">{escape(body["submit"])}</button>'
    cancel = (
        f'<button type="button" data-command="{_reply({"text": SKIPPED}, window)}">{escape(body["cancel"])}</button>'
    )
    controls = "".join(map(_labelled, fields))
    reply = _reply(sent, window, {"op": "state.set", "params": kept})
    return f'{words}<form data-command="{reply}">{controls}<p>{submit} {cancel}</p></form>'


def _reply(body: Object, window: str, *first: Object) -> str:
    """Return the `data-command` that sends something to the chat and closes the window, as an attribute."""
    call = {"op": "api.call", "params": {"method": "POST", "url": URL, "body": body}}
    return escape(dumps([*first, call, {"op": "window.close", "params": {"id": window}}]))


def _literal(text: str) -> str:
    """Return text in which no token can be read: a label must not be filled."""
    return OPENING.sub("{ ", text)


def _labelled(field: Object) -> str:
    return f"<p><label>{escape(field['label'])} {_control(field)}</label></p>"


def _control(field: Object) -> str:
    name, default = field["name"], field.get("defaultValue", "")
    hint = f' placeholder="{escape(field["placeholder"])}"' if field.get("placeholder") else ""
    match field["type"]:
        case "textarea":
            return f'<textarea name="{name}"{hint}>\n{escape(default)}</textarea>'
        case "select":
            return f'<select name="{name}">{_options(field)}</select>'
    value = f' value="{escape(default)}"' if default else ""
    return f'<input type="text" name="{name}"{hint}{value}>'


def _options(field: Object) -> str:
    """Return the options of a select. Without a default, none of them is chosen yet."""
    default = field.get("defaultValue")
    shown = "" if default is not None else f'<option value="">{escape(field.get("placeholder") or "Choose…")}</option>'
    return shown + "".join(
        f'<option value="{escape(each)}"{" selected" if each == default else ""}>{escape(each)}</option>'
        for each in field["options"]
    )
