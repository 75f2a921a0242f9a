"""The controls of all documents in a tab as forms have them: purpose, form, state, and what the page says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..core.fault import Fault
from ..core.json import Object
from .driver import Frame
from .open_tab import OpenTab


@dataclass(frozen=True, slots=True)
class FormControl:
    """A field, or something to press."""

    index: int
    document: str
    """The document that it is in; after a navigation its frame has another one."""
    kind: Literal["field", "press"]
    tag: str
    type: str
    name: str
    """The accessible name: its label, its text."""
    field: str
    """The name under which it is submitted."""
    id: str
    placeholder: str
    autocomplete: str
    length: int
    """The most characters that it takes; 0 means any number."""
    required: bool
    disabled: bool
    readonly: bool
    filled: bool
    invalid: bool
    href: str
    shown: bool
    """Whether it can be seen."""
    reached: bool
    """Whether it can be used: seen, or transparent over a drawing of itself."""
    form: int
    """The number of its form in its document, or 0."""
    dialog: int
    """The number of the dialog that it is in, or 0."""
    above: tuple[int, ...]
    """The numbers of the elements above it, the nearest first."""
    heading: str
    near: str
    """Texts beside a field that has no name."""

    def distance(self, other: FormControl) -> int:
        """Return how many elements up the first one is that holds both; a large number where none is near."""
        if self.document == other.document:
            for steps, number in enumerate(self.above):
                if number in other.above:
                    return steps
        return 100


@dataclass(frozen=True, slots=True)
class PageControls:
    """What a tab offers to fill in and press, and what it says."""

    url: str
    document: str
    """The main document."""
    controls: tuple[FormControl, ...]
    alerts: tuple[str, ...]
    """Texts of the parts that announce something: alerts, live regions, what is marked as an error."""
    text: str


async def read_controls(opened: OpenTab) -> PageControls:
    """Return the controls of a tab, frames that are shown and shadow roots included."""
    await opened.look()  # learns who listens, and opens closed shadow roots
    main = await opened.tab.main()
    controls: list[FormControl] = []
    alerts: list[str] = []
    texts: list[str] = []
    frames = [main]
    for frame in frames:
        data = await _read(opened, frame, required=frame == main)
        controls += [_control(opened, frame, each) for each in data["controls"]]
        alerts += [text for text in data["alerts"] if text]
        texts.append(data["text"])
        frames += [child for number, child in await opened.tab.children(frame) if number in data["frames"]]
    return PageControls(opened.tab.url, main.document, tuple(controls), tuple(alerts), "\n".join(texts))


async def _read(opened: OpenTab, frame: Frame, *, required: bool) -> Object:
    """Return what one document has; nothing where a frame has just gone."""
    try:
        data: Object = await opened.tab.run(frame, "controls")
    except Fault:
        if required:
            raise
        return {"controls": [], "alerts": [], "text": "", "frames": []}
    return data


def _control(opened: OpenTab, frame: Frame, data: Object) -> FormControl:
    facts = {**data, "above": tuple(data["above"])}
    return FormControl(index=opened.indices.of(frame, facts.pop("number")), document=frame.document, **facts)
