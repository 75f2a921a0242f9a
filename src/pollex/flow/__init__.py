"""Workflows: nodes as data, checked while they are written, and run so that nothing is done twice."""
