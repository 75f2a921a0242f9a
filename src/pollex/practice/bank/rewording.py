"""The bank's words in layout 4: those of its redesign, else what a copy editor might prefer."""

from __future__ import annotations

from typing import Final

from ..rewording import Rewording
from .frame import WORDS

ENTRY: Final = {
    "Enter your code": "One-time code", "Verify": "Go on", "Back to sign-in": "Back to log-in",
    "Access locked": "Access blocked", "Refresh": "Reload", "Are you still there?": "Still with us?",
    "Stay signed in": "I am here", "Skip to content": "Jump to content",
}  # fmt: skip
LOOKING: Final = {
    "Good morning, Ada": "Your money", "Latest on the {}": "Recent activity: {}", "Show all": "More",
    "Scheduled": "Planned", "Filter transactions": "Narrow down", "Name or purpose": "Contains", "From": "Since",
    "To": "Until", "Clear": "Reset", "‹ Newer": "‹ Later", "Older ›": "Earlier ›", "Month": "Period",
    "Transactions": "Payments", "Balance at the end": "Closing balance", "Download": "Files", "PDF": "Document",
    "CSV": "Spreadsheet",
}  # fmt: skip
PAYING: Final = {
    "Is this right?": "Review your payment", "Change": "Edit", "Back to the accounts": "Back to the overview",
    "Another transfer": "Send more money", "New standing order": "Add a regular payment", "How often": "Rhythm",
    "Next": "Due next", "Set up": "Add", "Cancel": "Stop",
}  # fmt: skip
PERSONAL: Final = {
    "Phone": "Mobile", "Show": "Reveal", "Sign-in": "Log-in", "Sign me out when idle for": "Automatic log-out after",
    "Save": "Apply", "Mark all as read": "Clear unread", "Subject": "Title", "State": "Status", "‹ Messages": "‹ Inbox",
}  # fmt: skip

WORDING: Final = Rewording(
    {**dict(zip(WORDS[1].values(), WORDS[2].values(), strict=True)), **ENTRY, **LOOKING, **PAYING, **PERSONAL}
)
