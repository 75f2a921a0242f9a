"""Checks between a model's calls and the page. They hold whatever a page has talked the model into.

To read in this order: `guards` (who is asked when), `going` (addresses and hosts), `secrecy` (credentials),
`commitment` (what cannot be taken back), `things` (files, and those who are written to), `questions` (tasks that only
ask), `sending` and `which` (what leaves because of an act, compared with the task).
"""

from .guards import Guards

__all__ = ["Guards"]
