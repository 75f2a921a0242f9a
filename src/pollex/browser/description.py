"""Elements, and the outcomes of calls on them, in words: `Could not click the button “Save”`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import dumps
from ..core.path import pointer
from ..text.clip import on_one_line
from ..text.phrase import phrase, quoted, sentence_case
from .selector import Candidate, parse

ROLES: Final = {
    "textbox": "field", "searchbox": "search box", "spinbutton": "number field", "input": "field", "textarea": "field",
    "combobox": "list", "listbox": "list", "select": "list", "radio": "choice", "menuitem": "menu item",
    "img": "picture", "a": "link", "div": "element", "span": "element", "generic": "element",
}  # fmt: skip
"""The words for an element of a role, or of a tag if it has no role."""
LONGEST: Final = 60
"""The longest selector shown, in letters."""


def outcome_sentence(tool: str, args: Mapping[str, Any], result: Mapping[str, Any] | None) -> str:
    """Return the outcome of a call in words; `result` is None if it is not known."""
    evidence = evidence_of(result)
    words = phrase(_acting_tool(tool, result), _with_labels(args, result), element_words(evidence, args))
    if result is None:
        return f"Began to {words.imperative}"
    return sentence_case(words.past) if result.get("ok") else f"Could not {words.imperative}"


def element_words(evidence: Mapping[str, Any], args: Mapping[str, Any]) -> str:
    """Return the element that was acted on, or as it was asked for if nothing else is known of it."""
    if not evidence:
        return asked_words(args)
    role = str(evidence.get("role") or evidence.get("tag") or "element")
    called = f"the {ROLES.get(role, role)}"
    name = next((evidence[key] for key in ("name", "label", "text", "placeholder") if evidence.get(key)), None)
    if name is not None:
        return f"{called} {quoted(name)}"
    if near := evidence.get("neighbours"):
        return f"{called} beside {quoted(near[0])}"
    return f"{called} {evidence['css']}" if evidence.get("css") else f"{called} without a name"


def asked_words(args: Mapping[str, Any]) -> str:
    """Return the element that the arguments name; a selector that only machines read is described too."""
    given, fallback = args.get("selector", args.get("index")), args.get("fallback")
    if given is None:
        return "" if fallback is None else on_one_line(str(fallback))
    try:
        candidates = parse(given).candidates
    except Fault:
        return on_one_line(given if isinstance(given, str) else dumps(given))
    spoken = next((each for each in candidates if each.kind not in ("css", "xpath", "testid")), None)
    if spoken is None and fallback is not None:
        return f"{fallback}, found by {on_one_line(str(candidates[0]), LONGEST)}"
    return _candidate_words(spoken or candidates[0])


def evidence_of(result: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return a result's evidence of the element that was acted on."""
    found = ((result or {}).get("proof") or {}).get("/selector")
    return found if isinstance(found, Mapping) else {}


def _with_labels(args: Mapping[str, Any], result: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the arguments of a form with the fields that were named by their indices under their labels."""
    fields, proof = args.get("fields"), (result or {}).get("proof")
    if not isinstance(fields, Mapping) or not isinstance(proof, Mapping):
        return args
    known = {key: proof.get(pointer(("fields", key))) for key in fields if isinstance(key, str) and key.isdecimal()}
    labels = {key: _label(each) for key, each in known.items() if isinstance(each, Mapping)}
    return {**args, "fields": {labels.get(key) or key: value for key, value in fields.items()}}


def _label(evidence: Mapping[str, Any]) -> str | None:
    return next((evidence[key] for key in ("label", "name", "placeholder") if evidence.get(key)), None)


def _candidate_words(candidate: Candidate) -> str:
    value = str(candidate.value)
    match candidate.kind:
        case "role":
            return f"the {ROLES.get(value, value)}" + (f" {quoted(candidate.name)}" if candidate.name else "")
        case "text":
            return quoted(value)
        case "label" | "placeholder":
            return f"the field {quoted(value)}"
        case "testid" | "index":
            return f"{'the ' if candidate.kind == 'testid' else ''}element {value}"
    return on_one_line(value)


def _acting_tool(tool: str, result: Mapping[str, Any] | None) -> str:
    """Return the tool that acted: `page.act` reports which one it chose, and on which element."""
    data = (result or {}).get("data")
    did = data.get("did") if isinstance(data, Mapping) else None
    return str(did) if tool == "page.act" and did in ("page.click", "page.hover") and evidence_of(result) else tool
