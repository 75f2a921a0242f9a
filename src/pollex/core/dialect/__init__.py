"""Dialects: rich JSON Schema inside, each provider's rendering outside, losses named, and what comes back decoded.

Read in this order: `rules` (what providers accept, as data), `document` (the rich schema prepared), `normal` with
`merge` and `unite` (its alternatives), `codec` (values to and from a dialect), `walker` (plain mode) and `strict` with
`optional` (strict mode), `render`, `export`. `lint` checks the outcome against `rules`.
"""

from .export import Export, export
from .lint import set_violations, violations
from .loss import Loss
from .render import Rendering, render
from .rules import Dialect

__all__ = ["Dialect", "Export", "Loss", "Rendering", "export", "render", "set_violations", "violations"]
