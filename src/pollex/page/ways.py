"""What each way into a browser can do: as a table for people, and as the faults of what one cannot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ..core.fault import Fault

Way = Literal["playwright", "debugger", "light"]
"""A browser of our own; a person's by the debugger of the extension; the same by content scripts."""


@dataclass(frozen=True, slots=True)
class Ability:
    """Something that not every way can do."""

    name: str
    about: str
    """What it is, as a sentence begins: "Files are chosen …"."""
    ways: frozenset[Way]
    instead: str
    """What a person or a model does where it is lacking."""


WAYS: Final[tuple[Way, ...]] = ("playwright", "debugger", "light")
ALL: Final = frozenset(WAYS)
HEAVY: Final[frozenset[Way]] = frozenset({"playwright", "debugger"})
OURS: Final[frozenset[Way]] = frozenset({"playwright"})
DEBUGGER: Final = "Use the extension with its debugger."

TABLE: Final = (
    Ability("closed roots", "Closed shadow roots are seen", ALL, ""),
    Ability("frames", "Frames are seen, also those of other origins", ALL, ""),
    Ability("frames in roots", "Frames of other origins within shadow roots are seen", HEAVY, DEBUGGER),
    Ability("trusted input", "Clicks and keys are a person's to the page", HEAVY, f"{DEBUGGER} Or do it yourself."),
    Ability("pointing", "What only the look of the mouse opens (`:hover`) opens", HEAVY, DEBUGGER),
    Ability("listeners", "Elements that only a listener makes clickable are seen", HEAVY, "Name them: `interactive`."),
    Ability("requests", "What an act has sent is told, and waited for", HEAVY, "Look at the page afterwards."),
    Ability("held requests", "Requests are held until they are judged", HEAVY, DEBUGGER),
    Ability("dialogs", "`alert`, `confirm` and `prompt` are read and answered", HEAVY, "Answer it yourself."),
    Ability("inspect", "`page.inspect` evaluates expressions that read", HEAVY, "Read it with another tool."),
    Ability("choosers", "A chooser of files that a click opens is filled", HEAVY, "Name the field for files itself."),
    Ability("files by path", "Files of any size are chosen by their paths", HEAVY, "Choose files of 8 MB or less."),
    Ability("downloads", "Files that a page sends are told", HEAVY, "Look into the downloads of that Chrome."),
    Ability("background", "Tabs in the background are pictured", HEAVY, "Bring the tab to the front."),
    Ability("whole pictures", "The whole page is pictured", HEAVY, "Picture what is shown, and scroll."),
    Ability("observing", "What a person does in the tab is recorded", HEAVY, DEBUGGER),
    Ability("pdf", "The page is printed as a PDF", HEAVY, "Read the page, or print it yourself."),
    Ability("downloads here", "Files that a page sends are put into the run's folder", OURS, "Look for them there."),
    Ability("cookies", "Cookies and storage are kept with the run", OURS, "They stay in the person's browser."),
    Ability("proxy", "Every connection is held to the allowed domains", OURS, "Use a browser of Pollex's own."),
)
BY_NAME: Final = {each.name: each for each in TABLE}


def can(way: Way, name: str) -> bool:
    return way in BY_NAME[name].ways


def lacking(name: str, pointer: str | None = None) -> Fault:
    """Return the Fault of something that the way of a tab cannot do, with the way out."""
    row = BY_NAME[name]
    message = f"Without Chrome's debugger this cannot be done: {row.about[0].lower()}{row.about[1:]}."
    return Fault("unavailable", message, pointer=pointer, received=name, hint=row.instead, retry=False)
