"""`enter.html` in the home folder: lets a browser in without the entry standing on a command line, which others see."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

from ..disk.replace import replace_file

NAME: Final = "enter.html"
PAGE: Final = """<!doctype html><meta charset="utf-8"><title>Pollex</title>
<form method="post" action="{action}"><input type="hidden" name="token" value="{token}"><button>Enter</button></form>
<script>document.forms[0].submit()</script>"""


def write_entry_file(home: Path, enter: str) -> Path:
    """Write a page, readable by its owner alone, that sends the entry of an address to its server."""
    parts = urlsplit(enter)
    token = parse_qs(parts.query)["token"][0]
    path = home / NAME
    home.mkdir(parents=True, exist_ok=True)
    page = PAGE.format(action=escape(parts._replace(query="").geturl()), token=escape(token))
    replace_file(path, page, mode=0o600)
    return path


def remove_entry_file(home: Path) -> None:
    (home / NAME).unlink(missing_ok=True)
