"""Dialects: rich JSON Schema inside, each provider's rendering outside, losses named, and what comes back folded.

To read in this order: `rules` (what providers take, as data), `document` (the rich schema made ready), `normal` with
`merge` and `unite` (its alternatives), `walker` and `shape` with `split` (the walk), `form` (say and fold), `render`,
`export`. `lint` checks the outcome against `rules`.
"""

from .export import Export, export
from .lint import set_violations, violations
from .loss import Loss
from .render import Rendering, render
from .rules import Dialect

__all__ = ["Dialect", "Export", "Loss", "Rendering", "export", "render", "set_violations", "violations"]
