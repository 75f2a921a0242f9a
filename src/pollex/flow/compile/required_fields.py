"""Required fields of a read: those that nothing uses may be null in later runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...core.json import Object
from .node_draft import NodeDraft
from .outputs import WorkflowOutput
from .parametrizer import references_in


def with_required_fields(drafts: Sequence[NodeDraft], outputs: Sequence[WorkflowOutput]) -> list[NodeDraft]:
    """Return the nodes in which every field may be null that no node and no output uses."""
    if any(isinstance(each.sample, dict | list) and not each.nodes for each in outputs):
        return list(drafts)  # whole rows are given
    used = {name for draft in drafts for name in _names(draft)} | set(_referred([each.value for each in outputs]))
    return [_relaxed(draft, used) for draft in drafts]


def _names(draft: NodeDraft) -> Iterator[str]:
    """Yield the fields that a node uses, by reference or in a computation."""
    yield from _referred(draft.config)
    args = draft.config.get("args")
    if isinstance(args, dict) and draft.config.get("tool") == "aggregate":
        give = args.get("give") or []
        yield from [give] if isinstance(give, str) else give
        if "by" in args:
            yield str(args["by"])
        yield from (str(test["field"]) for test in args.get("where", ()) if "field" in test)
    for inner in draft.inside:
        yield from _names(inner)


def _referred(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (str(step) for each in references_in(value) for step in each.path)
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _referred(each)


def _relaxed(draft: NodeDraft, used: set[str]) -> NodeDraft:
    inside = tuple(_relaxed(each, used) for each in draft.inside)
    if draft.alias is None or "schema" not in draft.config:
        return replace(draft, inside=inside)
    return replace(draft, inside=inside, config={**draft.config, "schema": _optional(draft.config["schema"], used)})


def _optional(schema: Any, used: set[str]) -> Any:
    """Return a schema in which fields of rows that are not used may be null: required, they still tell lists apart."""
    if not isinstance(schema, dict):
        return schema
    made: Object = dict(schema)
    if isinstance(rows := made.get("items"), dict) and isinstance(rows.get("properties"), dict):
        fields = {name: each if name in used else _nullable(each) for name, each in rows["properties"].items()}
        made["items"] = {**rows, "properties": fields}
    if isinstance(made.get("properties"), dict):
        made["properties"] = {name: _optional(each, used) for name, each in made["properties"].items()}
    return made


def _nullable(schema: Any) -> Any:
    if not isinstance(schema, dict) or not isinstance(kind := schema.get("type"), str) or "enum" in schema:
        return schema
    return {**schema, "type": [kind, "null"]}
