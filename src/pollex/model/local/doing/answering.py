"""Questions answered from the page: read, worked out with `reckon`, and told as the page writes it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Both, Question, Records
from .calling import act, call
from .columns import Row, column, stem, tokens
from .finding import go_to, open_named, seek
from .kinds import fits
from .listing import GENERAL, Listing, chosen, listing, reckon
from .narrowing import narrowed
from .reaching import is_on_page, look
from .revealing import revealed
from .script import Memory, Script, Stop, Told
from .single import sentence_of, single

HIDDEN: Final = re.compile(r"[•●∗]{2,}|\*{3,}|(?<=\s)[xX]{4,}")
STATE: Final = re.compile(r"\b(?:unread|starred|flagged|late|overdue|archived|pinned|unpaid|paid)\b", re.IGNORECASE)
THEM: Final = frozenset({"them", "they", "those", "these", "you opened", "ones you opened", "ones you ticked"})


def tell(memory: Memory, asked: Question) -> Script[None]:
    """Answer a question, and keep the answer."""
    memory.parts = []
    value = yield from ask(memory, asked)
    if value is None and asked.what == "value" and all(name.lower() in memory.learnt for name in asked.fields):
        value = ", ".join(memory.learnt[name.lower()] for name in asked.fields)
    if value is None:
        raise Stop(f"“{asked.said}” cannot be answered from the page.")
    if not fits(asked, value):
        raise Stop(f"“{asked.said}”: “{value}” is no answer to that.")
    if HIDDEN.search(value) and (yield from revealed(memory, asked.fields, asked.said)):
        value = (yield from ask(memory, asked)) or value
    if HIDDEN.search(value):
        raise Stop(f"“{asked.said}”: the page hides a part of it ({value}).")
    for name in (*asked.fields, "last"):
        memory.learnt[name.lower()] = value
    if asked.quietly:
        return
    if memory.collecting is not None:
        memory.collecting.append(value)
    parts = memory.parts or ([value] if "; " not in value else value.split("; "))
    memory.answers.append(Told(f"{_label(asked)}: {value}", parts[0] if len(parts) == 1 else parts))


def _label(asked: Question) -> str:
    said = re.sub(
        r"^(?:the|its|what (?:is|was|are)|which|how many|only)\s+",
        "",
        asked.said.strip().rstrip("?"),
        flags=re.IGNORECASE,
    )
    return (said[:1].upper() + said[1:]) if said else "Answer"


def ask(memory: Memory, asked: Question, *, optional: bool = False) -> Script[str | None]:
    """The answer as text; None where the page does not tell."""
    if asked.what == "count":
        number = yield from count(memory, asked)
        return None if number is None else str(number)
    if asked.of.noun.lower() in THEM and asked.what in ("list", "value") and memory.several and not memory.rows:
        return "; ".join(memory.several)
    if asked.of.noun.lower() in THEM and asked.what == "value":
        asked = replace(asked, what="list", fields=tuple(stem(field) for field in asked.fields))
    if asked.what == "value":
        return (yield from _value(memory, asked, optional))
    if (
        asked.what == "list"
        and memory.collecting is None
        and memory.several
        and re.search(r"\b(?:those|these|them)\b", asked.said)
    ):
        return "; ".join(dict.fromkeys(memory.several))
    return (yield from _from_rows(memory, asked))


def _value(memory: Memory, asked: Question, optional: bool) -> Script[str | None]:
    """Single values: of what was spoken of, of something with a name, or of the page."""
    of = asked.of
    if of.noun == "that" and asked.fields == ("last",):
        return memory.learnt.get("last")
    if of.noun in ("it", "page", "") and of.name is None:
        if (
            (of.noun == "it" or memory.in_row)
            and memory.record is not None
            and (known := _known(memory, memory.record, asked.fields))
        ):
            return known
        if memory.place and of.noun == "page" and asked.fields[0] in ("total", "sum", "total price", "total amount"):
            yield from open_named(memory, memory.place)
        return (yield from single(memory, asked.fields, memory.topic or "the page", asked.said))
    name = of.name or of.noun
    if memory.place and set(tokens(name)) & set(tokens(memory.place)) and (yield from open_named(memory, memory.place)):
        return (yield from single(memory, asked.fields, name, asked.said))
    if asked.fields == ("date",) and not of.tests:
        shown = yield from call(memory, "text")
        if told := sentence_of(str(shown.get("text") or ""), "date", asked.said):
            return told
    if (row := (yield from _row_of(memory, name, of, asked.fields))) is not None:
        memory.topic, memory.record = name, row
        if known := _known(memory, row, asked.fields):
            return known
    if not (yield from go_to(memory, name)) and not (yield from _is_here(memory, name)):
        if optional:
            return None
        raise Stop(f"“{asked.said}”: there is no “{name}” to be found.")
    memory.topic, memory.record = name, None
    return (yield from single(memory, asked.fields, name, asked.said))


def _is_here(memory: Memory, name: str) -> Script[bool]:
    words = [word for word in tokens(name) if word not in GENERAL]
    text = yield from call(memory, "text")
    said = set(tokens(str(text.get("text") or "")))
    return all(word in said for word in words)


def _known(memory: Memory, row: Row, fields: tuple[str, ...]) -> str | None:
    found = [column(name, [row]) for name in fields]
    texts = [row.get(name, "") for name in found if name is not None]
    memory.parts = texts
    return " – ".join(texts) if len(texts) == len(fields) and all(texts) else None


def _row_of(memory: Memory, name: str, of: Records, fields: tuple[str, ...]) -> Script[Row | None]:
    """The one row of a list on this page that is called so."""
    words = [word for word in tokens(name) if word not in GENERAL]
    if not words:
        return None
    found = yield from listing(memory, Records(of.noun or "rows", (), of.name), fields, whole=False)
    fitting = [row for row in found.rows if set(words) <= set(tokens(" ".join(row.values())))]
    exact = [row for row in fitting if any(name.lower() == value.lower() for value in row.values())]
    named = exact or fitting
    return named[0] if len(named) == 1 else None


def _from_rows(memory: Memory, asked: Question) -> Script[str]:
    """Answers that need a list: sums, extremes, the first ones, all."""
    whole = asked.what not in ("first", "nth")
    asked = replace(asked, of=(yield from narrowed(memory, asked.of, asked.said)))
    found = yield from rows_of(
        memory, asked.of, tuple(filter(None, (*asked.fields, asked.by))), asked.said, whole=whole
    )
    kept = yield from chosen(memory, found, asked.of, asked.said)
    if not kept:
        raise Stop(f"“{asked.said}”: nothing in the list fits.")
    memory.rows = kept
    by = None if asked.by is None else column(asked.by, kept)
    if asked.by is not None and by is None:
        raise Stop(f"“{asked.said}”: the list does not show “{asked.by}”.")
    if asked.what in ("sum", "average"):
        return str((yield from reckon(memory, asked.said, rows=kept, what=asked.what, by=by))["text"])
    what = "first" if asked.what == "nth" else asked.what
    if by is not None and all(re.match(r"\s*[-−–]\s?[€$£]?\d", row.get(by, "")) for row in kept):
        what = "least" if what == "most" else "most" if what == "least" else what  # money that went out
    worked = yield from reckon(
        memory, asked.said, rows=kept, what=what, by=by, number=asked.number or (1 if what == "first" else None)
    )
    rows = list(worked["rows"])
    if asked.what == "nth":
        rows = rows[-1:] if len(rows) == asked.number else []
    if not rows:
        raise Stop(f"“{asked.said}”: nothing in the list fits.")
    if len(rows) > 1:
        memory.rows = rows
    return _spoken(memory, asked, found, rows)


def _spoken(memory: Memory, asked: Question, found: Listing, rows: list[Row]) -> str:
    name = found.name
    if asked.what == "list" or (asked.number not in (None, 1) and asked.what != "nth"):
        memory.several = [row.get(name or "", "") or ", ".join(row.values()) for row in rows]
    else:
        memory.record, memory.topic = rows[0], rows[0].get(name or "") or next(iter(rows[0].values()), None)
    texts = []
    for row in rows:
        columns = [found.column(field) or (name if field in ("name", "title") else None) for field in asked.fields]
        missing = [field for field, there in zip(asked.fields, columns, strict=True) if there is None]
        if missing:
            raise Stop(f"“{asked.said}”: the list does not show “{missing[0]}”.")
        cells = [row.get(key or "", "") for key in columns] if columns else list(row.values())
        memory.parts += [cell for cell in cells if cell]
        texts.append(" – ".join(cell for cell in cells if cell))
    return "; ".join(texts)


def rows_of(memory: Memory, of: Records, fields: tuple[str, ...], said: str, *, whole: bool = True) -> Script[Listing]:
    """The list that is meant; looked for by search or by its link where it is not here."""
    if _are_them(of, said):
        if memory.rows:
            return Listing(list(memory.rows))
        of = Records("results", of.tests, of.name, of.here, of.place)
    if of.place:
        yield from go_to(memory, re.sub(r"^(?:the|my|your)\s+", "", of.place))
    found = yield from listing(memory, of, fields, whole=whole)
    if found.rows and _is_meant(found, of):
        return found
    if (yield from seek(memory, of.name or of.noun)):
        found = yield from listing(memory, of, fields, whole=whole)
        if found.rows:
            return found
    raise Stop(f"“{said}”: there is no list of “{of.name or of.noun}” to be found.")


def _are_them(of: Records, said: str) -> bool:
    """Whether records are those that were spoken of before."""
    noun = of.noun.lower().strip()
    return noun in THEM or (noun in ("", "ones") and re.search(r"\b(?:those|these|them|their)\b", said) is not None)


def _is_meant(found: Listing, of: Records) -> bool:
    """Whether the words of the noun have to do with the list: general ones, its title, or words of its rows."""
    words = {word for word in tokens(of.noun) if word not in ("of", "in", "the")}
    texts = set(
        tokens(
            f"{found.title} {' '.join(found.rows[0])} {' '.join(value for row in found.rows for value in row.values())}"
        )
    )
    return not words or bool(words & (texts | GENERAL))


def count(memory: Memory, asked: Question, *, quietly: bool = False) -> Script[int | None]:
    """How many there are: as the page says itself, else as many as there are rows."""
    of = asked.of
    if of.noun.lower() in THEM and memory.several:
        return len(memory.several)
    if of.noun.lower() in THEM:
        of = asked.of if memory.rows else Records("results")
    if of.name and not (yield from is_on_page(memory, of.name)):
        yield from seek(memory, of.name)
    is_state = STATE.search(of.noun) is not None
    if not quietly or is_state:
        of = yield from narrowed(memory, of, asked.said)
    if not of.tests and (stated := (yield from _stated(memory, of))) is not None:
        return stated
    try:
        found = yield from rows_of(memory, of, (), asked.said)
        kept = yield from chosen(memory, found, of, asked.said)
    except Stop:
        if quietly and not is_state:  # a state that no row shows may still be so
            return 0
        raise
    memory.several, memory.rows = [row.get(found.name or "", "") for row in kept], kept
    counted = yield from reckon(memory, asked.said, rows=kept, what="count")
    return int(counted["value"])


def _stated(memory: Memory, of: Records) -> Script[int | None]:
    """A number that the page itself puts before the noun: `400 issues`, `34 unread`."""
    state = yield from call(memory, "state", elements=0, text=4000)
    lines = f"{state.get('outline')}\n{state.get('textContent')}".splitlines()
    phrase = re.sub(r"^(?:are|is|were|was) ", "", of.noun)
    text = yield from call(memory, "text")
    if (
        " " in phrase
        and (said := re.findall(rf"(?<![\w.,])(\d[\d,]*) {re.escape(phrase)}\b", str(text.get("text"))))
        and len(set(said)) == 1
    ):
        return int(said[0].replace(",", ""))
    nouns = [word for word in tokens(of.noun) if word not in ("of", "in", "the")]
    place = tokens(re.sub(r"^(?:the|my|your)\s+", "", of.place or ""))
    found: list[int] = []
    for line in lines:
        for match in re.finditer(r"(?<![\w.,-])(\d[\d,.]*)\s+([^\W\d_]+)(?:\s+([^\W\d_]+))?", line):
            following = [stem(word) for word in match.groups()[1:] if word]
            if _counts(following, nouns) and all(word in tokens(line) for word in place):
                found.append(int(re.sub(r"\D", "", match[1])))
    return found[0] if found and len(set(found)) == 1 else None


def _counts(following: list[str], nouns: list[str]) -> bool:
    """Whether the words after a number are the noun, or the first of its words."""
    is_near = following[0] in nouns or (len(following) > 1 and following[1] == (nouns or [""])[-1])
    return is_near and (len(nouns) < 2 or following[0] == nouns[0] or set(nouns) <= set(following))


def compare(memory: Memory, step: Both) -> Script[None]:
    """Two values side by side."""
    values = []
    for name, asked in zip(step.names, (step.first, step.second), strict=True):
        value = yield from ask(memory, asked)
        if value is None:
            raise Stop(f"“{step.said}”: the page does not tell the {asked.fields[0]} of {name}.")
        values.append({"name": name, "value": value})
    if step.way == "difference":
        return (yield from _difference(memory, step, values))
    worked = yield from reckon(memory, step.said, rows=values, what=step.way, by="value")
    best = worked["rows"][0]
    memory.topic, memory.record = best["name"], None
    told = " and ".join(f"{row['name']}: {row['value']}" for row in values)
    memory.answers.append(Told(f"{told}. {best['name']} it is", best["name"]))
    if step.gap:
        yield from _difference(memory, step, values)


def _difference(memory: Memory, step: Both, values: list[Row]) -> Script[None]:
    numbers = []
    for row in values:
        worked = yield from reckon(memory, step.said, rows=[row], what="sum", by="value")
        numbers.append(worked["value"])
    larger, smaller = (values[0], values[1]) if numbers[0] >= numbers[1] else (values[1], values[0])
    taken = {"value": f"-{re.sub(r'[^0-9.,]', '', str(smaller['value']))}"}
    worked = yield from reckon(memory, step.said, rows=[larger, taken], what="sum", by="value")
    gap = f"{worked['value']:.2f}" if re.search(r"[.,]\d\d\b", str(larger["value"])) else f"{worked['value']:g}"
    memory.answers.append(Told(f"The difference is {gap}", gap))


def compared(memory: Memory, value: str, op: str, wanted: str) -> Script[bool]:
    """Whether a value that was read compares so with another."""
    how = {"before": "lt", "after": "gt"}.get(op, op)
    worked = yield from reckon(
        memory,
        f"{value} {op} {wanted}",
        rows=[{"value": value}],
        what="count",
        where=[{"field": "value", "is": how, "value": wanted}],
    )
    return bool(worked["value"])


__all__ = ["act", "ask", "compare", "compared", "count", "look", "tell"]
