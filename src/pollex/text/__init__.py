"""Texts as people and pages write them: numbers, dates and names, read the same everywhere."""
