"""A2UI messages (0.9, 1.0) as commands of a workspace: a surface becomes a window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.fault import Fault
from ...core.json import Object, brief
from ...core.limits import DEFAULT_LIMITS
from ...core.suggest import did_you_mean, one_of
from .lacks import LACKS
from .messages import REMOTE, read_message
from .surface import A2uiSurface


@dataclass(frozen=True, slots=True)
class Imported:
    """The commands of an import in batches that keep the limit, and what could not be taken over."""

    batches: list[list[Object]]
    lacking: list[str]


class A2uiImport:
    """Reads messages one by one, as they are streamed."""

    def __init__(self, title: str | None = None) -> None:
        self._title = title
        self._surfaces: dict[str, A2uiSurface] = {}
        self._lacking: dict[str, None] = {}
        self._count = 0

    @property
    def lacking(self) -> list[str]:
        """What could not be taken over, so far."""
        return list(self._lacking)

    def read(self, message: Any) -> list[Object]:
        """Return the commands of one message, or raise a Fault with a pointer into the list of messages."""
        index, self._count = self._count, self._count + 1
        kind, body = read_message(message, index)
        if kind in REMOTE:
            self._lacking[f"The message {kind!r} is not known: a workspace has no functions of the renderer."] = None
            return []
        try:
            return self._apply(kind, body)
        except Fault as fault:
            fault.pointer = f"/{index}/{kind}{fault.pointer or ''}"
            raise

    def _apply(self, kind: str, body: Object) -> list[Object]:
        name = body["surfaceId"]
        if kind == "createSurface":
            return self._create(name, body)
        surface = self._surfaces.get(name)
        if surface is None:
            raise Fault(
                "not_found",
                f"There is no surface {name!r}.",
                pointer="/surfaceId",
                expected=one_of(self._surfaces) if self._surfaces else "a surface; none was created",
                received=repr(name),
                hint=did_you_mean(name, self._surfaces) or "Create it first by `createSurface`.",
            )
        if kind == "deleteSurface":
            del self._surfaces[name]
            return [{"op": "window.close", "params": {"id": surface.window}}]
        if kind == "updateComponents":
            surface.put_components(body["components"])
        else:
            surface.put_data(body.get("path", ""), body.get("value"))
        return self._draw(surface)

    def _create(self, name: str, body: Object) -> list[Object]:
        if name in self._surfaces:
            raise Fault(
                "conflict",
                f"The surface {name!r} exists already.",
                pointer="/surfaceId",
                expected="a new id",
                received=repr(name),
                hint="Delete it first by `deleteSurface`.",
            )
        if body.get("theme"):
            self._lacking[LACKS["theme"]] = None
        surface = self._surfaces[name] = A2uiSurface(name)
        surface.put_components(body.get("components", []))
        surface.put_data("", body.get("dataModel"))
        created = {"op": "window.create", "params": {"id": surface.window, "title": (self._title or name)[:200]}}
        return [created, *self._draw(surface)]

    def _draw(self, surface: A2uiSurface) -> list[Object]:
        made = surface.draw()
        self._lacking |= surface.lacking
        return made


def import_surface(messages: Iterable[Any] | Object, *, title: str | None = None) -> Imported:
    """Return the commands that draw A2UI surfaces: a list of messages, or an object that has one as `messages`."""
    listed = messages.get("messages", [messages]) if isinstance(messages, dict) else messages
    if not listed or isinstance(listed, str) or not isinstance(listed, Iterable):
        raise Fault("invalid_input", "There are no messages.", expected="a list of messages", received=brief(listed))
    reader = A2uiImport(title)
    commands = [command for message in listed for command in reader.read(message)]
    return Imported(_batches(commands), reader.lacking)


def _batches(commands: Sequence[Object], most: int = DEFAULT_LIMITS.batch_ops) -> list[list[Object]]:
    return [list(commands[at : at + most]) for at in range(0, len(commands), most)]
