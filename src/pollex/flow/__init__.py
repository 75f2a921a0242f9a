"""Workflows: nodes as data, checked before they run, and run so that nothing is done twice."""
