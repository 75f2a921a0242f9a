"""Every command that a message advises exists, with the options that it names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pollex
from pollex.cli.command_group import COMMANDS, load_command

SOURCE = Path(pollex.__file__).parent
COMMAND = re.compile(r"(?<![\w/.])pollex ((?:[a-z][a-z-]*\b ?)+)([^.;\n`]*)")
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)")


def advised() -> Iterator[tuple[str, str, list[str]]]:
    """Yield every `pollex …` in a text of the source: its file, its words and its options."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for found in COMMAND.finditer(_text(node)):
                if options := OPTION.findall(found[0]):
                    yield str(file.relative_to(SOURCE)), found[1], options


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else "…" for each in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def options_of(words: str) -> set[str] | None:
    """Return the options of the command that the words begin with; None where there is none."""
    first, *inner = words.split()
    if first not in COMMANDS:
        return None
    command: Any = load_command(first)
    for word in inner:
        command = getattr(command, "commands", {}).get(word, command)
    return {option for each in command.params for option in (*each.opts, *each.secondary_opts)} | {"--help"}


def test_messages_advise_commands_and_options_that_exist() -> None:
    found = list(advised())

    wrong = [
        (file, words, option)
        for file, words, options in found
        for option in options
        if option not in (options_of(words) or ())
    ]
    assert len(found) > 30
    assert wrong == []


@pytest.mark.parametrize(("words", "known"), [("library publish DIR", "--domain"), ("run", "--url")])
def test_the_options_of_a_command_are_found(words: str, known: str) -> None:
    assert known in (options_of(words) or set())
