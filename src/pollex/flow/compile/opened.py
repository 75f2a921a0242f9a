"""What the run opened by its link and then acted on: the workflow tells how the link is called that it opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...text.words import folded
from .names import UniqueNames, slug
from .node_draft import NodeDraft, tolerated, tool
from .origins import LAST
from .outputs import WorkflowOutput
from .parametrizer import NamedValue, typed_text
from .recording import RecordedAction, Recording

ITEM: Final = "item"
"""The name of what was acted on, where no answer names it."""


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link that led to what was acted on, and the part of the answer that it names."""

    act: RecordedAction
    part: str
    name: str

    def told(
        self, drafts: Sequence[NodeDraft], outputs: Sequence[WorkflowOutput], names: UniqueNames
    ) -> tuple[list[NodeDraft], list[WorkflowOutput]]:
        """Return the nodes and outputs with the name of the link that the workflow opens; it may be missing."""
        called = slug(self.part, ITEM)
        place = next((at for at, draft in enumerate(drafts) if draft.at == self.act.at and _clicks(draft)), None)
        if place is None or called in {each.name for each in outputs}:
            return [*drafts], [*outputs]
        alias, excerpt = names.take("opened"), names.take(f"opened_{called}")
        known = self.act.element
        before = f"{known.role if known else None} "
        look = tool("excerpt", {"text": f"{{{{{alias}.hit}}}}", "before": before}, at=LAST, alias=excerpt)
        made = [*drafts[:place], replace(drafts[place], alias=alias), *drafts[place + 1 :]]
        told = WorkflowOutput(called, f"{{{{{excerpt}.value}}}}", self.name, required=False)
        return [*made, tolerated([look], "What was opened")], [*outputs, told]


def opened_link(
    acts: Sequence[RecordedAction], change: RecordedAction | None, recording: Recording
) -> OpenedLink | None:
    """Return the last link whose name the answer gives or that stands near what was changed behind it."""
    values = recording.values if isinstance(recording.values, dict) else {}
    parts = {folded(typed_text(each)): str(name) for name, each in values.items() if isinstance(each, str)}
    near = [] if change is None or change.element is None or values else change.element.neighbours
    for act in reversed([each for each in acts if change is not None and each.at < change.at]):
        if (name := _link(act)) is None:
            continue
        part = parts.get(folded(name)) or (ITEM if folded(name) in map(folded, near) else None)
        if part is not None:
            return OpenedLink(act, part, name)
    return None


def _link(act: RecordedAction) -> str | None:
    """Return the name of a link that was followed, where the result of the click tells all of it."""
    known = act.element
    if known is None or act.tool != "page.click" or not act.navigated or not known.name:
        return None
    is_told = act.data_field("hit") == f"{known.role} {known.name}"
    return known.name if is_told and NamedValue(known.name, "").is_distinctive else None


def _clicks(draft: NodeDraft) -> bool:
    return draft.type == "browser_action" and draft.config.get("action") == "click" and draft.alias is None
