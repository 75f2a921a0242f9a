"""The example library, for a practice server on any port."""

from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "library"


def copy_examples(folder: Path, url: str) -> Path:
    """Copy the example library so that it works with the practice sites at another address."""
    for file in EXAMPLES.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            target = folder / file.relative_to(EXAMPLES)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(file.read_text(encoding="utf-8").replace("http://127.0.0.1:8766", url), encoding="utf-8")
    return folder
