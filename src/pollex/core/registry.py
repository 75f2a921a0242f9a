"""Registries of tools by name, and thin views: other names, fewer tools, approval needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from .fault import Fault
from .suggest import LONGEST, did_you_mean
from .tool import Tool

if TYPE_CHECKING:
    from .dialect import Export


class Tools:
    """A collection of tools. A view overrides one or two methods; everything else follows from them."""

    def find(self, name: str) -> Tool | None:
        raise NotImplementedError

    def names(self) -> list[str]:
        raise NotImplementedError

    def get(self, name: str) -> Tool:
        """Return the tool of this name, or raise a Fault with similar names."""
        tool = self.find(name)
        if tool is None:
            raise self.unknown(name)
        return tool

    def unknown(self, name: str) -> Fault:
        """Return the Fault for a name that is not in this collection."""
        return unknown_tool(name, self.names())

    def __iter__(self) -> Iterator[Tool]:
        return (self.get(name) for name in self.names())

    def __len__(self) -> int:
        return len(self.names())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def for_provider(self, provider: str, *, strict: bool = False) -> Export:
        """Return definitions in a provider's dialect; `.losses` says what each could not express."""
        from .dialect import export  # many small files: loaded by those who export, not by every call

        return export(self, provider, strict=strict)

    def prefixed(self, prefix: str) -> Tools:
        return Prefixed(self, prefix)

    def filtered(self, keep: Callable[[Tool], bool]) -> Tools:
        return Filtered(self, keep)

    def renamed(self, names: Mapping[str, str]) -> Tools:
        """Show tools under other names: `{"old": "new"}`."""
        return Renamed(self, names)

    def approval_required(self, needed: Callable[[Tool], bool] = lambda tool: True) -> Tools:
        return ApprovalRequired(self, needed)


class Registry(Tools):
    """Tools by name."""

    def __init__(self, *tools: Tool) -> None:
        self._tools: dict[str, Tool] = {}
        self._formerly: dict[str, str] = {}
        self._pending: Callable[[], object] | None = None
        for tool in tools:
            self.add(tool)

    def add_when_needed(self, load: Callable[[], object]) -> None:
        """Have `load` add tools that are slow to find: once, when names are listed or one is not found."""
        self._pending = load

    def _load(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending()

    def add(self, tool: Tool, *, replace: bool = False) -> Tool:
        """Add a tool. A name that is taken is a Fault, unless `replace` is set."""
        if tool.name in self._tools and not replace:
            raise name_taken(tool.name)
        self._tools[tool.name] = tool
        self._formerly |= dict.fromkeys(tool.formerly, tool.name)
        return tool

    def remove(self, name: str) -> Tool:
        tool = self.get(name)
        del self._tools[name]
        return tool

    def find(self, name: str) -> Tool | None:
        found = self._tools.get(name) or self._tools.get(self._formerly.get(name, name))
        if found is None and self._pending is not None:
            self._load()
            return self.find(name)
        return found

    def names(self) -> list[str]:
        self._load()
        return list(self._tools)


class Joined(Tools):
    """Several collections as one. The first that has a name wins."""

    def __init__(self, *sources: Tools) -> None:
        self._sources = sources

    def find(self, name: str) -> Tool | None:
        return next((tool for source in self._sources if (tool := source.find(name))), None)

    def names(self) -> list[str]:
        return list(dict.fromkeys(name for source in self._sources for name in source.names()))


class View(Tools):
    """A view of tools that changes nothing; the base of the others."""

    def __init__(self, inner: Tools) -> None:
        self._inner = inner

    def find(self, name: str) -> Tool | None:
        return self._inner.find(name)

    def names(self) -> list[str]:
        return self._inner.names()


class Prefixed(View):
    def __init__(self, inner: Tools, prefix: str) -> None:
        super().__init__(inner)
        self._prefix = prefix

    def find(self, name: str) -> Tool | None:
        if not name.startswith(self._prefix):
            return None
        tool = self._inner.find(name.removeprefix(self._prefix))
        return tool and tool.replace(name=name)

    def names(self) -> list[str]:
        return [self._prefix + name for name in self._inner.names()]


class Filtered(View):
    def __init__(self, inner: Tools, keep: Callable[[Tool], bool]) -> None:
        super().__init__(inner)
        self._keep = keep

    def find(self, name: str) -> Tool | None:
        tool = self._inner.find(name)
        return tool if tool and self._keep(tool) else None

    def names(self) -> list[str]:
        return [name for name in self._inner.names() if name in self]


class Renamed(View):
    def __init__(self, inner: Tools, names: Mapping[str, str]) -> None:
        super().__init__(inner)
        self._new = dict(names)
        self._old = {new: old for old, new in names.items()}
        for old in names:
            inner.get(old)
        shown = [self._new.get(name, name) for name in inner.names()]
        for name in set(shown):
            if shown.count(name) > 1:
                raise Fault(
                    "conflict", f"Two tools would be called {name!r}.", received=name, hint="Choose another name."
                )

    def find(self, name: str) -> Tool | None:
        if name in self._new and name not in self._old:
            return None
        tool = self._inner.find(self._old.get(name, name))
        return tool and tool.replace(name=name)

    def names(self) -> list[str]:
        return [self._new.get(name, name) for name in self._inner.names()]


class Changed(View):
    """A view in which a function changes each tool."""

    def __init__(self, inner: Tools, change: Callable[[Tool], Tool]) -> None:
        super().__init__(inner)
        self._change = change

    def find(self, name: str) -> Tool | None:
        tool = self._inner.find(name)
        return tool and self._change(tool)

    def unknown(self, name: str) -> Fault:
        return self._inner.unknown(name)


class ApprovalRequired(View):
    def __init__(self, inner: Tools, needed: Callable[[Tool], bool]) -> None:
        super().__init__(inner)
        self._needed = needed

    def find(self, name: str) -> Tool | None:
        tool = self._inner.find(name)
        return tool.replace(approval=True) if tool and self._needed(tool) else tool


def name_taken(name: str) -> Fault:
    hint = "Give one of them another name, or pass replace=True."
    return Fault("conflict", f"There is already a tool {name!r}.", received=name, hint=hint)


def short_name(name: str) -> str:
    """Return a name for messages, shortened: a model may invent one of any length."""
    return name if len(name) <= LONGEST else f"{name[:40]}…"


def unknown_tool(name: str, known: list[str], advice: str = "`pollex tools` lists them.") -> Fault:
    """Return the Fault for an unknown tool; `advice` is the hint if no name is similar."""
    name = short_name(name)
    return Fault(
        "unknown_tool",
        f"There is no tool {name!r}.",
        expected="the name of a tool",
        received=name,
        hint=did_you_mean(name, known) or (advice if known else "No tools are registered."),
    )
