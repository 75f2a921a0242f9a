"""The one mechanism: a named thing with a schema, called with JSON, checked, run and answered. Does no I/O."""
