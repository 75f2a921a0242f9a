"""A run as one page that a person can read: timeline, pictures, costs."""

from .data import story_data
from .page import Report, report
from .pictures import find_file, media

__all__ = ["Report", "find_file", "media", "report", "story_data"]
