"""Builds the workflow of a recorded run: chooses the actions that count, and translates them into nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from ...core.json import Object
from ..expected import is_nothing
from . import address
from . import postconditions as conditions
from .choice import with_choices
from .ending import RunEnd, parametrized
from .epilogue import last_change, with_epilogue
from .inputs import Input, inputs_of, values_of
from .late_saves import awaited_saves
from .loops import Loops
from .marks import with_marks
from .names import UniqueNames
from .node_draft import NodeDraft, numbered, optional, read_again, tool, validate
from .notes import CompileNotes, phrase_of
from .opened import opened_link
from .optional import conditions as conditions_in
from .optional import is_banner, is_conditional
from .outputs import WorkflowOutput, outputs_of
from .pagination import loaded_more, paged, scrolled
from .parametrizer import SECRET, Parametrizer, scalars, typed_text
from .prune import pruned
from .reads import LOOKS, READS
from .recording import RecordedAction, Recording
from .required_fields import with_required_fields
from .rows import with_first_rows, with_row_texts
from .sources import Sources
from .taken import taken_figures, tell, with_excerpts
from .translator import Translator
from .usage import mark_uses

if TYPE_CHECKING:
    from ...core.registry import Tools

SHORT: Final = 200
LOGIN: Final = "login"
WAITED: Final = frozenset({"text", "url", "selector", "says", "quiet"})
"""What a wait may be for, but for time alone."""
TYPED: Final = 1_000
"""Milliseconds in which a page asks for what was typed."""
PAGES: Final = re.compile(r"\b(?:[a-z]+|\d+) pages\b", re.IGNORECASE)
PICTURES: Final = re.compile(r"\b(screenshots?|pictures?|photos?|pdf|print)\b", re.IGNORECASE)


class WorkflowBuilder:
    """Builds the document of a workflow from one recording."""

    def __init__(self, recording: Recording, notes: CompileNotes, tools: Tools | None) -> None:
        acts, self.pages = paged(recording.acts, READS)
        chosen = with_choices(acts, recording.task, notes)
        self.recording = replace(recording, acts=tuple(with_excerpts(chosen, recording.task)))
        self.notes = notes
        self.names = UniqueNames()
        self.base = _base(recording)
        if self.base:
            self.names.take("base")
        self.reads = READS | _reading_tools(recording, tools)
        self.sources = Sources(self.recording.acts, self.names, self.reads, recording.task)
        self.read_again: dict[int, Any] = {}
        """What the run read, by the position of the node that reads it again."""

    def document(self, name: str) -> Object:
        acts = self._acts()
        self.saved_late = awaited_saves(acts)
        fixed, by_hand = self._fixed(acts), self.recording.by_hand
        made = inputs_of(acts, self.recording.task, self.sources, self.names, by_hand=by_hand, fixed=fixed)
        valued = [each for each in made.inputs if each.kind != "secret"]
        opened = opened_link(acts, last_change(acts, self.recording), self.recording)
        outputs = outputs_of(self.recording, self.sources, valued, self.notes, None if opened is None else opened.part)
        self._tell_inputs(made.inputs)
        if self.recording.cut:
            cut = self.recording.cut.rstrip(".")
            self.notes.doubt(f"{cut}; what it still had to do is not in the workflow.")
        for each in self.recording.unproven:
            self.notes.doubt(f"The run did not prove it: {each}.")
        for condition in conditions_in(self.recording.task):
            self.notes.doubt(f"The task says “{condition}”; the workflow does what the run did then.")
        if self.recording.paused:
            self.notes.doubt("The run was paused; what a person did in the browser meanwhile is not in the workflow.")
        self.translator = Translator(self.sources, self.notes, self.base, made)
        self.inputs = Parametrizer(tuple(each.known for each in valued))
        drafts, walked = self._drafts(acts)
        self._doubt_each(drafts)
        change = last_change(walked, self.recording)
        ending = RunEnd(self.recording, walked, change, self.inputs, self.names, self.notes)
        outputs += ending.outputs(outputs, valued)
        here = self._parametrizer(ending.last) if ending.last is not None else self.inputs
        drafts = [
            *self._gathering(),
            *ending.checked(self._needed(drafts), self.contents, here),
            *parametrized([node for each in outputs for node in each.nodes], self.inputs),
        ]
        drafts, outputs = with_epilogue(with_required_fields(drafts, outputs), outputs, walked, change, self.notes)
        if not outputs or change is None:
            drafts, confirmed = ending.confirmed(drafts)
            outputs += confirmed
        if opened is not None:
            drafts, outputs = opened.told(drafts, outputs, self.names)
        unused = [
            act for act in self.recording.acts if act.ok and not self._counts(act) and not self.sources.is_used(act)
        ]
        for asked in (act.args["question"] for act in unused if act.tool == "ask"):
            self.notes.doubt(f"The run asked “{asked}”; the workflow does what it did after the answer.")
        looks = [act for act in unused if act.tool != "ask"]
        if looks:
            what = "1 look" if len(looks) == 1 else f"{len(looks)} looks"
            self.notes.add(f"Left out {what} at the page that nothing depends on.")
        return self._file(name, made.inputs, outputs, drafts)

    def _fixed(self, acts: Sequence[RecordedAction]) -> list[str]:
        """Return the values that decided a figure which the workflow cannot find out again."""
        task = self.recording.task
        taken = [] if self.recording.by_hand else taken_figures(acts, self.recording.acts, task, self.sources)
        deciding = [act for act in acts if any(each.depends_on(act.at) for each in taken)]
        fixed = [typed_text(each.value) for act in deciding if not act.private for each in values_of(act, task)]
        fixed = [each for each in fixed if not SECRET.search(each)]
        tell(taken, fixed, self.notes)
        return fixed

    def _acts(self) -> list[RecordedAction]:
        """Return the actions that count and the reads that are used, in order."""
        outputs_of(self.recording, self.sources, [], CompileNotes())
        mark_uses(self.recording.acts, self.recording.task, self.sources, self.notes)
        used = [act for act in self.sources.acts if self.sources.is_used(act)]
        acts = [each for act in self.recording.acts for each in self._turned(act)]
        doing = [act for act in acts if act in used or self._counts(act)]
        begun = [self._start(), *doing] if self._lacks_start(doing) else doing
        return with_row_texts(with_first_rows(scrolled(pruned(begun, self.recording.task, self.notes))))

    def _turned(self, act: RecordedAction) -> list[RecordedAction]:
        """Return a list over several pages as one read where it is used, else the actions that turned its pages."""
        if act.at not in self.pages:
            return [act]
        if not self.sources.is_used(act):
            return self.pages[act.at]
        count = len(self.pages[act.at]) // 2 + 1
        self.notes.add(f"Read {count} pages of one list; the workflow reads all that there are.")
        if PAGES.search(self.recording.task):
            self.notes.doubt(f"The task speaks of pages, and the run read {count}; the workflow reads all.")
        return [act]

    def _counts(self, act: RecordedAction) -> bool:
        match act.tool:
            case "page.screenshot" | "page.pdf":
                return bool(PICTURES.search(self.recording.task))
            case "page.scroll":
                return self._loads_more(act)
            case "page.wait":
                return bool(WAITED & act.args.keys()) or self._is_before_read(act) or self._is_after_typing(act)
        return act.tool not in LOOKS and act.tool not in self.reads

    def _loads_more(self, act: RecordedAction) -> bool:
        """Whether scrolling brought more of the page; else it is not needed, since actions scroll by themselves.

        A list that scrolls in a box of its own may have only the rows that it shows.
        """
        scrolls = [each for each in self.recording.acts if each.ok and each.tool == "page.scroll"]
        same = [each for each in scrolls if each.url_after == act.url_after]
        in_box = bool({"selector", "index"} & act.args.keys() and act.data_field("moved"))
        return in_box or loaded_more(same)

    def _is_before_read(self, act: RecordedAction) -> bool:
        """Whether it only waited for a time, before a read that is used."""
        after = next((each for each in self.recording.acts if each.at > act.at and each.tool not in LOOKS), None)
        return after is not None and self.sources.is_used(after)

    def _is_after_typing(self, act: RecordedAction) -> bool:
        """Whether it only waited for a time, for what the page does a moment after something was typed."""
        before = [each for each in self.recording.acts if each.ok and each.at < act.at and each.tool not in LOOKS]
        return bool(before) and before[-1].tool == "page.type"

    def _lacks_start(self, acts: Sequence[RecordedAction]) -> bool:
        return self.recording.url is not None and (not acts or acts[0].tool not in ("page.navigate", "page.open_tab"))

    def _start(self) -> RecordedAction:
        url = self.recording.url or ""
        return RecordedAction("/0/1", "page.navigate", {"url": url}, data={"url": url}, at=-1)

    @cached_property
    def contents(self) -> list[str]:
        """Short texts that were read as data, and may differ in the next run."""
        texts = [value for act in self.sources.acts for _, value in scalars(act.data) if isinstance(value, str)]
        return [text for text in texts if len(text) < SHORT][:5_000]

    def _drafts(self, acts: list[RecordedAction]) -> tuple[list[NodeDraft], list[RecordedAction]]:
        """Return the nodes, and the actions that they perform."""
        drafts, walked = list[NodeDraft](), list[RecordedAction]()
        loops = Loops(acts, self.sources, self._write, self.names, self.notes)
        at = 0
        while at < len(acts):
            act = acts[at]
            parametrizer = self._parametrizer(act)
            mark = self.notes.mark()
            loop = loops.at(at, parametrizer)
            if loop is None:
                self.notes.rollback(mark)
                drafts += self._write(act, parametrizer)
                walked.append(act)
                at += 1
                continue
            if loop.source.act not in acts:
                drafts = self._with_read(drafts, loop.source.act)
            drafts.append(loop.draft)
            walked += [*acts[at : loop.end], *loop.left_out]
            at = loop.end
        return drafts, walked

    def _doubt_each(self, drafts: Sequence[NodeDraft]) -> None:
        """Note a doubt where the task says "each" and the workflow has no loop for it."""
        each = re.findall(r"\b(?:each|every)\b", self.recording.task, re.IGNORECASE)
        if len(each) > sum(draft.type == "iterate" for draft in drafts) and self._did_several():
            self.notes.doubt(f"The task says “{each[-1]}”; what the run did one by one, the workflow does to the same.")

    def _did_several(self) -> bool:
        tools = [act.tool for act in self.recording.acts if act.ok and self._counts(act)]
        return any(tools.count(tool) > 1 for tool in tools)

    def _needed(self, drafts: Sequence[NodeDraft]) -> list[NodeDraft]:
        """Return the nodes; a read that found something in the run has to find something again."""
        found = {act.at for act in self.sources.acts if act.tool != "ask" and not is_nothing(act.data)}
        return [
            replace(
                draft, needed=draft.alias is not None and draft.at in found, inside=tuple(self._needed(draft.inside))
            )
            for draft in drafts
        ]

    def _gathering(self) -> list[NodeDraft]:
        """Return nodes that set the collecting variables to empty lists."""
        return [NodeDraft("context", {"operation": "set", "key": key, "value": []}) for key in self.sources.gathered]

    def _parametrizer(self, act: RecordedAction) -> Parametrizer:
        return self.inputs.with_(self.sources.known(act.at))

    def _with_read(self, drafts: list[NodeDraft], act: RecordedAction) -> list[NodeDraft]:
        """Insert a read that only a loop uses, with the reads that it is computed from."""
        rows = self.sources.rows_of(act) if act.tool == "aggregate" else None
        for place in rows or ():
            self.sources.refer(place)
            if not any(draft.at == place.act.at for draft in drafts):
                drafts = self._with_read(drafts, place.act)
        made = self.translator.nodes(act, self._parametrizer(act))
        before = [draft for draft in drafts if draft.at < act.at]
        return [*before, *made, *drafts[len(before) :]]

    def _write(self, act: RecordedAction, parametrizer: Parametrizer) -> list[NodeDraft]:
        """Return the nodes of one action, with its postconditions."""
        if act.tool == "page.wait" and not WAITED & act.args.keys():
            if self._is_after_typing(act):
                self.notes.add("The run waited after it typed; the workflow waits for what the page loads then.")
                return [tool("page.wait", {"quiet": True, "duration": TYPED}, at=act.at)]
            self.notes.doubt("The run waited for a time before it read; the workflow waits until nothing is loaded.")
            return [tool("page.wait", {"quiet": True}, at=act.at)]
        nodes = self.translator.nodes(act, parametrizer)
        if is_banner(act):
            self.notes.add(f"Made {phrase_of(act)} optional: it is done only where it is there.")
            return optional(nodes[-1], self.names.take("banner"), "Whether something is in the way.")
        if act.tool != LOGIN:  # who is logged in already sends nothing
            nodes[0] = replace(nodes[0], taken=(act.sent or act.at in self.saved_late) and act.taken)
        if is_conditional(act, self.recording.acts, self.recording.task):
            self.notes.add(f"Made {phrase_of(act)} depend on whether it is there, as the task says “if”.")
            return optional(nodes[-1], self.names.take("there"), "Whether it is there.")
        rules = conditions.after(act, parametrizer, self.contents) if act.sent and act.tool != "page.type" else []
        if act.data_field("failed"):
            self.notes.doubt(f"After {phrase_of(act)}, requests of the page failed in the run as well.")
        return [*nodes, validate(rules, f"After {phrase_of(act)}.", act.at)] if rules else nodes

    def _tell_inputs(self, inputs: Sequence[Input]) -> None:
        for each in inputs:
            if each.kind == "secret":
                self.notes.add(f"Made an input of “{each.name}”, which has no value: what was typed is not recorded.")
        inputs = [each for each in inputs if each.kind != "secret"]
        if inputs:
            self.notes.add(f"Made inputs of {', '.join(f'“{each.name}” ({each.value!r})' for each in inputs)}.")
        for each in inputs:
            if not each.in_task:
                self.notes.doubt(f"The task does not say {each.value!r}; it is the default of the input “{each.name}”.")

    def _file(
        self, name: str, inputs: Sequence[Input], outputs: Sequence[WorkflowOutput], drafts: Sequence[NodeDraft]
    ) -> Object:
        recording = self.recording
        declared = [each.to_json() for each in inputs]
        if self.base:
            about = "Where the site is."
            declared.append(
                {"display_name": "base", "type": "string", "description": about, "default_value": self.base}
            )
        document: Object = {"name": name, "version": 1, "description": recording.task}
        if declared:
            document["inputs"] = declared
        if outputs:
            document["outputs"] = [each.to_json() for each in outputs]
        if recording.domains is not None:
            document["allowedDomains"] = list(recording.domains)
        else:
            self.notes.doubt("The run was not held to any domains, so the workflow is not either.")
        nodes = numbered(drafts)
        self.read_again = read_again(nodes, drafts, self.sources.acts)
        return {**document, "nodes": with_marks(nodes, self.read_again, self.inputs)}


def _base(recording: Recording) -> str | None:
    """Return the origin of the site, where it is on this machine or network."""
    first = next((act.args.get("url") for act in recording.acts if act.tool == "page.navigate"), recording.url)
    return address.origin(str(first)) if first and "://" in str(first) and address.is_private(str(first)) else None


def _reading_tools(recording: Recording, tools: Tools | None) -> frozenset[str]:
    """Return the tools that only read, except those of the page."""
    named = {act.tool for act in recording.acts if not act.tool.startswith("page.")}
    found = {name: None if tools is None else tools.find(name) for name in named}
    return frozenset(name for name, known in found.items() if known is not None and known.effect == "read")
