"""Dialects: rich JSON Schema inside, each provider's rendering outside, losses named, and what comes back folded."""

from .export import Export, export
from .lint import set_violations, violations
from .loss import Loss
from .render import Rendering, render
from .rules import Dialect

__all__ = ["Dialect", "Export", "Loss", "Rendering", "export", "render", "set_violations", "violations"]
