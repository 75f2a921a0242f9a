"""Tools in a plain Python file. Try: pollex call add a=1 b=2 --from examples/tools.py"""

import statistics
from typing import Annotated

import pollex


@pollex.tool(effect="read", examples=[{"a": 1, "b": 2}])
async def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@pollex.tool(effect="read", examples=[{"numbers": [3, 1, 2]}])
def summary(numbers: Annotated[list[float], "At least one number"]) -> dict[str, float]:
    """Say the smallest, the largest, the mean and the median of some numbers."""
    return {
        "smallest": min(numbers),
        "largest": max(numbers),
        "mean": statistics.fmean(numbers),
        "median": statistics.median(numbers),
    }


@pollex.tool(effect="read", isolation="process", timeout=5.0, examples=[{"n": 25}])
def fibonacci(n: int) -> int:
    """Work out a Fibonacci number the slow way, in a process of its own that can be ended at any time."""
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@pollex.tool(effect="destroy", examples=[{"note": "milk"}])
def forget(note: str) -> str:
    """Forget a note for good; nobody can be asked to bring it back, so it asks first."""
    return f"forgot {note}"
