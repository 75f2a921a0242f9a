"""Ranks the things of a scene by how well they are meant by a phrase, and says which one is, if one is clearly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from .grammar import ARTICLES, ORDINALS
from .items import item_fit, items
from .kinds import CHOICES, ENTRIES, FIELD, FIELDS, ITEM, OPENED, ROWS, TICKS, Kind
from .phrase import Noun, Phrase, Reading, read
from .relate import MISSING, Relations, is_marked, nth, outermost
from .scene import Scene, Thing
from .sight import IDEA, Sight
from .state import is_in
from .words import single, tokens

ACTED: Final = FIELDS | TICKS | ENTRIES | CHOICES | {"switch", "slider"}
"""Roles of what people act on."""
ENOUGH: Final = 0.62
"""The least score of an answer."""
MARGIN: Final = 0.06
"""By how much it must be better than the next."""
CONTEXT: Final = 0.86
"""What a word counts that is said around a thing and not by itself."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A thing, and how well it is meant."""

    score: float
    thing: Thing
    near: str = ""
    """A text that tells it from others."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a phrase means: the best first; whether the first is clearly meant."""

    ranked: tuple[Choice, ...]
    sure: bool
    counted: bool = False
    """Whether it was found by counting, for which all must be known."""

    @property
    def thing(self) -> Thing | None:
        return self.ranked[0].thing if self.sure else None


def choose(scene: Scene, text: str) -> Chosen:
    """The thing that is meant, if it is clearly."""
    phrase = read(text)
    ranking = Ranking(scene, phrase)
    ranked = ranking.ranked()
    counted = any(reading.target.order is not None for reading in phrase.readings)
    if not ranked or ranked[0].score < ENOUGH:
        return Chosen(tuple(ranked[:10]), False, counted)
    sure = len(ranked) == 1 or ranked[0].score - ranked[1].score >= MARGIN or _is_named(phrase, ranked)
    shown = (
        tuple(ranked[:10])
        if sure
        else tuple(replace(choice, near=ranking.near(choice.thing)) for choice in ranked[:10])
    )
    return Chosen(shown, sure, counted)


class Ranking:
    """All readings of a phrase before a scene."""

    def __init__(self, scene: Scene, phrase: Phrase) -> None:
        self.scene = scene
        self.phrase = phrase
        self.sight = Sight(scene, phrase)
        self.items = items(scene)
        self.item_places = frozenset(thing.place for thing in self.items)
        self.best: dict[int, float] = {}
        self._counted: set[tuple[int, ...]] = set()
        """Names of which there are several things, so that there is no need to look for lists of them."""
        self._lists: dict[int, Sequence[float]] = {}
        self._literals: dict[tuple[int, ...], bool] = {}

    def ranked(self) -> list[Choice]:
        best = 0.0
        for reading in sorted(map(self._literal, self.phrase.readings), key=lambda reading: -reading.price):
            if reading.price < best - MARGIN - 0.02:
                break
            self._note(self.judged(reading))
            target = reading.target
            named = target.kind is None and target.words and self.phrase.weights[target.words[-1]] == 1.0
            if (
                named
                and target.words not in self._counted
                and (target.order is not None or reading.relations or len(target.words) > 1 or reading.wish is OPENED)
            ):
                self._note(self._as_items(reading))
            best = max(self.best.values(), default=0.0)
        found = [Choice(score, self.scene.things[place]) for place, score in self.best.items() if score > 0.3]
        found.sort(key=lambda choice: (-round(choice.score, 4), choice.thing.place))
        return self._distinct(found)

    def _literal(self, reading: Reading) -> Reading:
        """Dearer where words are read as order, state or kind that something on the page is called by."""
        price = reading.price
        nouns = [reading.target, *(relation.anchor for relation in reading.relations)]
        for one, other in pairwise(nouns):
            if one.words and other.whole and self._says_all(tuple(range(one.words[0], other.whole[-1] + 1))):
                price *= 0.8
        if reading.action and self._is_said(reading.action):
            price *= 0.9
        for noun in nouns:
            odd = any(place in self.phrase.joints for place in noun.whole or noun.words) or (
                noun.order is None and noun.words and self.phrase.words[noun.words[0]] in ORDINALS
            )
            turned = any(place in self.phrase.turns for place in noun.whole or noun.words)
            if (odd or turned) and not self._says_all(noun.whole or noun.words):
                price *= 0.88 if odd else 0.96
            taken = noun.order is not None or noun.states or noun.sides or noun.kind is not None
            if taken and len(noun.whole) > 1 and self._says_all(noun.whole):
                price *= 0.9
        return replace(reading, price=price)

    def _is_said(self, places: tuple[int, ...]) -> bool:
        """Whether a control is called by some words."""
        own = self.sight.own
        return any(
            thing.sort == "control" and all(own[thing.place][place] > IDEA - 0.01 for place in places)
            for thing in self.sight.speaking
        )

    def _says_all(self, places: tuple[int, ...]) -> bool:
        held = self._literals.get(places)
        if held is None:
            own = self.sight.own
            held = self._literals[places] = any(
                all(own[thing.place][place] > 0.92 for place in places) for thing in self.sight.speaking
            )
        return held

    def near(self, thing: Thing) -> str:
        """A text of the row, the card or the section that a thing is in."""
        for outer in self.scene.above(thing.place):
            for other in self.scene.inside(outer):
                if (
                    other is not thing
                    and other.sort in ("text", "heading")
                    and other.name != thing.said
                    and not self.scene.holds(thing.place, other.place)
                ):
                    return other.name[:40]
        return ""

    def _note(self, choices: Sequence[Choice]) -> None:
        for choice in choices:
            place = choice.thing.place
            self.best[place] = max(self.best.get(place, 0.0), choice.score)

    def _distinct(self, found: Sequence[Choice], *, counting: bool = False) -> list[Choice]:
        """Without those that lead to the same as a better one."""
        kept: list[Choice] = []
        for choice in found:
            if not any(self._twins(choice.thing, other.thing, counting) for other in kept):
                kept.append(choice)
        return kept

    def _twins(self, one: Thing, other: Thing, counting: bool) -> bool:
        leads = one.href and one.href != "#" and not one.href.startswith("javascript:")
        if (
            leads
            and one.frame == other.frame
            and one.href == other.href
            and (not counting or self._item_of(one) == self._item_of(other) is not None)
        ):
            return True
        if not counting and self._same_row(one, other):
            return True
        inner, outer = (one, other) if one.place > other.place else (other, one)
        return self.scene.holds(outer.place, inner.place) and (
            inner.sort == outer.sort == "control" or outer.sort == "control"
        )

    def _same_row(self, one: Thing, other: Thing) -> bool:
        """Two parts of one control that are called the same, the one with more words."""
        around = [outer for outer in self.scene.above(one.place) if self.scene.things[outer].sort == "control"]
        if not any(self.scene.holds(outer, other.place) for outer in around):
            return False
        few, many = sorted((set(tokens(one.said)), set(tokens(other.said))), key=len)
        return len(few) > 1 and few <= many

    def _item_of(self, thing: Thing) -> int | None:
        return next((outer for outer in self.scene.above(thing.place) if outer in self.item_places), None)

    def _as_items(self, reading: Reading) -> list[Choice]:
        """`the third message`: the rows of a list of messages."""
        target = replace(reading.target, kind=ITEM)
        return self.judged(
            replace(reading, target=target, price=reading.price * (0.95 if target.order is not None else 0.92)),
            nouns=True,
        )

    def judged(self, reading: Reading, *, nouns: bool = False) -> list[Choice]:
        """How well each thing is meant by one reading."""
        target = _with_sides(reading)
        pool = self._pool(target, nouns)
        based = [(self._base(target, thing, nouns), thing) for thing in pool]
        most = max((base for base, _ in based), default=0.0)
        if most < 0.25:
            return []
        things = [thing for base, thing in based if base >= 0.35 * most]
        bases = [base for base, _ in based if base >= 0.35 * most]
        things, bases = self._stated(target, things, bases)
        if not things:
            return []
        most = max(bases)
        rivals = [thing for base, thing in zip(bases, things, strict=True) if base >= 0.75 * most]
        closest = [thing for base, thing in zip(bases, things, strict=True) if base >= 0.97 * most]
        relations = Relations(self.sight, rivals, self.item_places, closest)
        scores = [self._score(target, thing, relations, nouns, reading) for thing in things]
        for relation in reading.relations:
            if _is_bare(relation.anchor):
                continue
            fits = relations.fits(relation, things, counting=target.order is not None)
            left = [
                (score * fit, thing)
                for score, fit, thing in zip(scores, fits, things, strict=True)
                if score * fit > 0.25
            ]
            scores, things = [score for score, _ in left], [thing for _, thing in left]
        choices = [Choice(score * reading.price, thing) for score, thing in zip(scores, things, strict=True)]
        return self._picked(target, choices, nouns)

    def _pool(self, target: Noun, nouns: bool) -> Sequence[Thing]:
        kind = target.kind
        if kind is None or kind.level == "control":
            return self.controls
        if kind.level == "item":
            return self._listed() if nouns else self.items
        sort = {"heading": "heading", "picture": "picture"}.get(kind.level, "group")
        return [thing for thing in self.scene.things if thing.sort == sort]

    @cached_property
    def controls(self) -> list[Thing]:
        return [thing for thing in self.scene.things if thing.sort == "control" and not self._wraps(thing)]

    def _wraps(self, thing: Thing) -> bool:
        """Whether it is only the box around a real control of the same name."""
        if thing.role != "generic":
            return False
        return any(
            each.sort == "control" and each.role != "generic" and each.said == thing.said
            for each in self.scene.inside(thing.place)
        )

    def _listed(self) -> list[Thing]:
        """Items that stand among others."""
        among: dict[int, int] = {}
        for thing in self.items:
            among[thing.up] = among.get(thing.up, 0) + 1
        return [
            thing
            for thing in self.items
            if among[thing.up] > 1
            and (thing.role in ROWS or thing.sort == "control" or among[thing.up] > 2)
            and not self._is_form(thing)
        ]

    def _is_form(self, item: Thing) -> bool:
        """Whether an item is a part of a form, not of a list."""
        if item.role in ("group", "region", "form"):
            return True
        first = next((thing for thing in self.scene.inside(item.place) if thing.sort == "control"), None)
        return item.role == "generic" and first is not None and first.role in FIELDS | TICKS

    def _row(self, target: Noun, thing: Thing, nouns: bool) -> Sequence[float]:
        if target.kind is None or target.kind.level != "item":
            return self.sight.own[thing.place]
        if not nouns:
            return self.sight.inner[thing.place]
        head = target.words[-1]
        row = list(self.sight.around[thing.place])
        called = self._list_row(thing)
        if not any(letter.isdigit() for letter in self.phrase.words[head]):
            row[head] = called[head]
        if (
            target.order is None
            and not any(row[place] > 0.5 for place in target.words if place != head)
            and len(target.words) > 1
        ):
            return self.sight.zero
        return [min(max(one, other), 0.9) for one, other in zip(row, called, strict=True)]

    def _list_row(self, thing: Thing) -> Sequence[float]:
        """How well the list that an item is in is called by each word, or all its items say it."""
        held = self._lists.get(thing.up)
        if held is None:
            alike = (
                [place for place in self.scene.children[thing.up] if place in self.item_places][:6]
                if thing.up >= 0
                else [thing.place]
            )
            best = [min(row) for row in zip(*(self.sight.around[place] for place in alike), strict=True)]
            heads = [head.place for head in self.sight.headings if self._heads(head, thing)]
            for outer in (*self.scene.above(thing.place), *heads):
                best = [max(one, 0.9 * other) for one, other in zip(best, self.sight.own[outer], strict=True)]
            held = self._lists[thing.up] = best
        return held

    def _heads(self, head: Thing, thing: Thing) -> bool:
        """Whether a list stands under a heading."""
        around = max(head.up, 0)
        if len(self.scene.children[around]) < 5 and not self.scene.holds(around, thing.place):
            around = max(self.scene.things[around].up, 0)
        between = any(head.place < each.place < thing.place and each.level < head.level for each in self.scene.headings)
        return head.place < thing.place and self.scene.holds(around, thing.place) and not between

    def _base(self, target: Noun, thing: Thing, nouns: bool) -> float:
        fit = self._kind_fit(target.kind, thing)
        if fit == 0.0 or not target.words:
            return fit
        row = self._row(target, thing, nouns)
        weights = self.phrase.weights
        return (
            fit
            * sum(weights[place] * row[place] for place in target.words)
            / sum(weights[place] for place in target.words)
        )

    def _kind_fit(self, kind: Kind | None, thing: Thing) -> float:
        if kind is None:
            return 1.0 if thing.role in ACTED else 0.88
        if kind.level == "control":
            apart = kind.marks and not any(
                is_marked(part, kind.marks) or part.role in kind.marks
                for part in map(self.scene.things.__getitem__, self.scene.above(thing.place))
            )
            return kind.fit(thing) * (0.85 if apart else 1.0)
        return item_fit(thing, kind) if kind.level == "item" else 1.0

    def _stated(self, target: Noun, things: list[Thing], bases: list[float]) -> tuple[list[Thing], list[float]]:
        kept = [
            (thing, base)
            for thing, base in zip(things, bases, strict=True)
            if all(is_in(thing, state) for state in target.states)
        ]
        return [thing for thing, _ in kept], [base for _, base in kept]

    def _score(self, target: Noun, thing: Thing, relations: Relations, nouns: bool, reading: Reading) -> float:
        wish, has_relations = reading.wish, bool(reading.relations)
        score = self._kind_fit(target.kind, thing)
        if target.words:
            score *= self._said(target, thing, relations, nouns)
            if target.kind is None or target.kind.level == "control":
                much = 0.1 if target.states or target.order is not None else 0.22
                score *= 1 - much * (1 - self.sight.precision(thing))
        if target.order is not None and target.kind is None and target.words:
            head = self.phrase.words[target.words[-1]]
            score *= (
                0.8
                if thing.role == "link" and any(word != head and single(word) == head for word in tokens(thing.said))
                else 1.0
            )
            score *= 0.75 if thing.role in TICKS and wish is None else 1.0
        if wish is not None and thing.role not in wish.roles:
            score *= 0.95 if thing.role in wish.also else 0.65 if wish is FIELD else 0.75
        if wish is OPENED and thing.bare and thing.role == "button":
            score *= 0.9
        if "current" in thing.states and not target.states and target.order is None and not has_relations:
            score *= 0.9
        if any(
            self.scene.things[outer].role == "contentinfo" or self.scene.things[outer].tag == "footer"
            for outer in self.scene.above(thing.place)
        ):
            score *= 0.94
        if self.scene.modal is not None and not self.scene.holds(self.scene.modal, thing.place):
            score *= 0.6
        return score

    def _said(self, target: Noun, thing: Thing, relations: Relations, nouns: bool) -> float:
        """Which part of the words a thing says, by itself or by what is around it."""
        row = self._row(target, thing, nouns)
        weights = self.phrase.weights
        lost = tuple(place for place in target.words if row[place] < 0.55)
        around = self._around(target, thing, lost, relations) if lost else 0.0
        total = got = 0.0
        alone = self.verb in target.words and self.verb not in lost and self.sight.precision(thing) > 0.95
        for place in target.words:
            much = weights[place] * (0.35 if alone and place in lost else 1.0)
            total += much
            got += much * (max(row[place], around, 0.7 * self.sight.topic[place]) if place in lost else row[place])
        missing = sum(
            1
            for place in lost
            if weights[place] == 1.0 and max(row[place], around, 0.7 * self.sight.topic[place]) < MISSING
        )
        if alone:
            return got / total
        verb = self.verb in lost and weights[self.verb] == 1.0
        return got / total * 0.75**missing * (0.7 if verb else 1.0)

    @cached_property
    def verb(self) -> int:
        """The place of the word that says what is to be done, which a control must say itself; else -1."""
        said = self.phrase.words
        return 0 if len(said) > 2 and said[0] not in ARTICLES and said[1] in ARTICLES else -1

    def _around(self, target: Noun, thing: Thing, lost: tuple[int, ...], relations: Relations) -> float:
        """How well the words that a thing does not say itself are said around it."""
        bare = len(lost) == len(target.words)
        if (bare and not target.states and target.kind is None) or any(
            place in self.phrase.joints for place in target.words
        ):
            return 0.0
        return CONTEXT * relations.near(lost, thing)

    def _picked(self, target: Noun, choices: list[Choice], nouns: bool) -> list[Choice]:
        """The one in the right place, where a place was asked for."""
        if not choices or (target.order is None and not target.sides):
            return self._primary(choices) if nouns else choices
        most = max(choice.score for choice in choices)
        set_apart = self._distinct(
            sorted(
                (choice for choice in choices if choice.score >= 0.95 * most), key=lambda choice: choice.thing.place
            ),
            counting=True,
        )
        if target.kind is None and target.order is not None and set_apart and not nouns:
            role = max(set_apart, key=lambda choice: choice.score).thing.role
            set_apart = [choice for choice in set_apart if choice.thing.role == role]
        if target.sides:
            chosen = {thing.place for thing in outermost([choice.thing for choice in set_apart], target.sides)}
            set_apart = [choice for choice in set_apart if choice.thing.place in chosen]
        if nouns:
            set_apart = _one_list(set_apart)
        if (
            target.order is not None
            and not target.words
            and target.kind is not None
            and target.kind.roles & (FIELDS | TICKS)
        ):
            set_apart = self._in_main(set_apart)
        if target.order is not None:
            if len(set_apart) > 1 and most > 0.75 and not nouns:
                self._counted.add(target.words)
            one = nth(set_apart, target.order)
            set_apart = [] if one is None else [one if len(set_apart) > 1 else replace(one, score=one.score * 0.65)]
        return self._primary(set_apart) if nouns else set_apart

    def _in_main(self, choices: list[Choice]) -> list[Choice]:
        """Who counts fields or buttons leaves out those of the page's frame, where there are others."""
        frame = ("banner", "navigation", "contentinfo", "search")
        kept = [
            choice
            for choice in choices
            if not any(self.scene.things[outer].role in frame for outer in self.scene.above(choice.thing.place))
        ]
        return kept if len(kept) > 1 else choices

    def _primary(self, choices: Sequence[Choice]) -> list[Choice]:
        """The control that stands for an item, if it has one."""
        primary = [(choice, self._control_of(choice.thing)) for choice in choices]
        return [
            replace(choice, thing=thing, score=choice.score * (1.0 if thing.sort == "control" else 0.75))
            for choice, thing in primary
        ]

    def _control_of(self, item: Thing) -> Thing:
        if item.sort == "control":
            return item
        inside = [
            thing for thing in self.scene.inside(item.place) if thing.sort == "control" and thing.role not in TICKS
        ]
        named = [thing for thing in inside if thing.role == "link" and thing.said]
        return (named or inside or [item])[0]


def _one_list(choices: Sequence[Choice]) -> list[Choice]:
    """Those of the longest list."""
    lists: dict[int, list[Choice]] = {}
    for choice in choices:
        lists.setdefault(choice.thing.up, []).append(choice)
    return max(lists.values(), key=len, default=[])


def _is_bare(noun: Noun) -> bool:
    """Whether it names a side of the page only."""
    return bool(noun.sides) and not noun.words and noun.kind is None and noun.order is None


def _with_sides(reading: Reading) -> Noun:
    """`X at the top` is the uppermost X."""
    sides = [
        relation.anchor.sides for relation in reading.relations if relation.way == "in" and _is_bare(relation.anchor)
    ]
    return replace(reading.target, sides=reading.target.sides.union(*sides))


def _is_named(phrase: Phrase, ranked: Sequence[Choice]) -> bool:
    """Whether the best, and no other, is called just by the words of the phrase."""
    said = [word for word in phrase.words if word not in ("the", "a", "an")]
    named = [
        choice
        for choice in ranked
        if choice.score > 0.5 and [word for word in tokens(choice.thing.said) if word not in ("the", "a", "an")] == said
    ]
    return len(named) == 1 and named[0] is ranked[0]
