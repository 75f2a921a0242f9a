"""Search, counts and moves of messages."""

from __future__ import annotations

from ..richtext import html_text
from .message import MOVABLE, Mailbox, MailMessage, Rule


def listed(box: Mailbox, folder: str, words: str = "", *, unread_only: bool = False) -> list[MailMessage]:
    """Return the messages of a folder, newest first. A search covers all folders but spam and trash."""
    found = [
        message for message in box.messages.values() if (matches(message, words) if words else lies(message, folder))
    ]
    if unread_only:
        found = [message for message in found if message.unread]
    return sorted(found, key=lambda message: (message.at, message.id), reverse=True)


def lies(message: MailMessage, folder: str) -> bool:
    if folder == "starred":
        return message.starred and message.folder != "trash"
    return message.folder == folder


def matches(message: MailMessage, words: str) -> bool:
    if message.folder in ("spam", "trash"):
        return False
    people = " ".join(str(person) for person in (message.sender, *message.to))
    text = f"{people} {message.subject} {html_text(message.html)}".casefold()
    return all(word in text for word in words.casefold().split())


def counts(box: Mailbox) -> dict[str, int]:
    """Return the number of unread messages in each folder; for drafts, of all."""
    found: dict[str, int] = {}
    for message in box.messages.values():
        if message.unread or message.folder == "drafts":
            found[message.folder] = found.get(message.folder, 0) + 1
    return found


def move(box: Mailbox, numbers: list[int], folder: str) -> int:
    """Move messages; return how many existed. A message that is moved to the trash a second time is deleted."""
    if folder not in MOVABLE:
        return 0
    there = [box.messages[number] for number in numbers if number in box.messages]
    for message in there:
        if folder == "trash" and message.folder == "trash":
            del box.messages[message.id]
        message.folder = folder
    return len(there)


def add_rule(box: Mailbox, words: str, folder: str, *, at_once: bool) -> Rule:
    rule = Rule(box.number(), words, folder)
    box.rules.append(rule)
    if at_once:
        fitting = [message.id for message in listed(box, "inbox") if fits(rule, message)]
        move(box, fitting, folder)
    return rule


def fits(rule: Rule, message: MailMessage) -> bool:
    return rule.words.casefold() in f"{message.sender} {message.subject}".casefold()
