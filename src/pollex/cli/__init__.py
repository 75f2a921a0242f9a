"""The command `pollex`. Exit code: 0 done, 1 the job failed and says why, 2 wrong use."""

from .main import main

__all__ = ["main"]
