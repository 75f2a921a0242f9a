"""The mail box's words in layout 4: those of its redesign, else what a copy editor might prefer."""

from __future__ import annotations

from typing import Final

from ..rewording import Rewording

FRAME: Final = {
    "Search mail": "Find messages", "Search": "Find", "Settings": "Preferences", "Folders": "Mail boxes",
    "New message": "Compose", "Fold {}": "Collapse {}",
}  # fmt: skip
LIST: Final = {
    "Messages": "Conversation list", "Selected messages": "Actions", "Select all": "Pick all",
    "Select message from {}": "Pick message from {}", "Star": "Favourite", "Delete": "Remove", "Mark read": "Read",
    "Mark unread": "Unread", "Move to folder": "Put into", "Unread only": "Only new", "All": "Everything",
    "Reading pane": "Message", "Reply": "Answer", "Forward": "Pass on",
}  # fmt: skip
COMPOSE: Final = {
    "To": "Recipients", "Subject": "About", "Bulleted list": "List", "Clear formatting": "Plain text",
    "Link": "Insert link", "Message text": "Text", "Attach files": "Add files", "Send": "Send now",
    "Save draft": "Keep for later", "Discard": "Throw away",
}  # fmt: skip
SETTINGS: Final = {
    "General": "Behaviour", "Desktop notifications": "Tell me on the desktop",
    "Show a preview in the list": "Preview lines", "Load images in letters": "Show pictures",
    "Add my signature": "Sign my messages", "Vacation reply": "Away message", "Filters": "Rules",
    "Remove the filter for {}": "Delete the rule for {}", "Remove": "Delete",
    "Sender or subject contains": "Words in sender or subject", "Move to": "Put into",
    "Also apply to messages in the inbox": "Sort the inbox right away", "Add filter": "Create rule",
}  # fmt: skip
LAST: Final = {"Remove {}": "Take away {}"}
"""After the patterns that say more."""
SCRIPTS: Final = {
    "`Remove ${shown}`": "`Take away ${shown}`",
    "`Remove ${name}`": "`Take away ${name}`",
}

WORDING: Final = Rewording({**FRAME, **LIST, **COMPOSE, **SETTINGS, **LAST}, SCRIPTS)
