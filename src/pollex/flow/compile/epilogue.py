"""What a workflow only tells after its last deed: where that cannot be read, the deed is done all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .node_draft import NodeDraft, tolerated
from .notes import CompileNotes
from .outputs import Output
from .parametrizer import SECRET, references_in
from .recording import RecordedAction, Recording

LEADING: Final = frozenset(
    {"page.navigate", "page.open_tab", "page.switch_tab", "page.back", "page.wait", "page.scroll"}
)
"""What only leads to where something is read."""


def last_deed(acts: Sequence[RecordedAction], recording: Recording) -> RecordedAction | None:
    """The last action that changed something for others; a login does not, nor does a task that only asks."""
    typed = {act.url for act in acts if SECRET.search(str(act.args.get("text", "")))}
    deeds = [act for act in acts if act.sent and act.tool != "page.type" and act.url not in typed]
    return deeds[-1] if deeds and not recording.read_only else None


def with_epilogue(
    drafts: list[NodeDraft],
    outputs: list[Output],
    acts: Sequence[RecordedAction],
    deed: RecordedAction | None,
    notes: CompileNotes,
) -> tuple[list[NodeDraft], list[Output]]:
    """The nodes, those behind the last deed that only read in a group that may fail; and the outputs that then lack."""
    after = [draft for draft in drafts if deed is not None and draft.at > deed.at]
    named = {name for draft in after for name in _aliases(draft)}
    affected = [each for each in outputs if named & {part.root for part in references_in(each.value)}]
    if deed is None or not affected or not _only_leads(acts, deed):
        return drafts, outputs
    notes.add("What is read after the last deed may be missing: the workflow says so and does not fail.")
    kept = [draft for draft in drafts if draft.at <= deed.at]
    group = tolerated(after, "What is told at the end")
    return [*kept, group], [replace(each, required=False) if each in affected else each for each in outputs]


def _only_leads(acts: Sequence[RecordedAction], deed: RecordedAction) -> bool:
    after = [act for act in acts if act.at > deed.at and (act.element is not None or act.tool in LEADING)]
    return all(act.tool in LEADING or act.went for act in after)


def _aliases(draft: NodeDraft) -> set[str]:
    own = {draft.alias} if draft.alias else set()
    return own.union(*(_aliases(each) for each in draft.inside))
