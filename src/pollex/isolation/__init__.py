"""Tools in processes of their own, which can be killed and can kill nobody."""

from .parent import ProcessIsolator

__all__ = ["ProcessIsolator"]
