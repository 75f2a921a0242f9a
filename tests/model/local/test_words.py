"""No word of a practice site is known to the model: what it can, it can on any site."""

import re
from pathlib import Path

import pollex

SOURCE = Path(pollex.__file__).parent
LOCAL = sorted((SOURCE / "model" / "local").rglob("*.py"))
PRACTICE = SOURCE / "practice"
NAMES = re.compile(r"\b[A-Z][a-zéøíü]+(?: & [A-Z][a-z]+)?(?: [A-Z][a-zéøíü]+)+\b|\b[A-Z][a-zøéí]+\b")
CODES = re.compile(r"\b[A-Z]{2,}[0-9]*-?[0-9]{2,}\b|SAVE10|BROKEN")
GENERAL = set(Path(__file__).with_name("general_words.txt").read_text(encoding="utf-8").split())
"""English words of the web that practice sites use as well."""


def proper_names() -> set[str]:
    """Names of people, brands, places and products that the makers of the sites thought up."""
    found: set[str] = set()
    for file in sorted(PRACTICE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for literal in re.findall(r"\"([^\"\n]{2,80})\"", text):
            found |= {word for match in NAMES.findall(literal) for word in match.split() if len(word) > 3}
            found |= set(CODES.findall(literal))
    for page in sorted(PRACTICE.rglob("*.html")):
        shown = re.sub(r"<[^>]*>|\{[%{].*?[%}]\}", " ", page.read_text(encoding="utf-8"))
        found |= set(re.findall(r"\b[A-Z][^\W\d_A-Z]{2,}\b", shown))
    return {word for word in found if word.lower() not in GENERAL}


def test_no_name_of_a_practice_site_is_in_the_model() -> None:
    known = proper_names()
    used = {
        (file.name, word)
        for file in LOCAL
        for word in re.findall(r"[^\W\d_]+", file.read_text(encoding="utf-8"))
        if word in known
    }
    assert used == set()


def test_there_are_names_to_look_for() -> None:
    assert {"Meridian", "Kestrel", "Pigeon", "Oakline", "Lindqvist"} <= proper_names()
