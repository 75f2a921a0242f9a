"""What a choice rests on: what was ticked or opened for it, and the lines in which the run read about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ...browser.evidence import element_of
from ...core.result_names import TALK
from ...text.clip import on_one_line
from ...text.literal import has_whole, only_words
from ...text.sentences import sentences
from ..history import ASK, History, PastCall, Turn
from .case import Case, Past, stems
from .provenance import NUMBERED

CHOOSES: Final = frozenset({"page.click", "page.check", "page.select", "page.drag", "page.act"})
CONTROL: Final = re.compile(r"(?:button|checkbox|switch|menuitem|tab|textbox|combobox|searchbox|spinbutton)\b")
ROLE: Final = re.compile(r"(?:link|row|cell|heading|listitem|option|radio|#+) ")
STANDING: Final = re.compile(
    r"\W*(?:all but )?\[\d+\](?:,? (?:to )?\[\d+\])*(?: and \d+ more)? (?:covered by |scroll to see)"
)
"""The beginning of a line that says where controls stand: no page says it."""
OF_FIELD: Final = re.compile(r" = |^[↑↓]")
"""What a field holds, and what is said of the page itself."""
WIDE: Final = 110
CHOSEN: Final = 3
READ: Final = 4
LEAST: Final = 2
"""Words that a line must share with the task or the values."""


def chosen_for(history: History, past: Sequence[Past]) -> list[str]:
    """Return the rows of what was pressed, ticked or picked since the last effect."""
    last = past[-1].act.path if past else ""
    done = [(turn, each) for turn in history.turns for each in turn.actions]
    begin = next((at + 1 for at, (_, each) in enumerate(done) if last and each.path == last), 0)
    rows = [_row(turn, each) for turn, each in done[begin:] if each.tool in CHOOSES and each.result.ok]
    return list(dict.fromkeys(filter(None, rows)))[-CHOSEN:]


def _row(turn: Turn, action: PastCall) -> str:
    """Return what stands in the line of what was acted on."""
    element = element_of(action.result)
    if element is None:
        return ""
    name, near = element.name or element.text or "", element.neighbours[:1]
    lines = [line for line in turn.look.outline.splitlines() if all(has_whole(line, each) for each in (name, *near))]
    row = _plain(lines[0]) if len(lines) == 1 else ""
    told = row or ", ".join(dict.fromkeys(filter(None, [name, *near])))
    set_to = [action.args[each] for each in ("on", "option") if isinstance(action.args, dict) and each in action.args]
    return on_one_line(f"{told} = {set_to[0]}" if set_to else told, WIDE)


def lines_read(case: Case, history: History) -> list[str]:
    """Return the lines of pages that share most with the values and the task, the best first.

    What the model has made up itself proves nothing: where a page shows it again, that line is not taken.
    """
    told = [*case.act.row, *(each.text for each in case.made), *(case.past[-1].said if case.past else ())]
    about = frozenset().union(*map(stems, told))
    own = [f" {only_words(each.text)} " for each in case.by_model if each.source == "nothing"]
    scores: dict[str, int] = {}
    for line in _lines(history):
        words = stems(line)
        score = 2 * len(words & about) + len(words & case.spoken)
        if score >= LEAST and words - about and not any(each in f" {only_words(line)} " for each in own):
            scores.pop(line, None)  # the latest of equal ones comes last
            scores[line] = score
    best = sorted(scores, key=lambda line: scores[line])[::-1]
    return [on_one_line(line, WIDE) for line in best[:READ]]


def _lines(history: History) -> Iterator[str]:
    """Yield what pages have shown in lines: rows, sentences, records; not what their fields hold."""
    for turn in history.turns:
        shown = (each for each in turn.look.outline.splitlines() if not STANDING.match(each))
        lines = [_plain(each) for each in shown if not OF_FIELD.search(each)]
        read = [each.result.data for each in turn.actions if each.tool not in (*TALK, ASK) and not each.is_outcome]
        for line in (*lines, *(told for each in read for told in _told(each))):
            yield from sentences(line) if len(line) > WIDE else [line]


def _told(data: Any) -> Iterator[str]:
    """Yield what was read: a record as one line, a text in its lines."""
    if isinstance(data, dict):
        flat = [str(each) for each in data.values() if isinstance(each, str | int | float) and len(str(each)) < WIDE]
        yield " · ".join(flat)
        data = [each for each in data.values() if str(each) not in flat]
    if isinstance(data, list):
        for each in data:
            yield from _told(each)
    elif isinstance(data, str):
        yield from data.splitlines()


def _plain(line: str) -> str:
    """Return a line of the outline without its controls and numbers."""
    parts = [NUMBERED.sub("", part).strip(" +~") for part in line.split(" · ")]
    return " · ".join(ROLE.sub("", part, count=1) for part in parts if part and not CONTROL.match(part))
