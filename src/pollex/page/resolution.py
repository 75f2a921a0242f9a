"""The result of resolving a selector: the element, or for each candidate why it failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ..browser.selector import Candidate, Selector
from ..core.fault import Code, Fault, Issue
from ..core.json import Object
from ..core.result import NO_COST, Cost
from ..core.suggest import nearest
from .driver import Frame
from .failures import not_there
from .indices import Indices

LISTED: Final = 10
"""Elements that an ambiguous fault names."""


@dataclass(frozen=True, slots=True)
class ResolvedElement:
    """The element that a selector means."""

    frame: Frame
    number: int
    """By which the page scripts know it."""
    index: int
    """By which people and models know it."""
    candidate: Candidate
    """The one of the selector's candidates that was used."""
    tried: tuple[tuple[str, str], ...] = ()
    """Candidates before that one, each with why it failed."""
    aimed: Object | None = None
    """What aiming at it gave, where that was asked for and done in the same go."""
    chosen: Literal["model"] | None = None
    """Who chose it among several, where that was not the rules."""
    cost: Cost = NO_COST
    """What it cost to have it chosen."""
    healed: Object | None = None
    """How well it fits what was known of it, and by how much better than the next, where it was found by that."""


@dataclass(frozen=True, slots=True)
class Match:
    """An element that fits a candidate."""

    frame: Frame
    number: int
    role: str
    name: str
    visible: bool
    whole: bool = True
    """Whether all of its words were asked for, not a part of them."""
    active: bool = True
    """Whether it can be acted on."""
    near: tuple[str, ...] = ()
    """Texts that distinguish it: of its row, its card, the heading above."""

    def described(self, indices: Indices) -> str:
        beside = f" near {', '.join(map(repr, self.near))}" if self.near else ""
        return f"[{indices.of(self.frame, self.number)}] {self.role} {self.name!r}{beside}"


@dataclass(frozen=True, slots=True)
class Failed:
    """A candidate that did not lead to one element."""

    candidate: Candidate
    why: str
    code: Code = "not_found"
    matches: tuple[Match, ...] = ()
    """The elements among which it could not choose, or that are hidden."""
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Unresolved:
    """None of the candidates led to one element."""

    failed: tuple[Failed, ...]

    @property
    def tried(self) -> tuple[tuple[str, str], ...]:
        return tuple((str(each.candidate), each.why) for each in self.failed)

    @property
    def several(self) -> bool:
        """Whether too many fit."""
        return any(each.code == "ambiguous" for each in self.failed)

    @property
    def stays(self) -> bool:
        """Whether waiting makes it no better: too many fit, or none of the candidates can be read."""
        return self.several or all(each.code == "invalid_input" for each in self.failed)


def meant(candidate: Candidate, matches: Sequence[Match]) -> tuple[Match, ...]:
    """The matches that are clearly meant by words: what is called so wholly before what is only in part, and what can
    be acted on before what is only text. Where one is better in this and another in that, both stay, but for the only
    one that is called just as it is written."""
    if candidate.kind not in ("text", "role", "label", "placeholder"):
        return tuple(matches)
    whole = [match for match in matches if match.whole]
    if candidate.kind in ("role", "placeholder"):
        return tuple(whole or matches)
    acting = [match for match in matches if match.active]
    both = [match for match in whole if match.active]
    if whole and acting and not both:
        exact = tuple(match for match in whole if match.name == candidate.value)
        return exact if len(exact) == 1 else (*whole, *acting)
    return tuple(both or whole or acting or matches)


def unresolved_fault(
    missed: Unresolved, indices: Indices, pointer: str, words: Mapping[Candidate, Iterable[str]]
) -> Fault:
    """The Fault for a selector that was not resolved. `words` are names on the page, for suggestions."""
    several = next((each for each in missed.failed if each.code == "ambiguous"), None)
    issues = [_issue(missed, place, pointer, words) for place in range(len(missed.failed))]
    if several is not None:
        return _ambiguous(several, issues, indices, _below(missed, missed.failed.index(several), pointer))
    first = missed.failed[0]
    wrong = all(each.code == "invalid_input" for each in missed.failed)
    alone = len(missed.failed) == 1
    return Fault(
        "invalid_input" if wrong else "not_found",
        issues[0].message if alone else _none(missed),
        pointer=issues[0].pointer if alone else pointer,
        expected="a selector that can be read" if wrong else "one visible element",
        received=str(first.candidate) if alone else str(_texts(missed)),
        hint=next((issue.hint for issue in issues if issue.hint), None)
        or "Look at the page again and name what is there.",
        retry=True,
        issues=issues if alone or len(_called(missed)) > 1 else issues[:1],
    )


def _called(missed: Unresolved) -> set[str]:
    return {str(each.candidate.name or each.candidate.value) for each in missed.failed}


def _none(missed: Unresolved) -> str:
    """Return what is wrong with several candidates: often they are ways to look for the same words."""
    if len(words := _called(missed)) == 1:
        return f"Nothing on the page is called {words.pop()!r}."
    return f"None of the {len(missed.failed)} selectors leads to an element."


def _ambiguous(several: Failed, issues: Sequence[Issue], indices: Indices, pointer: str) -> Fault:
    listed = [match.described(indices) for match in several.matches[:LISTED]]
    return Fault(
        "ambiguous",
        f"{str(several.candidate)!r} fits {several.why.removeprefix('ambiguous: ')}.",
        pointer=pointer,
        expected="one visible element",
        received="; ".join(listed),
        hint=f"Say which one, by its index or by more words: {'; '.join(listed[:3])}{' …' if len(listed) > 3 else ''}",
        retry=True,
        issues=[
            *(Issue(pointer, text, hint=f"Use the index {text[1 : text.index(']')]}.") for text in listed),
            *(issue for issue in issues if issue.pointer != pointer),
        ],
    )


def _issue(missed: Unresolved, place: int, pointer: str, words: Mapping[Candidate, Iterable[str]]) -> Issue:
    failed = missed.failed[place]
    candidate = failed.candidate
    message = f"{str(candidate)!r}: {failed.why}."
    if candidate.kind == "index" and failed.why == "gone":
        message = not_there(candidate.value)
    hint = "Look again: indices belong to elements that live." if candidate.kind == "index" else None
    return Issue(
        _below(missed, place, pointer),
        message,
        "one visible element",
        str(candidate),
        failed.hint or _did_you_mean(candidate, words.get(candidate, ())) or hint,
    )


def _did_you_mean(candidate: Candidate, words: Iterable[str]) -> str | None:
    wanted = candidate.name if candidate.kind == "role" else str(candidate.value)
    near = nearest(wanted, words) if wanted else list(words)[:3]
    return f"Did you mean {' or '.join(map(repr, near))}?" if near else None


def _below(missed: Unresolved, place: int, pointer: str) -> str:
    return f"{pointer}/{place}" if len(missed.failed) > 1 else pointer


def _texts(missed: Unresolved) -> str | list[str]:
    return Selector(tuple(each.candidate for each in missed.failed)).to_json()
