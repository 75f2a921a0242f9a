"""Tools and their calls: settings, the registry, the event log, modules, and what every call is made with."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..builtin.doctor import Check
from ..builtin.tools import tools as builtin_tools
from ..core.budget import Budget
from ..core.call import Call, new_id
from ..core.cancel import CancelToken
from ..core.context import Approver, Context
from ..core.declare import from_function
from ..core.event import EventLog
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.registry import Registry
from ..core.result import Result
from ..core.secret import EnvironmentSecrets
from ..core.template import Scope
from ..core.tool import Tool
from ..disk.private import narrow, narrow_all
from ..isolation import ProcessIsolator
from ..page.tools import page_tools
from ..runs.run import Run
from ..settings import Settings, environment
from ..store import open_log
from ..vault import Vault, VaultSecrets, passphrase_from
from .toolfile import load_tools
from .wiring import open_modules

if TYPE_CHECKING:
    from ..modules.modules import Modules


class Toolbox:
    """The tools of an app, and the calls that go through them."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        tools: Iterable[Tool | Callable[..., Any]] = (),
        log: EventLog | None = None,
        ask: Approver | None = None,
        budget: Budget | None = None,
        **overrides: Any,
    ) -> None:
        """Wire everything together.

        `tools` are tools or functions that are added to the registry and offered to the agent; `ask` is asked before
        what cannot be taken back; `overrides` are settings by name, such as `home="…"`.
        """
        if settings is not None and overrides:
            message = f"Settings are given as a whole and one by one: {', '.join(overrides)}."
            raise Fault("invalid_input", message, hint="Pass the others to Settings.load().")
        self.settings = Settings.load(**overrides) if settings is None else settings
        narrow_all(self.settings.home / "files")
        narrow(self.settings.home)
        self.tools = Registry(*builtin_tools(self.settings, self._installed_checks), *page_tools())
        self._builtin = frozenset(self.tools.names())
        for each in tools:
            self.tools.add(each if isinstance(each, Tool) else from_function(each))
        self.tools.add_when_needed(self._add_installed)
        self.cancel = CancelToken()
        self._owns_log = log is None
        self.log: EventLog = open_log(self.settings.database) if log is None else log
        """The events of all runs."""
        self._isolator = ProcessIsolator()
        self.session = Run(new_id(), self.log, self.tools)
        """The run that plain calls of this app belong to."""
        self.vault = Vault(self.settings.home, passphrase=passphrase_from(self.settings.environ))
        """Credentials, and the key that seals snapshots."""
        self.context = Context(
            self.tools,
            run=self.session.id,
            log=self.log,
            secrets=VaultSecrets(self.vault, EnvironmentSecrets(self.settings.environ)),
            isolator=self._isolator,
            cancel=self.cancel,
            policy={"read": "allow", "act": "allow", "destroy": self.settings.approve},
            approve=ask,
            budget=budget,
            limits=self.settings.limits,
        )
        self._sources: dict[str, None] = {}
        """Files and folders that tools were added from, in order and each once."""

    async def call(
        self,
        tool: str,
        args: Any = None,
        *,
        key: str | None = None,
        scope: Scope | None = None,
        target: str | None = None,
        attempt: int = 1,
        id: str | None = None,  # noqa: A002 - it is the id of the call
    ) -> Result:
        """Call a tool; `args` is a dict or JSON text. Never raises: the Result says how it went.

        With a `key` the tool runs once, however often it is called. With a `scope` the templates in `args` are filled.
        """
        await self._refresh()
        self._prepare(tool)
        call = Call(tool, args, key=key, scope=scope, target=target, attempt=attempt, given_id=id)
        return await invoke(call, self.context)

    def _prepare(self, tool: str) -> None:
        """Open what a call of this tool needs."""

    def _add_installed(self) -> None:
        """Add the tools of installed libraries."""

    def _installed_checks(self) -> list[Check]:
        """Return what the doctor says about installed libraries."""
        return []

    async def _refresh(self) -> None:
        """Read the modules' files again that have changed."""
        if "modules" in vars(self):
            await self.modules.refresh()

    def scope(self, *layers: Mapping[str, Any]) -> Scope:
        """Return variables for the templates of a call, with the allowed environment variables below them."""
        return Scope(layers, environ=environment(self.settings))

    def add_tools(self, path: str | os.PathLike[str]) -> list[Tool]:
        """Add the tools that a Python file declares, or those of a folder's `tools.py` and `*_tools.py`."""
        self._sources[str(Path(path).absolute())] = None
        return [self.tools.add(tool) for tool in load_tools(Path(path))]

    @property
    def added_tools(self) -> list[str]:
        """The names of the tools that were added to the built-in ones; the agent may use them."""
        return [name for name in self.tools.names() if name not in self._builtin]

    @cached_property
    def modules(self) -> Modules:
        """The modules of this app, and the runtimes behind them."""
        return open_modules(self.settings, self.tools, self.context)

    def add_module(
        self, path: str | os.PathLike[str], *, strict: bool = True, resources: Mapping[str, Any] | None = None
    ) -> list[Tool]:
        """Add the tools of a `module.json`, or of all below a folder; a file that changes is read again.

        `resources` are values for the modules' dependencies by name; those that must not be shown are `Secret`s.
        """
        self._sources[str(Path(path).absolute())] = None
        return self.modules.add(Path(path), strict=strict, given=resources)

    async def close(self) -> None:
        """End processes, and write out what was logged."""
        if "modules" in vars(self):
            await self.modules.close()
        await self._isolator.close()
        if self._owns_log:
            await self.log.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
