"""The end of a run: its last change, what the page said of it, where it led; a workflow proves and tells that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from . import address
from . import postconditions as conditions
from .inputs import Input
from .names import UniqueNames, slug
from .node_draft import NodeDraft, validate
from .notes import CompileNotes, phrase_of
from .notices import LONGEST, Notice, notice_of, outputs_of_notice
from .outputs import WorkflowOutput
from .parametrizer import Parametrizer
from .reads import LOOKS, READS
from .recording import RecordedAction, Recording
from .sent import sent_inputs


@dataclass(frozen=True, slots=True)
class RunEnd:
    """What the run did at last. `acts` are those that the workflow performs."""

    recording: Recording
    acts: Sequence[RecordedAction]
    change: RecordedAction | None
    inputs: Parametrizer
    names: UniqueNames
    notes: CompileNotes

    @property
    def notice(self) -> Notice | None:
        return notice_of(self.change, self.recording.acts)

    def outputs(self, known: Sequence[WorkflowOutput], inputs: Sequence[Input]) -> list[WorkflowOutput]:
        """Return outputs of what the last change made and, for a run without values, of what it sent."""
        notice = self.notice
        told = [] if notice is None else outputs_of_notice(notice, self.inputs, self.names, known)
        if self.change is None or self.recording.values:
            return told
        named = {each.name for each in (*known, *told)}
        sent = [each for each in sent_inputs(self.change, self.recording.acts, inputs) if each.name not in named]
        return [*told, *(WorkflowOutput(each.name, each.known.template, each.value) for each in sent)]

    @property
    def last(self) -> RecordedAction | None:
        """The last action that tells its address."""
        return next((act for act in reversed(self.acts) if act.url_after), None)

    def checked(self, drafts: list[NodeDraft], contents: Sequence[str], here: Parametrizer) -> list[NodeDraft]:
        """Append a check that the workflow has arrived; a rule that held before does not count."""
        notice, change = self.notice, self.change
        if notice is not None and (rules := notice.rules()):
            return [*drafts, validate(rules, f"After {phrase_of(notice.change)}.", notice.change.at)]
        last = self.last
        if last is None or any(draft.is_check and draft.at == last.at for draft in drafts):
            return drafts
        rules = [] if last.sent else conditions.after(last, here, contents)
        if not rules:
            begun = self.acts[0].url_after
            where = address.rule(last.url_after, [each.value for each in self.inputs.known], begun)
            earlier = [begun, last.url, *([] if change is None else [change.url])]
            came = where is not None and address.path(last.url_after) not in map(address.path, earlier)
            rules = [where] if where and came and not any(address.holds_at(where, url) for url in earlier) else []
        if rules:
            return [*drafts, validate(rules, "Where it ends.", last.at)]
        proving = [draft for draft in drafts if draft.is_check or draft.taken]
        if change is not None and not any(draft.at >= change.at for draft in proving):
            self.notes.doubt(
                f"Nothing that the page showed tells that {phrase_of(change)} was done; it is not checked."
            )
        return drafts

    def confirmed(self, drafts: Sequence[NodeDraft]) -> tuple[list[NodeDraft], list[WorkflowOutput]]:
        """Return the nodes and, as outputs, what the last change proved: what appeared, and where it led."""
        change = self.change or self._press()
        if change is None:
            return [*drafts], []
        proved = {"confirmation": "appeared", "address": "url" if change.navigated else ""}
        told = {name: field for name, field in proved.items() if change.data_field(field)}
        fitting = (at for at, draft in enumerate(drafts) if draft.at == change.at and not draft.is_check)
        place = next((at for at in fitting if drafts[at].taken or self.change is None), None)
        if place is None or not told:
            return [*drafts], []
        alias = drafts[place].alias or self.names.take(
            slug(change.element.name or "" if change.element else "", "done")
        )
        self.notes.add(f"Made outputs of what {phrase_of(change)} proved: {', '.join(told)}.")
        made = [*drafts[:place], replace(drafts[place], alias=alias), *drafts[place + 1 :]]
        return made, [
            WorkflowOutput(self.names.take(name), f"{{{{{alias}.{field}}}}}", change.data_field(field), required=False)
            for name, field in told.items()
        ]

    def _press(self) -> RecordedAction | None:
        """Return the press of a button at the end that sent nothing, and after which a page without a server said it.

        In a task that only asks, a press shows more of what is read.
        """
        last = next((act for act in reversed(self.acts) if act.tool not in LOOKS | READS), None)
        if last is None or last.element is None or self.recording.read_only or last.navigated:
            return None
        appeared = [str(each) for each in last.data_field("appeared") or ()]
        is_notice = len(appeared) == 1 and len(appeared[0]) <= LONGEST
        is_press = last.tool == "page.click" and last.element.role == "button"
        return last if is_press and is_notice else None


def parametrized(drafts: Sequence[NodeDraft], inputs: Parametrizer) -> list[NodeDraft]:
    """Return the nodes that make outputs, with inputs in the words around an excerpt."""

    def text(name: str, value: str) -> str:
        return inputs.text(value) if name in ("before", "after") and "{{" not in value else value

    return [
        replace(draft, config={**draft.config, "args": {name: text(name, each) for name, each in args.items()}})
        if draft.config.get("tool") == "excerpt" and (args := draft.config["args"])
        else draft
        for draft in drafts
    ]
