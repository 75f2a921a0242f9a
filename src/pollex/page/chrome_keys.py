"""Keys as a keyboard of the United States sends them, in the words of the browser's protocol."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final

from ..core.fault import Fault

MODIFIERS: Final = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
NAMED: Final = {
    "Backspace": 8, "Tab": 9, "Enter": 13, "Shift": 16, "Control": 17, "Alt": 18, "CapsLock": 20, "Escape": 27,
    "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
    "ArrowDown": 40, "Insert": 45, "Delete": 46, "Meta": 91, **{f"F{number}": 111 + number for number in range(1, 13)},
}  # fmt: skip
"""The Windows codes of keys that write nothing, and of Enter."""
PUNCTUATION: Final = {
    " ": ("Space", 32), ";": ("Semicolon", 186), "=": ("Equal", 187), ",": ("Comma", 188), "-": ("Minus", 189),
    ".": ("Period", 190), "/": ("Slash", 191), "`": ("Backquote", 192), "[": ("BracketLeft", 219),
    "\\": ("Backslash", 220), "]": ("BracketRight", 221), "'": ("Quote", 222),
}  # fmt: skip
SHIFTED: Final = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
LEFT: Final = 1
"""Where keys are that a keyboard has twice."""
COMMANDS: Final = {"a": "selectAll", "c": "copy", "x": "cut", "v": "paste", "z": "undo"}
"""What the Meta key does on a Mac, where keys alone do it not."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key."""

    key: str
    """What the page is given as its name."""
    code: str
    number: int
    text: str = ""
    location: int = 0

    def down(self, held: int) -> dict[str, object]:
        """Return the event of pressing it while modifiers are held."""
        text = self.text if held & ~MODIFIERS["Shift"] == 0 else ""
        command = COMMANDS.get(self.key) if held == MODIFIERS["Meta"] and sys.platform == "darwin" else None
        return {
            "type": "keyDown" if text else "rawKeyDown",
            "text": text,
            "unmodifiedText": text,
            **self._common(held),
            **({} if command is None else {"commands": [command]}),
        }

    def up(self, held: int) -> dict[str, object]:
        return {"type": "keyUp", **self._common(held)}

    def _common(self, held: int) -> dict[str, object]:
        return {
            "key": self.key,
            "code": self.code,
            "windowsVirtualKeyCode": self.number,
            "location": self.location,
            "modifiers": held,
        }


def key_of(name: str) -> Key | None:
    """Return a key by its name or by what it writes; None for a character that no key of this keyboard writes."""
    if name in MODIFIERS:
        return Key(name, f"{name}Left", NAMED[name], location=LEFT)
    if name in NAMED:
        return Key(name, name, NAMED[name], "\r" if name == "Enter" else "")
    char = {"Space": " ", "\n": "Enter", "\r": "Enter"}.get(name, name)
    if char == "Enter":
        return key_of(char)
    plain = SHIFTED.get(char, char)
    if plain in PUNCTUATION:
        return Key(char, *PUNCTUATION[plain], char)
    if plain in digits and plain:
        return Key(char, f"Digit{plain}", ord(plain), char)
    if plain in ascii_letters and len(plain) == 1:
        return Key(char, f"Key{plain.upper()}", ord(plain.upper()), char)
    return None


def keys_of(combination: str) -> list[Key]:
    """Return the keys of `Control+Shift+a`, in the order in which they are pressed."""
    names = ["+"] if combination == "+" else combination.removesuffix("++").split("+")
    if combination.endswith("++"):
        names.append("+")
    system = "Meta" if sys.platform == "darwin" else "Control"
    names = [system if name == "ControlOrMeta" else name for name in names]
    if "Shift" in names[:-1]:
        names[-1] = _shifted(names[-1])
    keys = [key_of(name) for name in names]
    if None in keys:
        raise Fault("invalid_input", f"There is no key {combination!r}.", pointer="/key", received=combination)
    return [key for key in keys if key is not None]


def _shifted(name: str) -> str:
    upper = {plain: shifted for shifted, plain in SHIFTED.items()}
    return upper.get(name, name.upper() if len(name) == 1 else name)
