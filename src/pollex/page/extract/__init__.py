"""Reading data out of a page by rule, or where a model says: `extract(tab, indices, instruction, schema)`."""

from .extract import Extracted, extract
from .mapper import Mapper

__all__ = ["Extracted", "Mapper", "extract"]
