"""Memory that is not needed any more goes back to the system: the allocator keeps it else."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress


def give_back() -> None:
    """Collect what nobody refers to, and give free memory back where the C library can (glibc)."""
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # no such library or function here
        ctypes.CDLL(None).malloc_trim(0)
