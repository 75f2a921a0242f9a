"""The example library, for a practice server on any port."""

from pathlib import Path

from pollex.testing import copy_library

EXAMPLES = Path(__file__).parents[2] / "examples" / "library"


def copy_examples(folder: Path, url: str) -> Path:
    """Copy the example library so that it works with the practice sites at another address."""
    return copy_library(EXAMPLES, folder / "copy", {"http://127.0.0.1:8766": url})
