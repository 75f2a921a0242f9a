"""Checks between a model's calls and the page. They hold whatever a page has talked the model into.

To read in this order: `guards` (a call) with `navigation`, `secrets` and `files`; `effects` (what leaves because of it,
and who is asked when), `case` (an effect and its act), `provenance` (where its values come from) with `written_values`,
`rules` (a table) with `asked`, `judge` (a prompt) with `log_entries` and `reason`, `consent` (the person). `kinds` and
`questions` are how tasks and controls speak.
"""

from .guards import Guards

__all__ = ["Guards"]
