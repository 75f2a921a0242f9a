"""Loads a workflow from a file or a document, with the workflows that it calls and all mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..core.domain import in_domain
from ..core.fault import Fault, Issue
from ..core.json import Object, brief
from ..core.json_file import read_json
from ..core.schema import Schema
from .check import check
from .definition import CheckOptions, WorkflowDefinition

NOTHING: Final = CheckOptions()
Loaded: TypeAlias = tuple[Object, Path | None, Mapping[str, WorkflowDefinition], list[Issue]]


def load(path: Path, known: CheckOptions = NOTHING, above: tuple[Path, ...] = ()) -> Loaded:
    """Return the document of a file, its folder, the workflows that it calls, and all mistakes."""
    try:
        text = path.read_bytes()
    except OSError as error:
        message = f"The workflow {str(path)!r} cannot be read: {error.strerror or error}."
        raise Fault("not_found", message, received=str(path), hint="Give the path of a .workflow.json file.") from error
    return read(read_json(text, str(path)), path.parent, known, (*above, path.resolve()))


def read(document: Any, folder: Path | None, known: CheckOptions = NOTHING, above: tuple[Path, ...] = ()) -> Loaded:
    called: dict[str, WorkflowDefinition] = {}
    found: list[Issue] = []
    for at, node in _calls(document):
        named = node["config"]["workflow"]
        pointer = f"/nodes/{at}/config/workflow"
        try:
            inner, inner_folder, inner_called, mistakes = _called(named, folder, known, above)
        except Fault as fault:
            found.append(Issue(pointer, fault.message, "the path of a workflow", brief(named), fault.hint))
            continue
        found += [replace(issue, file=issue.file or named) for issue in mistakes]
        if not mistakes:
            called[named] = WorkflowDefinition(inner, inner_folder, inner_called)
            found += _inputs(node, at, called[named]) + _domains(document, pointer, called[named])
    outputs = {
        name: Schema.from_parameters(each.outputs).document if each.outputs else None for name, each in called.items()
    }
    checked, issues = check(document, replace(known, called=outputs))
    return checked, folder, called, [*issues, *found]


def _calls(document: Any) -> list[tuple[int, Object]]:
    """Return the nodes that call another workflow."""
    nodes = document.get("nodes") if isinstance(document, dict) else None
    return [
        (at, node)
        for at, node in enumerate(nodes if isinstance(nodes, list) else ())
        if isinstance(node, dict)
        and node.get("type") == "workflow"
        and isinstance(node.get("config"), dict)
        and isinstance(node["config"].get("workflow"), str)
    ]


def _called(named: str, folder: Path | None, known: CheckOptions, above: tuple[Path, ...]) -> Loaded:
    if folder is None:
        hint = "Save it as a file beside the one that it calls."
        raise Fault("not_found", f"{named!r} cannot be found: this workflow is in no folder.", hint=hint)
    path = (folder / named).resolve()
    if path in above:
        way = " → ".join(each.name for each in (*above[above.index(path) :], path))
        raise Fault("invalid_input", f"The workflows call each other for ever: {way}.", hint="Break the circle.")
    return load(path, known, above)


def _inputs(node: Object, at: int, workflow: WorkflowDefinition) -> list[Issue]:
    """Check the inputs that a node gives to the workflow that it calls."""
    given = node["config"].get("inputs", {})
    found = workflow.inputs.check(given, authoring="{{}}").issues if isinstance(given, dict) else ()
    return [replace(issue, pointer=f"/nodes/{at}/config/inputs{issue.pointer}") for issue in found]


def _domains(document: Object, pointer: str, workflow: WorkflowDefinition) -> list[Issue]:
    """Check that the calling workflow allows the domains of the one that it calls."""
    if workflow.domains is None:
        return []
    allowed = [str(each) for each in document.get("allowedDomains", [])]
    missing = [each for each in workflow.domains if not any(in_domain(each, one) for one in allowed)]
    if not missing:
        return []
    message = f"The workflow that is called may reach {', '.join(workflow.domains)} only; this one does not say so."
    hint = f"Add {', '.join(map(repr, missing))} to 'allowedDomains'."
    return [Issue(pointer, message, "the domains of both in 'allowedDomains'", ", ".join(allowed) or "nothing", hint)]
