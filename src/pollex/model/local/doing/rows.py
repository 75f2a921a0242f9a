"""The rows of the page's lists, and the one that words mean: a name, a description, or what was read of it before."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from .calling import call
from .columns import Row, tokens
from .script import Memory, Script
from .values import MONTHS, NAMES

DAY: Final = re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{NAMES})\b", re.IGNORECASE)
GROUP: Final = 3
"""Links that a row may have; what has more is a list of its own."""
EMPTY: Final = frozenset(
    {
        *("the", "a", "an", "my", "your", "his", "her", "its", "their", "this", "that", "of", "for", "from", "to"),
        *("on", "at", "by", "with", "about", "and", "or", "is", "was", "are", "which", "who", "it", "one", "i", "in"),
        *("s", "sent", "wrote", "called", "named", "titled", "message", "mail", "email", "letter", "row", "entry"),
        *("item", "thing", "product", "order", "issue", "ticket", "card", "person", "member", "file", "record", "list"),
        *("result", "line", "draft", "appointment", "event", "account", "into", "again", "page", "article", "there"),
    }
)
"""Words that say nothing about which row is meant."""
KINDS: Final = frozenset({"folder", "page", "tab", "section", "link", "button", "view", "category", "menu", "entry"})


def rows(memory: Memory) -> Script[list[Object]]:
    """The rows of every list on the page; those of navigation only where there are no others."""
    found = yield from call(memory, "records", most=250)
    lists = (found.data or []) if found.ok else []
    main = [row for each in lists if not each.get("beside") for row in each["records"]]
    return main or [row for each in lists for row in each["records"]]


def row_called(memory: Memory, words: str) -> Script[Object | None]:
    """The one row that words mean; None where none or several do."""
    return best_row((yield from rows(memory)), words)


def row_read(memory: Memory, read: Row) -> Script[Object | None]:
    """The one row of the page that says all that was read of it before."""
    wanted = [_plain(value) for value in read.values() if value.strip()]
    found = [row for row in (yield from rows(memory)) if all(says(_plain(whole(row)), value) for value in wanted)]
    return _innermost(found) if wanted else None


def best_row(found: list[Object], words: str) -> Object | None:
    """Of several rows the one that fits a description best; None where that is not clear."""
    ranked = [(rank + _is_called(row, words), row) for row in found if (rank := likeness(whole(row), words)) > 0]
    best = max((rank for rank, _ in ranked), default=0.0)
    return _innermost([row for rank, row in ranked if rank == best])


def _is_called(row: Object, words: str) -> bool:
    """Whether the row, its link or a cell is called by nothing but the names in a description."""
    names = [row["text"], *(row.get("cells") or {}).values(), *(each["name"] for each in row.get("controls") or ())]
    wanted = [tokens(each) for each in (words, *re.findall(r'"([^"]+)"', words))]
    return any(tokens(str(name)) in wanted for name in names)


def opener(row: Object | None, words: str) -> int | None:
    """What opens a row: the control that is called as the words say, else its link; None for a group of many."""
    if row is None:
        return None
    wanted = [_called(each) for each in (words, *re.findall(r'"([^"]+)"', words))]
    controls = [each for each in row.get("controls") or () if each["role"] in ("link", "button", "tab")]
    named = [each["index"] for each in controls if _called(str(each["name"])) in wanted]
    links = {each["index"]: _called(str(each["name"])) for each in controls if each["role"] == "link"}
    link: int | None = row.get("link")
    is_other = len(links) > 1 and link in links and links[link] and not any(links[link] & each for each in wanted)
    return named[0] if named else None if len(links) > GROUP or is_other else link


def _called(name: str) -> set[str]:
    """The words of a name that tell it from others."""
    return {word for word in tokens(re.sub(r"\s*\(?\d+\)?(?: [a-z]+)?$", "", name)) if word not in EMPTY | KINDS}


def likeness(text: str, words: str) -> float:
    """How well a row fits a description: 0 where a name, quote, number or day of it is missing."""
    quotes = re.findall(r'"([^"]+)"', words)
    rest = DAY.sub(" ", re.sub(r'"[^"]+"', " ", words))
    names = re.findall(r"(?<![\w])(?:[A-Z0-9][\w&.-]*)", re.sub(r"['’]s\b", "", rest))
    needed = {word for word in tokens(" ".join([*quotes, *names])) if word not in EMPTY}
    has = set(tokens(text))
    if not needed <= has or any(not any(way in text for way in day_forms(day)) for day in DAY.finditer(words)):
        return 0.0
    if not all(says(" ".join(tokens(text)), " ".join(tokens(quote))) for quote in quotes):
        return 0.0
    soft = {word for word in tokens(rest) if word not in EMPTY} - needed
    if not needed and not soft <= has:
        return 0.0
    is_answer = any(re.search(rf"\b\w{{2,3}}: {re.escape(quote)}", text) for quote in quotes)
    return float(bool(needed or soft)) * (1.0 + len(soft & has)) - 0.5 * is_answer


def _innermost(found: list[Object]) -> Object | None:
    """The only row; of a list within a list the inner one."""
    found = sorted(found, key=lambda row: len(whole(row)))
    if not found:
        return None
    inner, length = _plain(str(found[0]["text"])), len(whole(found[0]))
    apart = [row for row in found[1:] if inner not in _plain(str(row["text"])) or len(whole(row)) == length]
    return None if apart else found[0]


def whole(row: Object) -> str:
    """What a row says: its text, its cells, the names of its controls."""
    cells = " ".join(map(str, (row.get("cells") or {}).values()))
    return f"{row['text']} {cells} {' '.join(str(control['name']) for control in row.get('controls') or ())}"


def says(text: str, words: str) -> bool:
    """Whether a text has these words, whole: number 17 is not in number 179."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def day_forms(match: re.Match[str]) -> set[str]:
    """A day as rows may write it."""
    day, month = int(match["day"]), MONTHS[match["month"].lower()]
    name = match["month"].capitalize()
    return {
        f"{month:02}-{day:02}", f"{day} {name}", f"{day} {name[:3]}", f"{name} {day}", f"{name[:3]} {day}",
        f"{day}.{month}.", f"{day:02}.{month:02}.", f"{day:02} {name[:3]}",
    }  # fmt: skip
