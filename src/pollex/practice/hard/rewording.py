"""Shared words of the hard pages in layout 4; the others are those of layout 2, as the templates have them."""

from __future__ import annotations

from typing import Final

from ..rewording import Rewording

WORDING: Final = Rewording(
    {
        "Hard pages": "All exercises",
        "Next exercise": "Go on to the next",
        "Remove": "Take out",
        "Check": "Verify",
        "Register": "Sign up",
        "Upload": "Send files",
        "Departure": "Leaving on",
        "Pick a day": "Choose a date",
    }
)
