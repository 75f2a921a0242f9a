"""The generic login as a contender: each visitor has an app of its own, so that nothing is remembered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from bench.login.exam import Credentials, Outcome
from bench.login.sitting import Ask

from pollex import App
from pollex.page.live import LivePage

NAMES = {"username_password": "exam", "authenticator": "exam-code"}


@dataclass
class GenericVisitor:
    """A browser, and a vault with what one attempt may use."""

    app: App
    page: LivePage

    async def open(self, url: str) -> None:
        await self.page.call("page.navigate", {"url": url})

    async def attempt(self, url: str, credentials: Credentials, ask: Ask) -> Outcome:
        host = urlsplit(url).hostname or ""
        for kind, fields in credentials.items():
            self.app.vault.set(NAMES[kind], kind, [host], dict(fields))

        async def answer(question: str, form: Any, timeout: float | None) -> Any:
            return {next(iter(form["properties"])): await ask(question)}

        self.page.context.ask = answer
        args = {"credential": NAMES["username_password"], "url": url, "force": True}
        result = await self.page.call("login", args)
        if result.fault is not None and result.fault.code == "not_found":
            return "attempt_failed"
        outcome: Outcome = result.unwrap()["loggedIn"]
        return outcome


@dataclass
class GenericLogin:
    """Makes visitors."""

    app: App | None = None
    """One app for all of them, where it does not matter that it remembers refusals and used codes."""

    @asynccontextmanager
    async def fresh(self) -> AsyncIterator[GenericVisitor]:
        async with AsyncExitStack() as stack:
            app = self.app
            if app is None:
                home = stack.enter_context(TemporaryDirectory())
                app = await stack.enter_async_context(App(home=home, environ={}))
            yield GenericVisitor(app, await stack.enter_async_context(app.page()))


@asynccontextmanager
async def generic() -> AsyncIterator[GenericLogin]:
    """Return the contender: `bench/run login --with bench.login.generic:generic`."""
    yield GenericLogin()
