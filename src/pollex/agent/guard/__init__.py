"""Checks between a model's calls and the page. They hold whatever a page has talked the model into.

To read in this order: `guards` (who is asked when), `case` (an effect and its act), `provenance` (where its values come
from) with `written_values`, `rules` (a table) with `asked`, `judge` (a prompt), `consent` (the person). `kinds` and
`questions` are how tasks and controls speak; `navigation`, `secrets` and `files` check a call before anything is sent.
"""

from .guards import Guards

__all__ = ["Guards"]
