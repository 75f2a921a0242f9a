"""Tools in separate processes, which can be killed without harm to this one."""

from .parent import ProcessIsolator

__all__ = ["ProcessIsolator"]
