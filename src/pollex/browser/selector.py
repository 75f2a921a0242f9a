"""Selectors: how a caller names an element, as one text or as a list of fallbacks, parsed into ordered candidates.

CSS is the default; other kinds say what they are: `text=Submit`, `role=button[name="Save"]`, `//a`, `testid=x`,
`act:the big button`. Plain words that cannot be CSS are a description, as after `act:`. Templates are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from ..core.fault import Fault, Issue
from ..core.json import brief
from ..core.suggest import did_you_mean, one_of
from .css import is_description, masked, unpaired, with_has_text

SelectorKind = Literal["css", "text", "role", "xpath", "testid", "label", "placeholder", "act", "index"]

PREFIXES: Final[dict[str, SelectorKind]] = {
    "css": "css",
    "text": "text",
    "role": "role",
    "xpath": "xpath",
    "testid": "testid",
    "data-testid": "testid",
    "label": "label",
    "placeholder": "placeholder",
    "act": "act",
    "index": "index",
}
PREFIX: Final = re.compile(r"([A-Za-z][\w-]*)\s*=(.*)|(text|act|xpath):(.*)", re.DOTALL | re.IGNORECASE)
"""A colon is enough after a word that is no HTML element; `label:hover` is CSS."""
INDEX: Final = re.compile(r"([0-9]{1,9})|\[\s*([0-9]{1,9})\s*\]")
ROLE: Final = re.compile(r"([A-Za-z_]+)\s*(?:\[\s*name\s*=\s*(.*?)\s*\])?", re.DOTALL)
QUOTED: Final = re.compile(r""""((?:[^"\\]|\\.)*+)"|'((?:[^'\\]|\\.)*+)'""", re.DOTALL)
SIMPLE: Final = re.compile(r"[\w.:-]+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to find the element. Its text parses as the same candidate."""

    kind: SelectorKind
    value: str | int
    name: str | None = None
    """The accessible name that goes with a role."""
    exact: bool = False
    """Whether the whole text must match, including case; otherwise a part in any case is enough."""

    def __str__(self) -> str:
        value = str(self.value)
        match self.kind:
            case "css":
                return value if _reads_as_css(value) else f"css={value}"
            case "act":
                return f"act:{value}"
            case "role":
                return f"role={value}" + ("" if self.name is None else f"[name={_quote(self.name)}]")
            case "testid":
                return f"testid={value if SIMPLE.fullmatch(value) else _quote(value)}"
        return f"{self.kind}={_quote(value) if self.exact else value}"


@dataclass(frozen=True, slots=True)
class Selector:
    """The candidates in the order in which they are tried."""

    candidates: tuple[Candidate, ...]

    def to_json(self) -> str | list[str]:
        texts = [str(candidate) for candidate in self.candidates]
        return texts[0] if len(texts) == 1 else texts


def parse(selector: str | int | Sequence[str | int]) -> Selector:
    """Parse a selector; raise one Fault with all mistakes, each at its index in the list."""
    if not isinstance(selector, list | tuple):
        found = [_candidate(selector, "")]
    else:
        found = [_candidate(item, f"/{index}") for index, item in enumerate(selector)]
    issues = [candidate for candidate in found if isinstance(candidate, Issue)]
    if not found:
        issues = [Issue("", "The list of selectors is empty.", "at least one selector", "[]", "Name the element.")]
    if issues:
        raise Fault.from_issues("invalid_input", issues)
    return Selector(tuple(candidate for candidate in found if isinstance(candidate, Candidate)))


def named(index: Any) -> Any:
    """Return what is given in the place of an index as a selector: plain words are all of what it is called or says.

    What reads like a selector may be a name, such as that of a colour.
    """
    if not isinstance(index, str) or PREFIX.fullmatch(index) or INDEX.fullmatch(index.strip()):
        return index
    if index.startswith(("#", ".", "/", "[", "(")):
        return [index, f"act:{index}"]
    return [f"act:{index}", f"text={_quote(index.strip())}"]


def _candidate(item: Any, where: str) -> Candidate | Issue:
    try:
        return _read(item)
    except Fault as fault:
        return Issue(where, fault.message, fault.expected, brief(item), fault.hint)


def _read(item: Any) -> Candidate:
    if isinstance(item, int) and not isinstance(item, bool):
        return _index(str(item))
    if not isinstance(item, str):
        raise _mistake("A selector is a text or the index of an element.", "a text or a whole number")
    text = item.strip()
    if not text:
        raise _mistake("The selector is empty.", "a selector", "Say how the element is found: '#id', 'text=Save'.")
    if index := INDEX.fullmatch(text):
        return _index(index[1] or index[2])
    if prefix := PREFIX.fullmatch(text):
        return _prefixed(prefix[1] or prefix[3], (prefix[2] or prefix[4] or "").strip())
    if text.startswith(("/", "(/", "./", "..")):
        return _prefixed("xpath", text)
    return _prefixed("act" if is_description(text) else "css", text)


def _prefixed(prefix: str, value: str) -> Candidate:
    kind = PREFIXES.get(prefix.lower())
    if kind is None:
        hint = did_you_mean(prefix, PREFIXES) or f"For an attribute write [{prefix}={_quote(value[:40])}]."
        raise _mistake(f"{prefix + '='!r} is no kind of selector.", one_of(f"{name}=" for name in PREFIXES), hint)
    if not value:
        raise _mistake(f"Nothing follows {prefix!r}.", "what to look for")
    match kind:
        case "css":
            return Candidate(kind, with_has_text(_paired(value)))
        case "xpath":
            return Candidate(kind, _paired(value, escapes=False))
        case "role":
            return _role(value)
        case "act":
            return Candidate(kind, value)
        case "index":
            return _index(value)
    return _worded(kind, value)


def _index(text: str) -> Candidate:
    if INDEX.fullmatch(text):
        return Candidate("index", int(text.strip("[] ")))
    if text.startswith("{{") and not masked(text).strip("_"):
        return Candidate("index", text)
    raise _mistake(f"{text!r} is not the index of an element.", "a whole number from 0")


def _paired(value: str, *, escapes: bool = True) -> str:
    if wrong := unpaired(value, escapes=escapes):
        column, char = wrong
        hint = "Close what is opened, and open what is closed."
        raise _mistake(f"{char!r} at column {column} has no partner.", "brackets and quotes in pairs", hint)
    return value


def _role(value: str) -> Candidate:
    role = ROLE.fullmatch(masked(value))
    if role is None:
        hint = "Only a name can go with a role; use CSS for other attributes."
        raise _mistake(f"{value!r} is not a role.", 'a role, with or without a name: button[name="Save"]', hint)
    if role[2] is None:
        return Candidate("role", value[: role.end(1)])
    name = value[slice(*role.span(2))]
    inner = _unquote(name)
    if inner is None and (not name or set("\"'[]") & set(masked(name))):
        raise _mistake(f"{name!r} is not a name.", 'a name in quotes, such as "Save"')
    return Candidate("role", value[: role.end(1)], name=name if inner is None else inner)


def _worded(kind: SelectorKind, value: str) -> Candidate:
    """Return a candidate found by text; quoted text must match exactly."""
    inner = _unquote(value)
    if inner == "":
        raise _mistake("There is nothing between the quotes.", "what to look for")
    if inner is not None:
        return Candidate(kind, inner, exact=kind != "testid")
    if value[0] in "\"'" and value.count(value[0]) == 1:
        raise _mistake(f"{value[0]!r} at the beginning is never closed.", "a closing quote, or none at all")
    return Candidate(kind, value)


def _reads_as_css(value: str) -> bool:
    try:
        return _read(value) == Candidate("css", value)
    except Fault:
        return False


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _unquote(text: str) -> str | None:
    """Return the text between quotes, or None if the text is not entirely quoted."""
    if quoted := QUOTED.fullmatch(text):
        inner = quoted[2] if quoted[1] is None else quoted[1]
        return re.sub(r"\\(.)", r"\1", inner, flags=re.DOTALL)
    return text[1:-1] if QUOTED.fullmatch(masked(text)) else None


def _mistake(message: str, expected: str, hint: str | None = None) -> Fault:
    return Fault("invalid_input", message, expected=expected, hint=hint)
