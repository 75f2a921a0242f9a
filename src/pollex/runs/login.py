"""Logs in before a library tool: with the login that was kept if it still holds, else by the app's own script."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from ..core.context import Context
from ..core.environment import RunEnvironment
from ..core.json import Object
from ..core.login_outcome import login_fault
from ..core.protocols import Page
from ..core.result import Result
from ..library.plan import ScriptPlan

RunScript = Callable[[ScriptPlan, str, RunEnvironment], Awaitable[tuple[Result, Object | None]]]
"""Runs `run` or `logged_in` of a script on the page of an environment; also the state of a browser of its own."""


class KeptLogins(Protocol):
    """Where logins are kept: browser states by app and credential. The methods read and write files."""

    def get(self, app: str, credential: str) -> Object | None: ...

    def keep(self, app: str, credential: str, snapshot: Object) -> object: ...

    def forget(self, app: str, credential: str) -> object: ...


@dataclass(frozen=True, slots=True)
class Login:
    """The login of one run."""

    app: str
    script: ScriptPlan
    logins: KeptLogins
    open_page: Callable[[Context], Page]
    run_script: RunScript

    @property
    def credential(self) -> str:
        """The credential that the login is kept for: the one with the user's name, else the first."""
        known = self.script.credentials
        return known.get("username_password") or next(iter(known.values()), "none")

    async def ensure(self, environment: RunEnvironment) -> Object:
        """Log in unless the kept login still holds, and keep it; return how. Raise a Fault if it cannot be done."""
        state = await self.state()
        if state is not None and await self._holds(state, environment):
            return {"app": self.app, "credential": self.credential, "fresh": False}
        return await self.renew(environment)

    async def renew(self, environment: RunEnvironment) -> Object:
        """Log in, and keep the login."""
        await self._log_in(environment)
        return {"app": self.app, "credential": self.credential, "fresh": True}

    async def state(self) -> Object | None:
        """Return the browser's state of the kept login."""
        return await asyncio.to_thread(self.logins.get, self.app, self.credential)

    async def _keep(self, state: Object) -> None:
        await asyncio.to_thread(self.logins.keep, self.app, self.credential, state)

    async def _holds(self, state: Object, environment: RunEnvironment) -> bool:
        """Ask the script itself whether the kept login still holds; the site may have renewed its cookies then."""
        async with self._page(environment) as (page, inside):
            await page.restore(state)
            result, _ = await self.run_script(self.script, "logged_in", inside)
            if not result.ok or result.data is not True:
                return False
            await self._keep(await page.snapshot(earlier=state))
            return True

    async def _log_in(self, environment: RunEnvironment) -> None:
        await asyncio.to_thread(self.logins.forget, self.app, self.credential)
        async with self._page(environment) as (page, inside):
            if self.script.start is not None:
                (await page.call("page.navigate", {"url": self.script.start})).unwrap()
            result, ended = await self.run_script(self.script, "run", inside)
            if result.fault is not None:
                raise result.fault
            outcome = self.script.checked(result.data)
            if (fault := login_fault(outcome, f"the login of {self.app!r} with {self.credential!r}")) is not None:
                raise fault
            await self._keep(ended or await page.snapshot())

    @asynccontextmanager
    async def _page(self, environment: RunEnvironment) -> AsyncIterator[tuple[Page, RunEnvironment]]:
        """Open a page of its own, and an environment on it in which nothing is kept."""
        page = self.open_page(environment.context)
        try:
            context = replace(environment.context, page=page)
            yield page, replace(environment, context=context, states=None, journal=False)
        finally:
            await page.close()
