"""What a page said of the last change, such as `Message sent` or `KES-401 created`, and what it made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...core.json import Object
from ...core.reference import escape
from ...text.between import between, plain_lines
from .names import UniqueNames, slug
from .node_draft import NodeDraft, tool
from .outputs import WorkflowOutput
from .parametrizer import Parametrizer
from .reads import LOOKS, READS
from .recording import RecordedAction

DONE: Final = re.compile(r"(?:\b(?:[^\W\d_]{3,}ed|sent|done|made|paid|gone)|\bon (?:its|the) way)$", re.IGNORECASE)
"""The end of a sentence that says that something has happened."""
LONGEST: Final = 60
"""The greatest length of a sentence that is a notice; longer ones are contents."""
SENTENCES: Final = 2
"""The most sentences of a notice."""
GIVEN: Final = re.compile(r"(?<!\w)[^\s.,;:!?]*\d(?:[^\s;!?]*[^\s.,;:!?])?")
"""A number or a key in a notice."""
SMALL: Final = frozenset({"is", "are", "was", "were", "no", "nr", "the", "your", "new"})
STEM: Final = 3
LEAST: Final = 6
"""The fewest letters by which a notice is told from other texts."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The line of a page that says what the last change came to."""

    text: str
    page: str
    """The whole text of the page."""
    change: RecordedAction

    @property
    def given(self) -> list[str]:
        """The numbers and keys in it."""
        return GIVEN.findall(self.text)

    def rules(self) -> list[Object]:
        """Return rules for its words, where nothing else tells that the change was made."""
        change = self.change
        if change.navigated or change.data_field("appeared") or change.taken == "redirect":
            return []
        words = max((piece.strip() for piece in GIVEN.split(self.text)), key=len)
        return [{"type": "text", "text": escape(words)}] if sum(map(str.isalpha, words)) >= LEAST - 1 else []


def notice_of(change: RecordedAction | None, acts: Sequence[RecordedAction]) -> Notice | None:
    """Return what the page said after the last change, if it said one such thing and nothing was done after that."""
    after = [] if change is None else [act for act in acts if act.at > change.at and act.ok]
    shown = next((act for act in after if act.path.endswith("/shown")), None)
    if change is None or shown is None or any(act.tool not in LOOKS | READS for act in after):
        return None
    page = plain_lines(str(shown.data_field("text")))
    lines = [line for line in dict.fromkeys(page.split("\n")) if _is_notice(line)]
    appeared = " ".join(map(str, change.data_field("appeared") or ()))
    new = [line for line in lines if line in appeared]
    if not new:  # it may have come later, or with another document
        new = [line for line in lines if _tells(line, change)] if _stays(change) else lines
    new = new if len(new) == 1 else [line for line in new if _is_of(line, change)]
    return Notice(new[0], page, change) if len(new) == 1 and page.count(f"\n{new[0]}\n") == 1 else None


def outputs_of_notice(
    notice: Notice, parametrizer: Parametrizer, names: UniqueNames, known: Sequence[WorkflowOutput]
) -> list[WorkflowOutput]:
    """Return what the notice gave as outputs of their own, and the notice itself."""
    outputs, text = list[WorkflowOutput](), escape(notice.text)
    taken = UniqueNames()
    for each in known:
        taken.take(each.name)
    alias = names.take("told")
    page = tool("page.text", {}, at=notice.change.at + 1, alias=alias)
    for given in dict.fromkeys(notice.given):
        if (reference := parametrizer.whole(given) or _reference(given, notice, known)) is None:
            made = _excerpt(notice, given, alias, names, parametrizer)
            if made is None:
                return outputs
            reference = f"{{{{{made.alias}.value}}}}"
            called, nodes = taken.take(made.alias or "made"), (made,) if outputs else (page, made)
            outputs.append(WorkflowOutput(called, reference, given, nodes, required=False))
        text = text.replace(given, reference)
    called = taken.take("confirmation")
    if text == escape(notice.text) and not notice.rules() and not notice.change.data_field("appeared"):
        look = _looked_for(notice, text, names.take("confirmed"), key := names.take("confirmation"))
        return [*outputs, WorkflowOutput(called, f"{{{{{key}}}}}", notice.text, look, required=False)]
    return [*outputs, WorkflowOutput(called, text, notice.text, required=False)]


def _looked_for(notice: Notice, text: str, alias: str, key: str) -> tuple[NodeDraft, ...]:
    """Return nodes that keep the notice where the page shows it again."""
    rules = [{"type": "text", "text": text, "within": 500}]
    config: Object = {"method": "observe", "rules": rules}
    keep = NodeDraft("context", {"operation": "set", "key": key, "value": text}, at=notice.change.at + 1)
    look = NodeDraft("browser_query", config, alias, "Whether the page confirms it.", at=keep.at)
    return look, NodeDraft("route", {"value": f"{alias}.holds"}, inside=(keep,), way="true", at=keep.at)


def _reference(given: str, notice: Notice, known: Sequence[WorkflowOutput]) -> str | None:
    """Return the reference of an output that has a number or key of the notice already."""
    for each in known:
        args = each.nodes[-1].config.get("args", {}) if each.nodes else {}
        if "text" in args and between(notice.page, args.get("before", ""), args.get("after", "")) == [given]:
            return each.value
    return None


def _is_of(line: str, change: RecordedAction) -> bool:
    """Whether a notice says in the past what a control or an address says: `sent` and `Send`."""
    named = (
        f"{change.element.name or '' if change.element else ''} {' '.join(str(each['url']) for each in change.effects)}"
    )
    spoken = {word[:STEM] for word in re.findall(r"[^\W\d_]{3,}", named.casefold())}
    return any(each.group().casefold()[:STEM] in spoken for each in re.finditer(r"[^\W\d_]{3,}", line))


def _stays(change: RecordedAction) -> bool:
    """Whether a page changed something without going to another document: a form is sent by GET or POST only."""
    sent = {str(each.get("method", "")).upper() for each in change.effects}
    return bool(change.data_field("stays") or sent - {"GET", "POST"})


def _tells(line: str, change: RecordedAction) -> bool:
    """Whether the verb of a notice is that of a control or an address: `sent` and `Send`, not `deprecated`."""
    verbs = [found[0] for each in re.split(r"(?<=[.!])\s+", line.strip()) if (found := DONE.search(each.rstrip(" .!")))]
    return any(_is_of(verb, change) for verb in verbs)


def _is_notice(line: str) -> bool:
    sentences = re.split(r"(?<=[.!])\s+", line.strip())
    return len(sentences) <= SENTENCES and any(map(_says_done, sentences))


def _says_done(sentence: str) -> bool:
    """Whether a sentence, not a name such as that of a folder, says that something has happened."""
    words = sentence.rstrip(" .!")
    return len(words) < LONGEST and bool(DONE.search(words)) and (" " in words or words != sentence)


def _excerpt(
    notice: Notice, given: str, alias: str, names: UniqueNames, parametrizer: Parametrizer
) -> NodeDraft | None:
    """Return what takes a number or key out of the notice again."""
    before, _, after = notice.text.partition(given)
    before, after = _last_piece(before), GIVEN.split(after)[0].rstrip()
    if between(notice.page, before, after) != [given]:
        return None
    around = {name: parametrizer.text(text) for name, text in (("before", before), ("after", after)) if text}
    args = {"text": f"{{{{{alias}.text}}}}", **around}
    called = names.take(_called(before, after, notice.change))
    return tool("excerpt", args, at=notice.change.at + 1, alias=called)


def _last_piece(before: str) -> str:
    piece = GIVEN.split(before)[-1]
    return piece.lstrip() if piece == before else piece


def _called(before: str, after: str, change: RecordedAction) -> str:
    """Return a name: the word before it or, of a number, the one after it; else what the button names."""
    label = [word for word in re.findall(r"[^\W\d_]+", before) if word.casefold() not in SMALL]
    counted = [word for word in re.findall(r"[^\W\d_]+", after) if not DONE.search(word)]
    button = (change.element.name or "").split()[1:] if change.element else []
    found = label[-1:] or counted[:1] or button
    return slug(" ".join(found), "made")
