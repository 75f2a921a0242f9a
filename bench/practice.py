"""The practice sites in a benchmark: their first state, what is stored for them, and the check of a task."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from bench.tasks.check import failures

import pollex
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.practice.server import Server

Task = dict[str, Any]


def store_credentials(app: pollex.App, url: str) -> None:
    """What the tasks speak of as stored."""
    host = urlsplit(url).hostname or ""
    vault = app.vault
    vault.set("bank", "username_password", [host], {"username": "ada", "password": "lovelace-1843"})
    vault.set("bank-code", "authenticator", [host], {"secret": "PRACTICEPOLLEXADA234567ABCDEFGHI"})
    vault.set("hard-login", "username_password", [host], {"username": "grace", "password": "cobol-1959"})


async def faults_of(page: LivePage, base: str, said: str, task: Task) -> list[str]:
    """What does not hold afterwards, as the task's check says."""
    tab = await page.opened()  # a task that was refused before anything was done has opened none
    assert isinstance(tab.tab, PlaywrightTab)
    if tab.tab.dialog is not None:
        await page.call("page.dialog", {"accept": False})
    return await failures(tab.tab.page, base, said, task)


def reset(server: Server, layout: int = 1) -> None:
    body = json.dumps({"seed": 1, "layout": layout}).encode()
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    urlopen(Request(f"{server.url}/reset", body, headers, method="POST")).close()
