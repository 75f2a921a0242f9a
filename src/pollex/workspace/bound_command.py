"""Commands that wait in the desk for a click or a submit (`data-command`), and the tokens that are filled then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..core.fault import Fault, Issue
from ..core.json import Object, brief, dumps, loads
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.path import MISSING, ValuePath, dotted, lookup, pointer
from ..core.reference import Reference, read, texts
from ..core.suggest import did_you_mean, one_of
from .envelope import read_envelope, secret_references
from .inner_command import fill_outer, is_inner

TOKENS: Final[dict[str, str]] = {
    "value": "the value of the control",
    "form": "{{form.FIELD}}: a field of the nearest form, by its name",
    "windowId": "the window that the control stands in",
    "componentId": "the component that the control stands in",
}
FILLED: Final = (
    "Nothing else is filled. {{value}} is what was entered or chosen (a row's key), {{form.NAME}} a field of the form "
    "or a cell of the row."
)
INNER: Final = re.compile(r"""data-command\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)
"""A command inside HTML: its tokens belong to it, and are filled when it is used."""


@dataclass(frozen=True, slots=True)
class TokenValues:
    """What the tokens of a command stand for."""

    window: str
    value: Any = MISSING
    form: Mapping[str, Any] = field(default_factory=dict)
    component: Any = MISSING

    def scope(self) -> Object:
        """Return the values by the names of their tokens; those that are not there are left out."""
        named = {"value": self.value, "form": self.form, "windowId": self.window, "componentId": self.component}
        return {name: value for name, value in named.items() if value is not MISSING}


def read_bound_command(given: Any, limits: Limits = DEFAULT_LIMITS) -> list[Object]:
    """Return the batch of a `data-command`, as JSON text or parsed; raise a Fault with everything that is wrong."""
    batch = _parsed(given, limits)
    issues: list[Issue] = []
    for index, envelope in enumerate(batch):
        found: list[Issue] = []
        read_envelope(envelope, limits, found, authoring="{{}}")
        issues += [issue.below(index) for issue in found]
    parts = list(_parts(batch, limits))
    tokens = [part for part in parts if isinstance(part, Reference)]
    issues += [part for part in parts if isinstance(part, Issue)]
    issues += [_unknown(reference) for reference in tokens if reference.root not in TOKENS]
    if len(tokens) > limits.template_tokens:
        message, expected = "There are too many tokens in one command.", f"at most {limits.template_tokens}"
        issues.append(Issue("", message, expected, str(len(tokens)), "Split it over several controls."))
    if issues:
        raise Fault.from_issues("invalid_input", issues[: limits.issues], what="The command")
    return batch


def _parsed(given: Any, limits: Limits) -> list[Object]:
    text = given if isinstance(given, str) else dumps(given)
    if (size := len(text.encode(errors="replace"))) > limits.data_command_bytes:
        message, expected = "The command is too long.", f"at most {limits.data_command_bytes} bytes"
        raise Fault("limit", message, pointer="", expected=expected, received=f"{size} bytes", retry=True)
    try:
        batch = loads(text)
    except ValueError as error:
        hint = "Write the attribute in single quotes, the JSON in double ones, and a ' inside as &#39;."
        message = f"The command is not JSON: {error}."
        raise Fault("invalid_json", message, pointer="", expected="a batch", received=brief(text), hint=hint) from None
    batch = [batch] if isinstance(batch, dict) else batch
    if not isinstance(batch, list) or not batch or len(batch) > limits.batch_ops:
        expected = f"a list of 1 to {limits.batch_ops} envelopes"
        message = "A command is a batch of envelopes."
        raise Fault("invalid_input", message, pointer="", expected=expected, received=brief(batch))
    return batch  # type: ignore[return-value]  # what is no envelope is found when they are read


def _parts(batch: list[Object], limits: Limits) -> Iterator[Reference | Issue]:
    """Yield the tokens of a batch, and what stands in braces and is none."""
    for path, text in texts(batch, "{{}}", limits.depth):
        parsed = read(INNER.sub("", text) if _is_html(path) else text, "{{}}", pointer(path))
        yield from (part for part in parsed.parts if isinstance(part, Reference))
        yield from parsed.malformed


def _is_html(path: ValuePath) -> bool:
    return len(path) == 3 and path[1:] == ("params", "html")


def _unknown(reference: Reference) -> Issue:
    hint = did_you_mean(reference.root, TOKENS) or FILLED
    message = f"There is no token {reference.written!r}."
    expected = one_of(["{{value}}", "{{form.FIELD}}", "{{windowId}}", "{{componentId}}"])
    return Issue(reference.pointer, message, expected, reference.written, hint)


def fill_tokens(batch: list[Object], values: TokenValues, limits: Limits = DEFAULT_LIMITS) -> list[Object]:
    """Return the batch with its tokens filled, once. Values in HTML are escaped. A missing value is a Fault."""
    scope, issues = values.scope(), list[Issue]()

    def filled(value: Any, path: ValuePath) -> Any:
        if isinstance(value, dict):
            return {name: filled(each, (*path, name)) for name, each in value.items()}
        if isinstance(value, list):
            return [filled(each, (*path, index)) for index, each in enumerate(value)]
        if not isinstance(value, str) or "{{" not in value:
            return value
        if is_inner(path):
            is_html = path[-2:] == ("params", "html")
            kept = is_html and INNER.search(value) is not None
            return value if kept else fill_outer(value, scope, _as_markup if is_html else _as_text)
        if _is_html(path):
            issues.extend(_secrets(INNER.sub("", value), path, scope, limits))
            return _filled_html(value, path, scope, issues)
        return _filled_text(value, path, scope, issues)

    made: list[Object] = filled([_in_window(envelope, values.window) for envelope in batch], ())
    issues += [each.below("headers").below("params").below(index) for index, each in _headers(made, limits)]
    if issues:
        raise Fault.from_issues("unknown_reference", issues[: limits.issues], what="The command")
    return made


def _headers(batch: list[Object], limits: Limits) -> Iterator[tuple[int, Issue]]:
    """Yield an issue for each reference to a secret that what a person entered has made in headers."""
    for index, envelope in enumerate(batch):
        params = envelope.get("params")
        headers = params.get("headers") if isinstance(params, dict) else None
        yield from ((index, issue) for issue in secret_references(headers, limits))


def _in_window(envelope: Object, window: str) -> Object:
    """Return an envelope whose state is that of the window around the control, where it names none."""
    params = envelope.get("params")
    if "windowId" in envelope or not isinstance(params, dict):
        return envelope
    into = params.get("into")
    if isinstance(into, dict) and _lacks_window(into):
        params = {**params, "into": {**into, "windowId": window}}
    if _lacks_window(params):
        params = {**params, "windowId": window}
    return {**envelope, "params": params}


def _lacks_window(state: Object) -> bool:
    return state.get("scope") == "window" and not state.keys() & {"windowId", "window_id"}


def _secrets(html: str, path: ValuePath, scope: Object, limits: Limits) -> list[Issue]:
    """Return an issue for each reference to a secret that filled HTML would show."""
    shown = _as_text(_filled_text(html, path, scope, []))
    return [replace(issue, pointer=pointer(path)) for issue in secret_references(shown, limits)]


def _filled_text(text: str, path: ValuePath, scope: Object, issues: list[Issue]) -> Any:
    parts = [part for part in read(text, "{{}}", pointer(path)).parts if part != ""]
    found = [part if isinstance(part, str) else _value(part, scope, issues) for part in parts]
    return found[0] if len(found) == 1 else "".join(map(_as_text, found))


def _filled_html(html: str, path: ValuePath, scope: Object, issues: list[Issue]) -> str:
    made, end = "", 0
    for inner in INNER.finditer(html):
        made += _filled_markup(html[end : inner.start()], path, scope, issues) + inner[0]
        end = inner.end()
    return made + _filled_markup(html[end:], path, scope, issues)


def _filled_markup(html: str, path: ValuePath, scope: Object, issues: list[Issue]) -> str:
    parts = read(html, "{{}}", pointer(path)).parts
    return "".join(part if isinstance(part, str) else _escaped(_as_text(_value(part, scope, issues))) for part in parts)


def _escaped(text: str) -> str:
    """Return text that is text wherever it stands in HTML, also in an attribute without quotes."""
    return "".join(each if each.isalnum() else f"&#{ord(each)};" for each in text)


def _as_markup(value: Any) -> str:
    return _escaped(_as_text(value))


def _value(reference: Reference, scope: Object, issues: list[Issue]) -> Any:
    found = lookup(scope, reference.path)
    if found is MISSING:
        form = scope["form"]
        known = [f"form.{name}" for name in form] if reference.root == "form" else list(scope)
        message = f"There is no value for {reference.written!r}."
        hint = did_you_mean(dotted(reference.path), known) or "Give the field this name, or leave the token out."
        issues.append(Issue(reference.pointer, message, one_of(known), "nothing", hint))
        return ""
    return found


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else dumps(value)
