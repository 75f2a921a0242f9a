"""Sentences of docstrings: about a function as a whole, and about its parameters."""

from __future__ import annotations

import re
from typing import Final

SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*'\"])")
PARAGRAPH: Final = re.compile(r"\n\s*\n")
UNDERLINE: Final = re.compile(r"^\s*[-=~*_#]{3,}\s*$", re.MULTILINE)
WORDS: Final = frozenset({
    "code", "data", "default", "file", "first", "from", "group", "input", "items", "list", "mode", "name", "names",
    "number", "object", "option", "options", "order", "other", "path", "query", "result", "start", "stop", "string",
    "text", "time", "type", "value", "values", "with", "words",
})  # fmt: skip
"""Parameters whose names are so common that a sentence may well mean something else."""
FILES: Final = frozenset({"fp", "fileobj", "file_object", "fsrc", "fdst", "stream"})
FUNCTIONS: Final = frozenset({"callback", "cls", "func", "function", "hook", "klass", "onerror", "predicate"})
LONGEST: Final = 400
"""Characters of a description; a model reads every one of them at every turn."""


def summary(text: str | None) -> str:
    """Return the first paragraph in one line, shortened where it is long."""
    paragraphs = [" ".join(part.split()) for part in PARAGRAPH.split(UNDERLINE.sub("", text or ""))]
    first = next((part for part in paragraphs if part), "")
    return _fitting(first)


def first_sentence(text: str | None) -> str:
    return SENTENCE_END.split(summary(text))[0]


def mention(parameter: str, text: str) -> str | None:
    """Return what a docstring says of a parameter outside any section.

    An entry of a plain list (`path` and below it its text, or `path -- text`), else the first sentence that marks it
    (`*n*`, ``n``), else one that has the name, if the name is no common word. It must have it among its first words:
    a sentence that only comes to it speaks of the function, as the summary does.
    """
    name = re.escape(parameter)
    if entry := re.search(rf"^ *{name}(?:\n(?: {{4,}}\S.*(?:\n|\Z))+| +--? +.+)", text, re.MULTILINE):
        return _fitting(" ".join(entry[0].split()).removeprefix(parameter).lstrip(" -"))
    marked = re.compile(rf"(?:\S+ ){{0,3}}\W?[*`'\"]{name}(?:\([^)]*\))?[*`'\"]")
    plain = re.compile(rf"(?:\S+ ){{0,3}}\W?\b{name}\b")
    whole = summary(text)
    prose = [sentence for part in PARAGRAPH.split(text) if ">>>" not in part for sentence in _sentences(part)]
    prose = [sentence for sentence in prose if sentence not in whole]
    found = [sentence for sentence in prose if marked.match(sentence)]
    if not found and len(parameter) > 3 and parameter not in WORDS:
        found = [sentence for sentence in prose if plain.match(sentence)]
    return _fitting(found[0]) if found else None


def why_not_json(parameter: str, text: str) -> str | None:
    """Return why a parameter without a type cannot be JSON, by its name or the docstring; None if it can."""
    if parameter in FILES:
        return "is an open file, by its name"
    if parameter in FUNCTIONS or parameter.endswith(("_hook", "_func", "_function", "_callback", "_factory")):
        return "is a function or a class, by its name"
    if re.search(rf"\bbytes-like\s+object\s+[*`']*{re.escape(parameter)}\b", text):
        return "takes bytes, as its docstring says"
    return None


def _sentences(paragraph: str) -> list[str]:
    return SENTENCE_END.split(" ".join(paragraph.split()))


def _fitting(text: str) -> str:
    """Shorten a long text to whole sentences, else to whole words."""
    if len(text) <= LONGEST:
        return text
    cut = text[:LONGEST]
    ends = [end.start() for end in SENTENCE_END.finditer(cut)]
    return cut[: ends[-1]] if ends else cut.rpartition(" ")[0] + " …"
