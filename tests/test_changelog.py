"""The changelog announces what is there: the tools, commands and options that it names exist, its counts are right."""

import re
from pathlib import Path

import pytest

from pollex.core.event import KINDS
from pollex.page.tools import page_tools
from pollex.practice.logins.pages import PAGES

ROOT = Path(__file__).parents[1]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
COMMANDS = (ROOT / "docs" / "reference" / "commands.md").read_text()


def test_every_page_tool_and_event_that_is_named_is_there() -> None:
    assert set(re.findall(r"`(page\.\w+)`", CHANGELOG)) <= {*KINDS, *(tool.name for tool in page_tools())}


def test_every_option_and_command_that_is_named_is_there() -> None:
    assert [each for each in re.findall(r"(?<!\w)--[a-z-]+", CHANGELOG) if each not in COMMANDS] == []
    named = re.findall(r"`pollex ((?:runs|flow|module) [a-z]+|[a-z]+)", CHANGELOG)
    groups = {"module", "flow", "runs", "tools"}
    assert [each for each in named if each not in groups and f"## `pollex {each}" not in COMMANDS] == []


def templates(kind: str) -> int:
    return len(list((ROOT / "examples" / "library" / "src").rglob(f"{kind}/*.template.json")))


def components() -> int:
    return len(re.findall(r"(?m)^## `", (ROOT / "docs" / "reference" / "components.md").read_text()))


@pytest.mark.document("all", "What the changelog counts is so many.")
@pytest.mark.parametrize(
    ("words", "count", "found"),
    [
        ("twenty tools and four logins", 20, templates("tool")),
        ("twenty tools and four logins", 4, templates("auth")),
        ("Thirty-five components", 35, components()),
        ("nineteen login pages", 19, len(PAGES)),
    ],
)
def test_what_is_counted_is_so_many(words: str, count: int, found: int) -> None:
    assert words in CHANGELOG
    assert found == count


def test_arguments_have_names() -> None:
    assert "| `None` |" not in COMMANDS
