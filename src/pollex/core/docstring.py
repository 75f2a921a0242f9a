"""Docstrings in Google, NumPy and Sphinx style: the description, the parameters, what is returned."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Doc:
    """A parsed docstring."""

    description: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    returns: str = ""


def read_docstring(text: str | None) -> Doc:
    """Parse a docstring; its style is detected."""
    text = inspect.cleandoc(text or "")
    if "\n" not in text:
        return Doc(text)
    from griffe import Docstring, DocstringSectionKind, Parser, infer_docstring_style

    docstring = Docstring(text)
    style, _ = infer_docstring_style(docstring)
    paragraphs: list[str] = []
    parameters: dict[str, str] = {}
    returns = ""
    for section in docstring.parse(style or Parser.google, warnings=False):
        match section.kind:
            case DocstringSectionKind.text:
                paragraphs.append(section.value.strip())
            case DocstringSectionKind.parameters | DocstringSectionKind.other_parameters:
                for item in section.value:
                    parameters[item.name.lstrip("*")] = one_line(item.description)
            case DocstringSectionKind.returns | DocstringSectionKind.yields:
                returns = returns or one_line(" ".join(item.description for item in section.value))
    return Doc("\n\n".join(paragraphs), parameters, returns)


def one_line(text: str) -> str:
    return " ".join(text.split())
