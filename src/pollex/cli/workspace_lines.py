"""Events of a workspace as lines for a person at a terminal: batches, calls, chat, decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..core.effect_id import effect_id
from ..core.json import Object
from ..text.clip import on_one_line
from .output import escaped

if TYPE_CHECKING:
    from ..core.event import Event

MOST_SAID: Final = 500
"""Letters of a message that are shown."""
CALL: Final = "api.call"


class WorkspaceLines:
    """The lines of one workspace's events."""

    def __init__(self) -> None:
        self._begun = False
        self._batches: dict[Any, int] = {}
        """The number of each batch."""
        self.calls: dict[str, Object] = {}
        """The commands that call something, by the ids of their calls."""

    def lines(self, event: Event) -> list[str]:
        """Return what a person is shown of an event."""
        shown = self._lines(event)
        if shown and not self._begun:
            self._begun = True
            return [f"[bold]Workspace[/]  [dim]{event.run}[/]", *shown]
        return shown

    def _lines(self, event: Event) -> list[str]:
        from ..report.batches import gate_words

        data = event.data
        match event.kind:
            case "workspace.command":
                return self._command(data)
            case "workspace.chat":
                return [f"[bold]{escaped(data['role'])}:[/] {escaped(on_one_line(data['text'], MOST_SAID))}"]
            case "workspace.gate":
                return [f"[yellow]{escaped(on_one_line(gate_words(data), MOST_SAID))}[/]"]
            case "workspace.undone":
                did = "done again" if data["redo"] else "taken back"
                return [f"[yellow]batch {self._batches.get(data['batch'], '?')} was {did}, by {escaped(data['by'])}[/]"]
        return []

    def _command(self, data: Object) -> list[str]:
        from ..browser.description import outcome_sentence

        command, shown = data["command"], []
        batch = str(data.get("partOf", data["batch"]))
        if batch not in self._batches:
            self._batches[batch] = len(self._batches) + 1
            shown.append(f"batch {self._batches[batch]}  [dim]by {escaped(data['by'])}[/]")
        trace = f"  [dim]trace {escaped(command['traceId'])}[/]" if "traceId" in command else ""
        is_call = command["op"] == CALL
        words = escaped(outcome_sentence(command["op"], command["params"], None if is_call else {"ok": True}))
        if is_call:
            self.calls[effect_id(batch, command["id"])] = command
        return [*shown, f"  {words}{trace}", *(f"    [yellow]{escaped(note)}[/]" for note in data.get("notes", ()))]
