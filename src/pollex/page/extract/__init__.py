"""Reading data out of a page by rule: `extract(tab, indices, instruction, schema)`."""

from .extract import Extracted, extract

__all__ = ["Extracted", "extract"]
