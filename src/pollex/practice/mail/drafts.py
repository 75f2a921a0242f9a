"""Drafts: started empty, as a reply or to forward; saved while writing; sent."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import Any, Final

from ..richtext import sanitized
from ..site import TODAY
from .message import ME, Mailbox, MailMessage, Person

ADDRESS: Final = re.compile(r"[^@\s<>,]+@[^@\s<>,]+\.[a-z]{2,}")
SIGNATURE: Final = "<p>–<br>Robin Ashford</p>"


class InvalidDraft(ValueError):
    """Raised for a draft that cannot be sent; the message is for the visitor."""


def now(box: Mailbox) -> str:
    """Return the mail box's time: one minute passes with each action."""
    box.minute += 1
    return (datetime.combine(TODAY, time(9)) + timedelta(minutes=box.minute)).isoformat(" ", "minutes")


def new_draft(box: Mailbox, to: list[Person], subject: str, html: str) -> MailMessage:
    signature = SIGNATURE if box.settings["signature"] else ""
    draft = MailMessage(box.number(), "drafts", ME, to, subject, now(box), f"<p><br></p>{signature}{html}")
    box.messages[draft.id] = draft
    return draft


def reply(box: Mailbox, message: MailMessage) -> MailMessage:
    to = message.to if message.sender == ME else [message.sender]
    return new_draft(box, list(to), prefixed("Re", message.subject), quoted(message))


def forward(box: Mailbox, message: MailMessage) -> MailMessage:
    draft = new_draft(box, [], prefixed("Fwd", message.subject), quoted(message))
    draft.attachments = {box.number(): each for each in message.attachments.values()}
    return draft


def prefixed(mark: str, subject: str) -> str:
    return subject if subject.startswith(f"{mark}: ") else f"{mark}: {subject}"


def quoted(message: MailMessage) -> str:
    return f"<blockquote><p>{message.sender.name} wrote on {message.at}:</p>{sanitized(message.html)}</blockquote>"


def save(box: Mailbox, draft: MailMessage, given: dict[str, Any]) -> None:
    if isinstance(given.get("to"), list):
        draft.to = [person_of(box, str(each)) for each in given["to"]]
    if "subject" in given:
        draft.subject = str(given["subject"])[:200]
    if "html" in given:
        draft.html = sanitized(str(given["html"]))
    draft.at = now(box)


def person_of(box: Mailbox, text: str) -> Person:
    """Return a person from 'Name <address>' or an address alone."""
    match = re.fullmatch(r"\s*(.*?)\s*<(.*)>\s*", text)
    name, address = match.groups() if match else ("", text.strip())
    known = {person.address: person for person in box.contacts}
    return known.get(address, Person(name, address))


def send(box: Mailbox, draft: MailMessage) -> None:
    if not draft.to:
        raise InvalidDraft("Add at least one recipient.")
    wrong = [person.address for person in draft.to if not ADDRESS.fullmatch(person.address)]
    if wrong:
        raise InvalidDraft(f"“{wrong[0]}” is not an e-mail address.")
    draft.subject = draft.subject or "(no subject)"
    draft.folder = "sent"
    draft.at = now(box)
