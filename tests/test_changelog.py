"""The changelog announces what is there: the tools, commands and options that it names exist."""

import re
from pathlib import Path

from pollex.core.event import KINDS
from pollex.page.tools import page_tools

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


def test_arguments_have_names() -> None:
    assert "| `None` |" not in COMMANDS
