"""JSON Schema: judging a value, and checking one with repairs, defaults and every mistake at once."""

from .schema import Checked, Schema

__all__ = ["Checked", "Schema"]
