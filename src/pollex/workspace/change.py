"""A change of the desk by one batch: worked out on a copy, kept as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..core.call import Call
from ..core.fault import Fault
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS, Limits
from ..core.path import MISSING
from ..core.result import Repair, Result
from ..core.suggest import did_you_mean, one_of
from ..core.wire import call_envelope
from .desk import Desk, DeskComponent
from .state import StateChange, StateEntry, StateKey
from .tree import BoundCommand, Nodes, count, places, without_place
from .window import SIZES, USUAL_SIZE, DeskWindow

CommandReader = Callable[[Any], list[Object]]
"""From the JSON of a `data-command`, as text or parsed: its batch, or a Fault."""
WindowChange = Literal["created", "updated", "destroyed"]


@dataclass(slots=True)
class AppliedCommand:
    """A command as it was applied: completed, with what it drew and answered."""

    call: Call
    data: Any = None
    drawn: list[object] | None = None
    """The nodes that its HTML became."""
    notes: list[str] = field(default_factory=list)
    repairs: tuple[Repair, ...] = ()
    synthetic: bool = False
    given: Any = None
    """The params as they were given, before they were completed."""

    def result(self) -> Result:
        return Result.success(self.data, notes=tuple(self.notes), repairs=self.repairs)

    def to_json(self) -> Object:
        """Return it as its event keeps it."""
        made: Object = {"command": call_envelope(self.call), "answer": self.data}
        if self.notes:
            made["notes"] = self.notes
        if self.repairs:
            made["repairs"] = [repair.to_json() for repair in self.repairs]
        if self.drawn is not None:
            made["drawn"] = self.drawn
        if self.synthetic:
            made["synthetic"] = True
        return made


class DeskChange:
    """A copy of the desk and everything that a batch did to it."""

    def __init__(
        self,
        desk: Desk,
        batch: str,
        *,
        now: float,
        read_command: CommandReader,
        limits: Limits = DEFAULT_LIMITS,
        replayed: bool = False,
    ) -> None:
        """`replayed`: it was applied before, perhaps under another catalogue of components."""
        self.desk = desk.copy()
        self.replayed = replayed
        self.batch = batch
        self.now = now
        self.limits = limits
        self.read_command = read_command
        self.applied: list[AppliedCommand] = []
        self.windows: dict[str, WindowChange] = {}
        self.components: dict[str, None] = {}
        self.state: list[StateChange] = []
        self.cancelled = 0
        """How much pending work the current command has dropped."""
        self._bound = 0

    @property
    def current(self) -> AppliedCommand:
        """The command that is being applied."""
        return self.applied[-1]

    def note(self, text: str) -> None:
        self.current.notes.append(text)

    def bind_command(self, text: str) -> BoundCommand:
        """Return the command of an element, checked, with an id that belongs to this batch."""
        self._bound += 1
        return BoundCommand(f"{self.batch}.{self._bound}", tuple(self.read_command(text)))

    def window(self, id: str, pointer: str = "/windowId") -> DeskWindow:  # noqa: A002 - it is the id of the window
        """Return a window, or raise a Fault with the windows that there are."""
        found = self.desk.windows.get(id)
        if found is None:
            raise Fault(
                "not_found",
                f"There is no window {id!r}.",
                pointer=pointer,
                expected=one_of(self.desk.windows) if self.desk.windows else "a window; none is open",
                received=repr(id),
                hint=did_you_mean(id, self.desk.windows) or "Create it first by `window.create`.",
            )
        return found

    def component(self, id: str) -> DeskComponent:  # noqa: A002
        """Return a component, or raise a Fault with the components that there are."""
        found = self.desk.components.get(id)
        if found is None:
            raise Fault(
                "not_found",
                f"There is no component {id!r}.",
                pointer="/id",
                expected=one_of(self.desk.components) if self.desk.components else "a component; none is drawn",
                received=repr(id),
                hint=did_you_mean(id, self.desk.components) or "Draw it first by `component.render`.",
            )
        return found

    def window_or_shell(self, id: str) -> DeskWindow:  # noqa: A002
        """Return a window; where there is none, make a shell by a `window.create` of its own (the safety net)."""
        if id not in self.desk.windows:
            width, height = SIZES[USUAL_SIZE]
            x, y = self.next_place()
            top = self.top() + 1
            params = {"id": id, "title": id, "x": x, "y": y, "width": width, "height": height, "zIndex": top}
            cause = self.current.call
            made = Call("window.create", params, trace=cause.trace, group=cause.group)
            shell = AppliedCommand(made, {"id": id}, synthetic=True)
            self.applied.insert(len(self.applied) - 1, shell)
            self.put_window(DeskWindow(id, id, x, y, width, height, top, synthetic=True))
            self.note(f"There was no window {id!r}: an empty one was made.")
        return self.desk.windows[id]

    def put_window(self, window: DeskWindow) -> None:
        """Add or replace a window."""
        earlier = self.desk.windows.get(window.id)
        if earlier is None and len(self.desk.windows) >= self.limits.windows:
            raise _too_many("windows", self.limits.windows, "Close windows that nobody needs.")
        self.desk.windows[window.id] = window
        created = earlier is None or self.windows.get(window.id) == "created"
        self.windows[window.id] = "created" if created else "updated"

    def forget_components(self, removed: Nodes) -> None:
        """Forget the components whose places were removed with these nodes."""
        for component in places(removed):
            self._forget_component(component)

    def close_window(self, window: DeskWindow) -> None:
        """Remove a window with its components, its state and its watches."""
        del self.desk.windows[window.id]
        self.windows[window.id] = "destroyed"
        for component in [each for each in self.desk.components.values() if each.window == window.id]:
            self._forget_component(component.id)
        for at in [each for each in self.desk.state if each.window == window.id]:
            self.put_state(at, None)
        for at in [each for each in self.desk.watches if each.window == window.id]:
            del self.desk.watches[at]

    def put_component(self, component: DeskComponent) -> None:
        if component.id not in self.desk.components and len(self.desk.components) >= self.limits.components:
            raise _too_many("components", self.limits.components, "Destroy components that nobody needs.")
        self.desk.components[component.id] = component
        self.components[component.id] = None

    def remove_component(self, component: DeskComponent) -> None:
        self._forget_component(component.id)
        window = self.desk.windows[component.window]
        content = without_place(window.content, component.id)
        self.put_window(replace(window, content=content, size=count(content)))

    def _forget_component(self, id: str) -> None:  # noqa: A002
        if self.desk.components.pop(id, None) is not None:
            self.components[id] = None

    def put_state(self, at: StateKey, entry: StateEntry | None) -> None:
        """Set or remove a value. Components bound to it are drawn again."""
        old = self.desk.value(at, self.now)
        if entry is None or old is MISSING:  # what has expired may be forgotten already: it keeps no place
            self.desk.state.pop(at, None)
        if entry is not None:
            if at not in self.desk.state and len(self.desk.state) >= self.limits.state_keys:
                raise _too_many("values of state", self.limits.state_keys, "Use fewer keys.")
            self.desk.state[at] = entry
        new = None if entry is None else entry.value
        self.state.append(StateChange(at, None if old is MISSING else old, new, gone=entry is None))
        self.components |= dict.fromkeys(bound_to(self.desk, at))

    def top(self) -> int:
        """Return the largest z-index."""
        return max((window.z_index for window in self.desk.windows.values()), default=0)

    def next_place(self) -> tuple[int, int]:
        """Return where a window goes that names no place: a step below the last one."""
        step = len(self.desk.windows) % 8
        return 40 + 32 * step, 40 + 32 * step


def bound_to(desk: Desk, at: StateKey) -> list[str]:
    """Return the components that are bound to a value."""
    found = []
    for component in desk.components.values():
        for binding in component.props.get("bind", {}).values():
            same_window = at.window is None or at.window == component.window
            if binding["key"] == at.key and binding["scope"] == at.scope and same_window:
                found.append(component.id)
    return found


def _too_many(what: str, most: int, hint: str) -> Fault:
    return Fault("limit", f"There are too many {what}.", pointer="", expected=f"at most {most}", hint=hint)
