"""Doors beside their peers."""
