"""The tracker's words in layout 4: those of its redesign, else what a copy editor might prefer."""

from __future__ import annotations

from typing import Final

from ..rewording import Rewording

FRAME: Final = {
    "Skip to content": "Jump to content", "Issues": "Tickets", "Board": "Kanban", "Activity": "What is new",
    "New issue": "Create ticket",
}  # fmt: skip
TABLE: Final = {
    "All": "Everything", "Open": "Unfinished", "Assigned to me": "Mine", "Done": "Finished", "Key": "Number",
    "Title": "Summary", "Status": "State", "Priority": "Urgency", "Assignee": "Owner", "Due": "Finish by",
    "Labels": "Tags", "Actions": "More", "Select all on this page": "Pick all shown", "Filter by {}": "Narrow by {}",
    "Filter …": "Contains", "Bulk actions": "With all picked", "Delete": "Remove", "Clear selection": "Unpick all",
    "Clear all filters": "Start over", "Previous": "Newer", "Next": "Older",
}  # fmt: skip
DIALOG: Final = {
    "Close": "Dismiss", "Description": "Details", "Due date": "Finish by", "Nobody": "No one", "Add …": "Type a tag …",
    "Cancel": "Never mind", "Create issue": "Save ticket",
}  # fmt: skip
ISSUE: Final = {
    "Edit": "Change", "Comments ({})": "Replies ({})", "History": "Log", "Add a comment": "Reply",
    "Comment": "Send reply", "Bulleted list": "List", "Created": "Opened",
}  # fmt: skip
SCRIPTS: Final = {
    'textContent = "Undo"': 'textContent = "Take back"', '"Save changes"': '"Save ticket"',
    "`Edit ${issue.key}`": "`Change ${issue.key}`", '["Edit",': '["Change",', '["Mark as done",': '["Finish",',
    '["Assign to me",': '["Take it over",', '["Delete",': '["Remove",',
    "`Select ${issue.key}`": "`Pick ${issue.key}`", "`Actions for ${issue.key}`": "`More for ${issue.key}`",
    "`Comments (${count})`": "`Replies (${count})`", "`Remove ${value}`": "`Take away ${value}`",
}  # fmt: skip

WORDING: Final = Rewording({**FRAME, **TABLE, **DIALOG, **ISSUE}, SCRIPTS)
