"""A run as one page that a person can read: timeline, pictures, costs."""

from .page import Report, report

__all__ = ["Report", "report"]
