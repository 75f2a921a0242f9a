"""What a task says, as data: a list of instructions, one type for each kind. Nothing here knows a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Op = Literal["eq", "ne", "lt", "le", "gt", "ge", "contains", "lacks", "before", "after", "starts", "ends"]
Sum = Literal["value", "list", "count", "sum", "average", "least", "most", "first", "last", "nth"]
Way = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Test:
    """What must hold of a record: a field (any, where none is named), how it is compared, with what."""

    field: str | None
    op: Op
    value: str


@dataclass(frozen=True, slots=True)
class Records:
    """Which records are meant: `the open orders over 50 euro` are `order` with two tests."""

    noun: str
    tests: tuple[Test, ...] = ()
    name: str | None = None
    """What the one record is called that is meant."""
    here: bool = False
    """Whether only what is shown now counts, without further pages."""
    place: str | None = None
    """The part of the page that they stand in."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something to read and tell."""

    what: Sum
    fields: tuple[str, ...]
    of: Records
    by: str | None = None
    """The field that decides which is the least, or that is added up."""
    number: int | None = None
    """How many of them, in `the first three`."""
    said: str = ""
    quietly: bool = False
    """Whether it only finds what later instructions speak of, and is no part of the answer."""


@dataclass(frozen=True, slots=True)
class Both:
    """Two questions whose answers are compared."""

    first: Question
    second: Question
    way: Literal["least", "most", "difference", "same"]
    names: tuple[str, str]
    said: str = ""
    gap: bool = False
    """Whether it is also asked by how much."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What an `if` or `until` asks: whether something is there, or how a value compares."""

    kind: Literal["there", "says", "compares", "state", "end", "is", "refused"]
    words: str
    negated: bool = False
    question: Question | None = None
    op: Op = "eq"
    value: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """Go to an address."""

    address: str
    new_tab: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Do to an element what the verb says: nearly always a click on it."""

    verb: str
    words: str
    place: str | None = None
    said: str = ""
    count: int = 1
    button: Literal["left", "right"] = "left"
    times: int = 1


@dataclass(frozen=True, slots=True)
class Enter:
    """Give a field a value, whatever kind of field it is. `field` is "" for the one that has the focus."""

    field: str
    value: str
    place: str | None = None
    add: Literal["", "start", "end"] = ""
    """Where it goes when what is there already stays."""
    offered: bool = False
    """Whether it must be taken from what the field then offers."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose an option, of a named list or wherever it stands."""

    option: str
    field: str | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """Turn something on or off."""

    words: str
    on: bool = True
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Search:
    words: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    by: str
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """Show only what passes the tests."""

    tests: tuple[Test, ...]
    said: str = ""


@dataclass(frozen=True, slots=True)
class LogIn:
    credential: str | None = None
    given: tuple[Enter, ...] = ()
    """What the task itself says to type, in the place of something stored."""
    stay: bool = False
    """Whether one is to stay logged in."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait for a time, or for a condition."""

    seconds: float | None = None
    until: Condition | None = None


@dataclass(frozen=True, slots=True)
class Scroll:
    """Scroll by pages, to an end (`all`), or until something is there."""

    way: Way = "down"
    pages: float | None = None
    until: Condition | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Press:
    key: str
    field: str | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Travel:
    """Moves through history and tabs."""

    tool: Literal["back", "forward", "refresh", "switch_tab", "close_tab"]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Dialog:
    """Answer what the page asks."""

    accept: bool
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """Close a banner, dialog, menu or panel."""

    words: str


@dataclass(frozen=True, slots=True)
class Upload:
    files: tuple[str, ...]
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Drag:
    words: str
    to: str
    start: str = ""
    """Where it is now."""


@dataclass(frozen=True, slots=True)
class Make:
    """Create a record with the page's own form: open it, fill it in, send it off."""

    noun: str
    verb: str
    pairs: tuple[Enter | Choose | Tick, ...]


@dataclass(frozen=True, slots=True)
class If:
    condition: Condition
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """Do the body for each record; `all` of an act is this too."""

    of: Records
    body: tuple[Instruction, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Within:
    """Do the steps in a place: a folder, a tab, a category; or a part of the page."""

    place: str
    steps: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """Words that may be the name of one button, or else the steps: `press Check and continue`."""

    words: str
    steps: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Until:
    """Do the body again and again until the condition holds."""

    condition: Condition
    body: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """Words that ask for nothing: thanks, where one is, what not to do."""

    words: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A statement: what it names is what the words after it speak of."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Say:
    """Words that are to be the answer."""

    text: str


Instruction: TypeAlias = (
    Open | Act | Enter | Choose | Tick | Search | Sort | Filter | LogIn | Wait | Scroll | Press | Travel | Dialog
    | Close | Upload | Drag | Make | Question | Both | If | Each | Within | Joined | Until | Remark | Mention | Say
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Program:
    """What was understood, in order, and the words that were not."""

    steps: tuple[Instruction, ...]
    unknown: tuple[str, ...] = ()
