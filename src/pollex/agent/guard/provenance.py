"""Where the values of an effect come from: who made each change, and for what the model made, its source.

Page-made is a clock, a counter, an id, a default, or a copy of what was loaded. What the model entered is recognised
also where the page has trimmed, split or reformatted it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from ...browser.effect import HIDDEN, Effect
from ...core.difference import Difference, id_of, scalars
from ...core.json import Object
from ...core.pipeline.redact import Redactor
from ...text.dates import dates
from ...text.literal import Statements, only_words
from ...text.numbers import NUMBER, amounts
from ...text.words import split_name
from .written_values import EnteredValue, KnownDocument, is_clock, is_id, plain_text, squeezed

Maker = Literal["model", "choice", "page", "unknown"]
"""Who made a change: the model by a value, the model by what it pressed or chose, the page, or nobody knows."""
MADE_BY: Final[Mapping[Maker, str]] = {"model": "", "choice": "chosen", "page": "page", "unknown": "unknown"}
Source = Literal["task", "meant", "named", "credential", "account", "read", "nothing"]
"""`meant` stands in the task in another form, of which no rule can be certain; `named` was read beside a name that the
task has."""
TOLD_AS: Final[Mapping[Source, str]] = {"meant": "task", "named": "read"}

ADDRESSEE: Final = re.compile(
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b|https?://\S+"
)
"""What somebody is reached by: a mail address, an account, a web address."""
ADDED: Final = re.compile(r"\s*\([^()]*\)\s*$")
COUNTER: Final = re.compile(r"(?:^|_)(?:count|version|seq|rev|revision|unread)$|[a-z](?:Count|Version)$|^_?next[A-Z_]")
PLACE: Final = re.compile(r"order|sort|index|position|rank", re.IGNORECASE)
"""Where a new record stands among the others."""
SEEN: Final = re.compile(
    r"^(?:is_?|last_?)?(?:un)?(?:read|seen|opened|viewed|visited|accessed|expanded|collapsed)(?:_?at)?$", re.IGNORECASE
)
"""What a page notes by itself when something is opened."""
OPENED: Final = 2
"""Records that an act can have opened, so that the page marks them."""
MARKING: Final = re.compile(r"\b(?:mark|read|unread|seen)\b", re.IGNORECASE)
"""Words of controls by which somebody marks something on purpose."""
ALTERED: Final = re.compile(r"updated|modified|changed|edited|created|timestamp|saved", re.IGNORECASE)
LOG: Final = re.compile(r"log|history|recent|activity|audit|notification|event", re.IGNORECASE)
"""Lists in which a page writes down what happens."""
NUMBERED: Final = re.compile(r"\[\d+\] ")
"""The agent's own numbers of elements."""
BESIDE: Final = 60
NAMES: Final = 2
"""How near before an address, in characters and words, a name stands that it belongs to."""
LABEL: Final = re.compile(r"mail|account|iban|phone|address|contact|website|link|user", re.IGNORECASE)
"""What stands before an address on every page, and is no name."""
MYSELF: Final = re.compile(r"\b(?:my|me|mine|myself|i|our|us|ourselves)\b", re.IGNORECASE)
SECRET: Final = re.compile(r"\{\{secret\.[\w-]+(?:\.(\w+))?\}\}")
HEAD: Final = 12
"""Lines at the top of a page in which it shows whose account it is."""


@dataclass(frozen=True)
class ChangedValue:
    """One scalar of a change, who made it, and its source where the model did."""

    change: Difference
    path: tuple[str, ...]
    text: str
    maker: Maker
    source: Source | None = None
    was: str = ""
    """What was there before."""
    line: str = ""
    """The line of a page that it was read in."""
    given: str = ""
    """Who had a chosen value before it was chosen: the task, or the page that proposed it."""

    @property
    def origin(self) -> str:
        """Where it comes from, in a word."""
        if self.source is None:
            return self.given or MADE_BY[self.maker]
        return TOLD_AS.get(self.source, self.source)

    @property
    def field(self) -> str:
        return next((part for part in reversed(self.path) if part != "*"), "")

    @property
    def is_mark(self) -> bool:
        """Whether the page notes by it that something was opened."""
        noted = isinstance(self.change.after, bool) or is_clock(self.change.after)
        return self.maker == "page" and noted and SEEN.match(self.field) is not None

    @property
    def is_spacing(self) -> bool:
        """Whether a text is the same but for the spaces in it."""
        before, after = self.change.before, self.change.after
        return isinstance(before, str) and isinstance(after, str) and before.split() == after.split()

    def shown(self, redactor: Redactor, *, hidden: bool) -> ChangedValue:
        """Return it without what nobody may see: a stored secret by its name, another password not at all."""
        text = redactor.text(self.text)
        if text == self.text and not hidden:
            return self
        return replace(self, text=HIDDEN if text == self.text else text, was=HIDDEN if self.was else "", line="")


class Provenance:
    """What is known in a run when an effect is judged."""

    def __init__(
        self,
        task: str,
        entered: Mapping[str, int],
        seen: Callable[[int], Statements],
        outlines: Sequence[str],
        redactor: Redactor,
        pressed: Sequence[str] = (),
        is_form: bool = False,
        typing: Sequence[str] = (),
    ) -> None:
        """`entered` says for each value how much the pages had shown by then, and `seen` what that was.

        `pressed` are the names of the controls that were pressed; `is_form`: nothing else was chosen in it; `typing` is
        what is being entered now, of which a page may send the beginning.
        """
        self._typing = {squeezed(each): each for each in typing}
        self._pressed = [f" {only_words(each)} " for each in pressed if each.strip()]
        self._is_form = is_form
        self.task = Statements(task)
        self._entered = [EnteredValue(each) for each in entered if each.strip()]
        self._known, self._seen, self._outlines, self._redactor = entered, seen, outlines, redactor
        self._whole = max(entered.values(), default=0)
        self._submitter: str | None = None
        self._defaults: list[Object] = []
        """The fields that hold what they held at first."""
        self._gone: set[tuple[tuple[str, ...], Any]] = set()
        """What the records hold that go away, with its name; a page may put it into another one."""
        self._left: set[str] = set()
        self._marks = True
        """Whether what was opened is marked by the page itself."""

    def values(self, effect: Effect, pressed: str = "", submitter: str | None = None) -> list[ChangedValue]:
        """Return the scalars that an effect changes, each with who made it.

        `pressed` is the name of the control, and `submitter` the one under which a form sends it.
        """
        self._submitter = submitter
        self._defaults = [each for each in effect.fields if each.get("first") == each.get("value")]
        marked = [each for each in effect.changes if each.path and SEEN.match(each.path[-1])]
        self._marks = len(marked) <= OPENED and not MARKING.search(pressed)
        gone = [each.before for each in effect.changes if each.kind == "removed" and isinstance(each.before, dict)]
        self._gone = {(path[-1:], scalar) for each in gone for path, scalar in scalars(each)}
        self._left = {str(scalar) for _, scalar in self._gone}
        known = KnownDocument(effect.base)
        chosen = {
            (str(each.get("name")), each.get("value")): ", ".join(each["chosen"])
            for each in effect.fields
            if each.get("chosen") and effect.against == "fields"
        }
        found = [
            self._value(change, path, scalar, known, chosen).shown(self._redactor, hidden=effect.hides(path, scalar))
            for change in effect.changes
            for path, scalar in _scalars(change)
        ]
        made = {each.change.path for each in found if each.maker != "page"}
        return [*found, *(_created(each) for each in effect.changes if _is_new(each) and each.path not in made)]

    def _value(
        self, change: Difference, path: tuple[str, ...], scalar: Any, known: KnownDocument, chosen: Mapping[Any, str]
    ) -> ChangedValue:
        text = chosen.get((path[-1] if path else "", scalar)) or self._completed(change, scalar)
        maker = self._maker(change, path, scalar, text, known)
        source = self.source(self._written(text), known=known) if maker == "model" else None
        was = plain_text(change.before) if change.kind == "changed" and change.before is not None else ""
        line = self._line(text) if source in ("read", "named") else ""
        said = known.names.get(text, text) if maker == "choice" else text
        given = self._given(change, path, scalar, said, known) if maker in ("choice", "unknown") else ""
        return ChangedValue(change, path, said, maker, source, known.names.get(was, was), line, given)

    def _given(self, change: Difference, path: tuple[str, ...], scalar: Any, said: str, known: KnownDocument) -> str:
        """Return who had a value already that nobody entered: the task, the account, what was pressed, or the page in a
        field that nobody touched or in a record that goes away at once."""
        own = [each for each in self._defaults if _is_field(each, path)]
        if isinstance(scalar, bool):
            boxes = [bool(each.get("value")) for each in own if each.get("kind") == "checkbox"]
            return "page" if scalar in boxes else ""
        is_named = said != plain_text(scalar) or isinstance(change.before, dict)
        text = _called(said) if is_named else said
        if self.says(text) or self._means(text):
            return "task"
        if change.kind == "added" and str(scalar) in known.person:
            return "account"
        if self._is_pressed(split_name(text)):
            return "chosen"
        names = {text, str(scalar), *(said.split(", ")[:1] if is_named else ())}
        telling = {name for name in names if len(name) > 2 and not NUMBER.fullmatch(name)}
        is_held = any(_holds(each, names if each in own else telling) for each in self._defaults)
        is_copied = change.kind != "removed" and (
            (path[-1:], scalar) in self._gone or not telling.isdisjoint(self._left)
        )
        return "page" if is_held or is_copied else ""

    def _completed(self, change: Difference, scalar: Any) -> str:
        """Return a value as people write it; of what is still being typed the whole, also when the field is emptied."""
        if not isinstance(scalar, str) or (change.kind != "changed" and not squeezed(scalar)):
            return plain_text(scalar)
        begun = [whole for each, whole in self._typing.items() if each.startswith(squeezed(scalar))]
        return begun[0] if len(begun) == 1 else plain_text(scalar)

    def _line(self, text: str) -> str:
        """Return the latest line of a page that has a value, and is no field that holds it."""
        wanted = re.compile(rf"(?<!\w)(?<!\d[.,]){re.escape(' '.join(text.split()))}(?!\w)(?![.,]\d)", re.IGNORECASE)
        lines = (line for outline in reversed(self._outlines) for line in outline.splitlines() if " = " not in line)
        return next((NUMBERED.sub("", line).strip(" +~") for line in lines if wanted.search(line)), "")

    def _maker(self, change: Difference, path: tuple[str, ...], scalar: Any, text: str, known: KnownDocument) -> Maker:
        field = next((part for part in reversed(path) if part != "*"), "")
        if change.kind in ("removed", "moved"):
            return "choice"
        if field == self._submitter:
            return "page"  # the control itself, which is judged by its name
        if self._redactor.text(text) != text:
            return "model"
        if change.kind == "changed" and squeezed(change.before) == squeezed(scalar):
            return "page"  # the same in other tags or lines
        is_part = change.kind == "added" and isinstance(change.after, dict)
        if isinstance(scalar, bool | None):
            opened = self._marks and SEEN.match(field) is not None
            is_default = not scalar and (is_part or (change.kind == "added" and scalar is None))
            return "page" if opened or is_default else "choice"
        if self.is_entered(text):
            return "model"
        if change.kind == "added" and text in known.names and not (is_part and text == id_of(change.after)):
            return "choice"  # another record, by its id
        if self._is_automatic(change, field, scalar, text, known):
            return "page"
        if is_part and self._is_pressed(text):
            return "choice"
        if not is_part:
            return "choice" if text in known.texts or known.base is None else "unknown"
        copied = text in known.texts or self._seen(self._whole).says(text)
        return "page" if not text or text == "0" or copied else "unknown"

    def _is_automatic(self, change: Difference, field: str, scalar: Any, text: str, known: KnownDocument) -> bool:
        """Whether a value is a clock, a counter, an id, or what stood in the form before."""
        if is_clock(scalar) or (ALTERED.search(field) and any(map(str.isdigit, text))):
            return True
        if isinstance(scalar, int) and COUNTER.search(field):
            return True
        if change.kind != "added":
            return False
        if isinstance(change.after, dict):
            return is_id(field, text) or (isinstance(scalar, int) and PLACE.search(field) is not None)
        return is_id(field, text) or (known.base is None and self._stood_there(text))

    def _stood_there(self, text: str) -> bool:
        """Whether a form sends back what the page has shown before, and nobody has chosen it."""
        return self._is_form and self._seen(self._whole).says(text) and not self._is_pressed(text)

    def _is_pressed(self, text: str) -> bool:
        """Whether a control was pressed that is called so."""
        return bool(only_words(text)) and any(f" {only_words(text)} " in name for name in self._pressed)

    def is_entered(self, text: str) -> bool:
        """Whether a text is what the model entered, also reformatted."""
        return bool(text.strip()) and any(each.gives(text) for each in self._entered)

    def _as_entered(self, text: str) -> str:
        """Return a value as the model wrote it."""
        given = [each.text for each in self._entered if each.gives(text)]
        return text if text in given or not given else given[-1]

    def _written(self, text: str) -> str:
        """Return what of a value the model wrote; all of it where the page has completed it by another number."""
        own = self._as_entered(text)
        is_part = own != text and f" {only_words(own)} " in f" {only_words(text)} "
        return text if is_part and Statements(text).numbers - Statements(own).numbers - self.task.numbers else own

    def source(self, text: str, whole: str = "", known: KnownDocument | None = None) -> Source:
        """Return where a value comes from that the model entered, alone or in a `whole`."""
        seen = self._seen(self._known.get(whole or text, 0))
        if SECRET.fullmatch(self._redactor.text(text)):
            return "credential"
        if self.says(text):
            return "task"
        if self._belongs(text, seen):
            return "named"
        if self._means(text):
            return "meant"
        if MYSELF.search(self.task.text) and self._is_own(text, seen, known):
            return "account"
        if seen.says(text) or (len(text) > 5 and seen.says_compact(text)):
            return "read"
        return "nothing"

    def credential_field(self, text: str) -> str:
        """Return which field of a stored credential a value is."""
        found = SECRET.search(self._redactor.text(text))
        return found[1] or "" if found else ""

    def says(self, text: str) -> bool:
        """Whether the task has a value, in whatever notation; what an option adds in parentheses is not looked for."""
        text = ADDED.sub("", text) or text
        if ADDRESSEE.fullmatch(text.strip()):
            return self.task.says_compact(text)
        if self.task.says(text) or (len(text) > 5 and self.task.says_compact(text)):
            return True
        if NUMBER.fullmatch(text.strip(" €$£%")):
            return all(self.task.says_number(str(each)) for each in amounts(text.strip(" €$£%")))
        days = dates(text) if len(text) < 40 else []
        return bool(days) and len(days) == 1 and self.task.says_day(days[0])

    def _means(self, text: str) -> bool:
        """Whether the task has a value in another form; of what somebody is reached by there is one form only."""
        return ADDRESSEE.fullmatch(text.strip()) is None and self.task.means(text)

    def _belongs(self, address: str, seen: Statements) -> bool:
        """Whether a page has shown this address beside a name from the task."""
        if ADDRESSEE.fullmatch(address.strip()) is None:
            return False
        spaced = r"\s?".join(map(re.escape, re.sub(r"\s", "", address)))
        for match in re.finditer(spaced, seen.text, re.IGNORECASE):
            before = seen.text[max(match.start() - BESIDE, 0) : match.start()]
            names = [word for word in re.findall(r"[^\W\d_]{3,}", before)[-NAMES:] if word[0].isupper()]
            is_held = before.rstrip(" '\"(<").endswith("=")  # a field shows what was typed into it
            if not is_held and any(self.task.says(name) and not LABEL.search(name) for name in names):
                return True
        return False

    def _is_own(self, text: str, seen: Statements, known: KnownDocument | None) -> bool:
        """Whether a value is the person's own, as the page showed whose account it is before it was entered."""
        lines = [line for outline in self._outlines[-3:] for line in outline.splitlines()[:HEAD]]
        head = "\n".join(line for line in lines if " = " not in line)  # a field shows what was typed into it
        return (seen.says(text) and Statements(head).says(text)) or (known is not None and text in known.own)


def _is_field(field: Object, path: tuple[str, ...]) -> bool:
    """Whether a field of the page is the one of a document, by its name or its label."""
    last = only_words(split_name(path[-1])) if path else ""
    return any(last == only_words(split_name(str(field.get(each) or ""))) for each in ("name", "label"))


def _holds(field: Object, values: Collection[str]) -> bool:
    return any(each and each in (field["value"], *(field.get("chosen") or ())) for each in values)


def _called(names: str) -> str:
    """Return what people call a record by: its first two names, without its numbers."""
    return " ".join([each for each in names.split(", ") if not each.isdecimal()][:2]) or names


def _is_new(change: Difference) -> bool:
    """Whether a whole record was made; what a page writes down of itself is none."""
    return change.kind == "added" and isinstance(change.after, dict) and not any(map(LOG.search, change.path))


def _created(change: Difference) -> ChangedValue:
    """Return a new record as what the model chose to make, where nothing in it is the model's."""
    return ChangedValue(change, change.path, ", ".join(change.record[:3]), "choice")


def _scalars(change: Difference) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the scalars of a change; of a record that was removed or moved, what it is called."""
    if change.kind in ("removed", "moved") and isinstance(change.before, dict):
        yield change.path, ", ".join(change.record[:3])
    else:
        yield from scalars(change.value, change.path)
