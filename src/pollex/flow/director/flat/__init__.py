"""Flat properties: what takes several types or free keys in a workflow file, as plain properties in a definition.

Definitions show only plain types (001 forbids the Director unions); calls may use those, or write as workflow files
do. `flatten` turns a value of a file into what is shown; `unflatten` reads a call, with a `SourceMap` for its mistakes.
"""

from .kinds import flat_properties
from .property import FlatProperty, flatten, unflatten
from .source_map import SourceMap

__all__ = ["FlatProperty", "SourceMap", "flat_properties", "flatten", "unflatten"]
