"""JSON Schema: plain validation, and checks with repairs, defaults and every mistake at once."""

from .schema import Checked, Schema

__all__ = ["Checked", "Schema"]
