"""The tools of libraries in an app's registry: those of added folders and those of installed packages."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from ..core.fault import Fault
from ..core.registry import Registry
from ..core.suggest import did_you_mean, one_of
from ..core.tool import Tool
from ..library.library import Library
from ..library.template import Template
from .installed import InstalledLibrary, find_installed

LOG = logging.getLogger(__name__)


class LibraryTools:
    """Adds the tools of libraries to a registry, and knows from which template each was made."""

    def __init__(
        self, registry: Registry, builtin: frozenset[str], make_tool: Callable[[Library, Template], Tool]
    ) -> None:
        """`builtin` are the names of built-in tools, with which no app's id may begin."""
        self._registry = registry
        self._builtin = builtin
        self._make_tool = make_tool
        self._installed: list[InstalledLibrary] = []
        self._looked = False
        self._added: dict[str, tuple[Library, Template]] = {}
        """The tools of all libraries by their names."""

    @property
    def installed(self) -> list[InstalledLibrary]:
        """The libraries of installed packages, added when this is first asked for."""
        self.add_installed()
        return self._installed

    @property
    def added(self) -> list[Library]:
        """The libraries whose tools can be called: those of packages, and those of folders that were added."""
        self.add_installed()
        return list({id(library): library for library, _ in self._added.values()}.values())

    def add_installed(self) -> None:
        """Add the tools of installed libraries; one that cannot be added is left out with a warning."""
        if self._looked:
            return
        self._looked = True
        self._installed = find_installed()
        for each in self._installed:
            try:
                if each.folder is not None:
                    each.tools = tuple(tool.name for tool in self._add(self._load(each.folder)))
            except Fault as fault:
                each.problem = fault
            if each.problem is not None:
                LOG.warning("The installed library %r is left out: %s", each.name, each.problem.message)

    def add(self, folder: Path) -> list[Tool]:
        """Add the tools of a library; raise a Fault where it has mistakes or a name is taken.

        An installed library with tools of the same names is left out.
        """
        library = self._load(folder)
        names = {each.name for each in library.of_type("tool")}
        for each in self.installed:
            if names & set(each.tools):
                self._leave_out(each, f"{str(folder)!r} brings tools of the same names.")
        return self._add(library)

    def find(self, name: str) -> tuple[Library, Template]:
        """Return a tool's library and template by `APP.SLUG` or `APP/SLUG`; raise a Fault with similar names."""
        wanted = name.replace("/", ".", 1)
        if wanted not in self._added:
            self.add_installed()
        if wanted in self._added:
            return self._added[wanted]
        hint = did_you_mean(wanted, self._added) or "Add its library first: app.add_library(DIR)."
        message = f"There is no library tool {name!r}."
        raise Fault("unknown_tool", message, expected=one_of(self._added), received=name, hint=hint)

    def has(self, name: str) -> bool:
        """Return whether a tool of a library has this name."""
        self.add_installed()
        return name.replace("/", ".", 1) in self._added

    def _load(self, folder: Path) -> Library:
        return Library.load(folder, taken=self._builtin)

    def _add(self, library: Library) -> list[Tool]:
        templates = library.of_type("tool")
        tools = [self._make_tool(library, each) for each in templates]
        if taken := [tool.name for tool in tools if tool.name in self._registry]:
            message = f"The library {str(library.folder)!r} brings the tool {taken[0]!r}, which there is already."
            raise Fault("conflict", message, received=", ".join(taken), hint="Give the app another id.", retry=False)
        self._added.update({each.name: (library, each) for each in templates})
        return [self._registry.add(tool) for tool in tools]

    def _leave_out(self, installed: InstalledLibrary, why: str) -> None:
        for name in installed.tools:
            self._registry.remove(name)
            del self._added[name]
        installed.tools, installed.problem = (), Fault("conflict", why)
