"""The text of A2UI's `formatString`: `${/path}` and `${call(name: value)}` among other text."""

from __future__ import annotations

import re
from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object, brief

DEEPEST: Final = 20
NAME: Final = re.compile(r"\s*(@?[A-Za-z_]\w*)\s*\(")
ARGUMENT: Final = re.compile(r"\s*([A-Za-z_]\w*)\s*:\s*")
QUOTED: Final = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"", re.DOTALL)
NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?=\s*[,)}]|\s*$)")
WORD: Final = re.compile(r"(?:true|false|null)(?=\s*[,)}]|\s*$)")
PATH: Final = re.compile(r"[^\s,(){}$'\"]+")
PLAIN: Final = re.compile(r"(?:[^$\\]|\\(?!\$\{)|\$(?!\{))+")
SPACE: Final = re.compile(r"\s*")
WORDS: Final = {"true": True, "false": False, "null": None}


def parse_template(text: str) -> list[Any]:
    """Return the parts of a template: texts, bindings (`{"path"}`) and calls (`{"call", "args"}`), or raise a Fault."""
    parser = _Parser(text)
    parts: list[Any] = []
    while parser.at < len(text):
        if plain := parser.take(PLAIN):
            parts.append(plain[0])
        elif text.startswith("\\${", parser.at):
            parser.at += 3
            parts.append("${")
        else:
            parts.append(parser.interpolation(0))
    return parts


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def expect(self, mark: str) -> None:
        self.take(SPACE)
        if not self.text.startswith(mark, self.at):
            raise self._mistake(repr(mark))
        self.at += len(mark)

    def interpolation(self, depth: int) -> Any:
        self.expect("${")
        value = self.expression(depth)
        self.expect("}")
        return value

    def expression(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise self._mistake(f"at most {DEEPEST} levels")
        self.take(SPACE)
        if self.text.startswith("${", self.at):
            return self.interpolation(depth + 1)
        if quoted := self.take(QUOTED):
            return re.sub(r"\\(.)", r"\1", quoted[1] if quoted[1] is not None else quoted[2], flags=re.DOTALL)
        if name := self.take(NAME):
            return {"call": name[1], "args": self._arguments(depth)}
        if number := self.take(NUMBER):
            return float(number[0]) if "." in number[0] else int(number[0])
        if word := self.take(WORD):
            return WORDS[word[0]]
        if path := self.take(PATH):
            return {"path": path[0]}
        raise self._mistake("a path, a call or a value")

    def _arguments(self, depth: int) -> Object:
        made: Object = {}
        while name := self.take(ARGUMENT):
            made[name[1]] = self.expression(depth + 1)
            self.take(SPACE)
            if not self.text.startswith(",", self.at):
                break
            self.at += 1
        self.expect(")")
        return made

    def _mistake(self, expected: str) -> Fault:
        return Fault(
            "invalid_input",
            f"The template {brief(self.text)} is wrong at column {self.at + 1}.",
            expected=expected,
            received=repr(self.text[self.at : self.at + 20]) if self.at < len(self.text) else "the end",
            hint="Write ${/path} or ${name(argument: value)}.",
        )
