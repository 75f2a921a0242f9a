"""`local`: the model that needs no network, no key and no weights."""

from .model import LocalModel

__all__ = ["LocalModel"]
