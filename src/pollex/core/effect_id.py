"""The id of the call that a command makes: nobody knows it before the command is applied."""

from __future__ import annotations


def effect_id(batch: str, command: str) -> str:
    """Return the id of the call of a command in a batch; the command may have been given the id of another."""
    return f"{batch}.{command}"
