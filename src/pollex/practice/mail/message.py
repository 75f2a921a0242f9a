"""The types of the mail box: people, messages, attachments, folders, rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ..richtext import html_text


@dataclass(frozen=True)
class Person:
    name: str
    address: str

    def __str__(self) -> str:
        return f"{self.name} <{self.address}>" if self.name else self.address


ME: Final = Person("Robin Ashford", "robin@ashford.example")
"""The demo account."""


@dataclass(frozen=True)
class Attachment:
    name: str
    kind: str
    data: bytes

    @property
    def size(self) -> str:
        return f"{len(self.data)} bytes" if len(self.data) < 1024 else f"{len(self.data) / 1024:.1f} KB"


@dataclass
class MailMessage:
    """One message. `whole` marks an HTML document of its own, shown in a sandboxed frame."""

    id: int
    folder: str
    sender: Person
    to: list[Person]
    subject: str
    at: str
    html: str
    unread: bool = False
    starred: bool = False
    whole: bool = False
    attachments: dict[int, Attachment] = field(default_factory=dict)

    @property
    def preview(self) -> str:
        return html_text(self.html)[:110]


@dataclass(frozen=True)
class Folder:
    key: str
    title: str
    children: tuple[Folder, ...] = ()


FOLDERS: Final = (
    Folder("inbox", "Inbox"),
    Folder("starred", "Starred"),
    Folder("drafts", "Drafts"),
    Folder("sent", "Sent"),
    Folder(
        "archive", "Archive", (Folder("travel", "Travel"), Folder("invoices", "Invoices"), Folder("family", "Family"))
    ),
    Folder("spam", "Spam"),
    Folder("trash", "Trash"),
)
TITLES: Final = {each.key: each.title for folder in FOLDERS for each in (folder, *folder.children)}
MOVABLE: Final = ("inbox", "archive", "travel", "invoices", "family", "spam", "trash")
"""Where a visitor may move a message; drafts and sent fill by themselves, starred is a view."""


@dataclass(frozen=True)
class Rule:
    """A rule that moves messages with `words` in sender or subject to `folder`."""

    id: int
    words: str
    folder: str


@dataclass
class Mailbox:
    messages: dict[int, MailMessage]
    contacts: tuple[Person, ...]
    settings: dict[str, bool]
    rules: list[Rule] = field(default_factory=list)
    minute: int = 0
    last: int = 0

    def number(self) -> int:
        """Return a number that is new in this mail box."""
        self.last += 1
        return self.last
