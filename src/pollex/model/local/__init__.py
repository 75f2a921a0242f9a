"""`local`: the model that needs no network, no key and no weights. It does plain orders."""

from .model import LocalModel

__all__ = ["LocalModel"]
