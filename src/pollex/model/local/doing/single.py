"""Single values of a page: by their labels, by what the page says in its notices, or in a sentence that tells them."""

from __future__ import annotations

import re
from typing import Final

from .calling import call
from .columns import CODE, MONEY, stem, tokens
from .script import Memory, Script
from .sentences import stated

DATE: Final = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:January|February|March|April|May|June|July|August|September|October|"
    r"November|December)(?: \d{4})?\b|\b(?:January|February|March|April|May|June|July|August|September|October|"
    r"November|December) \d{1,2}(?:, \d{4})?\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b"
)
FILE: Final = re.compile(
    r"(?<![\w./-])[\w-]+(?:\.[\w-]+)*\.(?:pdf|csv|txt|docx?|xlsx?|pptx?|zip|png|jpe?g|gif|svg|ics|od[tsp])\b"
)
FORMS: Final = (
    ("attachment", FILE),
    ("file", FILE),
    ("key", CODE),
    ("id", CODE),
    ("iban", re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,}(?: ?[A-Z0-9]{1,3})?\b")),
    ("email", re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")),
    ("mail", re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")),
    ("phone", re.compile(r"(?<![\w-])\+\d[\d ()/-]{6,}\d")),
)
"""What needs no label, since it looks like nothing else."""
SUM: Final = re.compile(r"\bsum:?\s+([-−–]?\s?[€$£]\s?[-−–]?\d[\d.,]*\d)", re.IGNORECASE)
SAYS: Final = frozenset({"message", "text", "notice", "confirmation", "outcome", "result", "answer", "page", "error"})
EMPTY: Final = re.compile(r"^(?:number|amount|name) of (?:the )?|\b(?:years?|months?|days?) of ", re.IGNORECASE)


def single(memory: Memory, fields: tuple[str, ...], topic: str, said: str) -> Script[str | None]:
    """The values of fields on the page, joined; None where one of them is not told."""
    names = [EMPTY.sub("", name).strip() or name for name in fields]
    if set(names) <= SAYS:
        return (yield from _says(memory))
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    read = yield from call(memory, "extract", instruction=topic, schema=schema)
    values: list[str] = []
    for name in names:
        value = (yield from _summed_up(memory)) if name == "sum" else None
        value = value or ((read.data or {}).get(name) if read.ok else None)
        if name.lower().endswith("address") and (value is None or MONEY.match(str(value))):
            value = yield from _addressed(memory)
        if value is None or ((form := form_of(name)) and not form.search(str(value))):
            value = yield from _by_text(memory, name, said)
        if value is None:
            return None
        values.append(str(value))
    told = memory.parts if ", ".join(memory.parts) in values else []
    memory.parts = [*(part for value in values if value != ", ".join(told) for part in value.split("; ")), *told]
    return ", ".join(values)


def _addressed(memory: Memory) -> Script[str | None]:
    """The one part of the page that is marked as an address."""
    found = yield from call(memory, "query", selector="css=main address", most=2)
    texts = [" ".join(str(each["text"]).split()) for each in found.get("elements") or ()]
    return texts[0] if len(texts) == 1 else None


def _summed_up(memory: Memory) -> Script[str | None]:
    """The sum that the page tells in its running text."""
    text = yield from call(memory, "text")
    found = set(SUM.findall(str(text.get("text") or "")))
    return found.pop() if len(found) == 1 else None


def _by_text(memory: Memory, name: str, said: str) -> Script[str | None]:
    """A value beside or below its label in the page's text, the choices of a group, or the sentence that tells it."""
    shown = yield from call(memory, "text")
    text = str(shown.get("text") or "")
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    wanted = tokens(name)
    for place, line in enumerate(lines):
        label, _, rest = line.partition(":") if ":" in line else line.partition("\t")
        if tokens(label) == wanted and rest.strip():
            return rest.strip()
        if tokens(line) == wanted and place + 1 < len(lines) and re.search(r"\d", lines[place + 1]):
            return lines[place + 1]
    choices = yield from _choices(memory, wanted)
    name = re.sub(r"(?<=\w) (?:for|of) .+$", "", name)
    told = sentence_of(text, name, said) or stated(text, name, said, memory.topic or "")
    return choices or by_form(text, wanted) or told


def by_form(text: str, wanted: list[str]) -> str | None:
    """The only text of the page that has the form of what is sought, where its name tells it; of files all."""
    pattern = form_of(" ".join(wanted))
    found = list(dict.fromkeys(pattern.findall(text))) if pattern else []
    return "; ".join(found) if len(found) == 1 or (found and pattern is FILE) else None


def form_of(name: str) -> re.Pattern[str] | None:
    return next((pattern for word, pattern in FORMS if word in tokens(name)), None)


def _choices(memory: Memory, wanted: list[str]) -> Script[str | None]:
    """The choices of a group that is called so: colours, sizes."""
    found = yield from call(memory, "choices")
    for group in found.data or () if found.ok else ():
        if tokens(str(group["name"])) == wanted:
            memory.parts = [str(choice["name"]) for choice in group["choices"] if not choice["disabled"]]
            return ", ".join(memory.parts) or None
    return None


def _says(memory: Memory) -> Script[str | None]:
    """What the page tells in its notices, else what its main part says."""
    told = yield from call(
        memory,
        "query",
        selector="css=[role=alert], [role=status], output, [aria-live=polite], .message, .notice",
        most=6,
    )
    texts = [" ".join(str(each["text"]).split()) for each in told.get("elements") or () if str(each["text"]).strip()]
    read = yield from call(memory, "read", most=600)
    main = " ".join(str(read.get("text") or "").split())
    return "; ".join(dict.fromkeys([*texts, main])) or None


def sentence_of(text: str, name: str, said: str) -> str | None:
    """The one sentence that has the words of the question and a value of the kind that is asked for."""
    if stem(name) not in ("date", "day", "when", "time"):
        return None
    words = {
        word for word in tokens(said) if len(word) > 3 and word not in ("which", "when", "what", "date", "day", "tell")
    }
    fitting = [
        sentence.strip()
        for sentence in re.split(r"(?<=[.!?])\s+|\n", text)
        if DATE.search(sentence) and words and words <= set(tokens(sentence))
    ]
    return fitting[0] if len(set(fitting)) == 1 else None
