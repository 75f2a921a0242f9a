"""Reads after the last change of a workflow: they may fail without failing the run, since the change is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .node_draft import NodeDraft, tolerated
from .notes import CompileNotes
from .optional import is_banner
from .outputs import WorkflowOutput
from .parametrizer import SECRET, references_in
from .recording import RecordedAction, Recording

LEADING: Final = frozenset(
    {"page.navigate", "page.open_tab", "page.switch_tab", "page.back", "page.wait", "page.scroll"}
)
"""Tools that only lead to what is read."""


def last_change(acts: Sequence[RecordedAction], recording: Recording) -> RecordedAction | None:
    """Return the last action that changed something on the site; a login does not, nor does a task that only asks."""
    typed = {act.url for act in acts if SECRET.search(str(act.args.get("text", "")))}
    sent = [act for act in acts if (act.sent or act.effects) and act.tool != "page.type" and act.url not in typed]
    deeds = [act for act in sent if not is_banner(act)]
    return deeds[-1] if deeds and not recording.read_only else None


def with_epilogue(
    drafts: list[NodeDraft],
    outputs: list[WorkflowOutput],
    acts: Sequence[RecordedAction],
    change: RecordedAction | None,
    notes: CompileNotes,
) -> tuple[list[NodeDraft], list[WorkflowOutput]]:
    """Put the reads after the last change into a group that may fail, and make their outputs optional."""
    after = [draft for draft in drafts if change is not None and draft.at > change.at]
    named = {name for draft in after for name in _aliases(draft)}
    affected = [each for each in outputs if named & {part.root for part in references_in(each.value)}]
    if change is None or not affected or not _only_leads(acts, change):
        return drafts, outputs
    notes.add("What is read after the last deed may be missing: the workflow says so and does not fail.")
    kept = [draft for draft in drafts if draft.at <= change.at]
    group = tolerated(after, "What is told at the end")
    return [*kept, group], [replace(each, required=False) if each in affected else each for each in outputs]


def _only_leads(acts: Sequence[RecordedAction], change: RecordedAction) -> bool:
    after = [act for act in acts if act.at > change.at and (act.element is not None or act.tool in LEADING)]
    return all(act.tool in LEADING or act.navigated for act in after)


def _aliases(draft: NodeDraft) -> set[str]:
    own = {draft.alias} if draft.alias else set()
    return own.union(*(_aliases(each) for each in draft.inside))
