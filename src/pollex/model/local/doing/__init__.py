"""Doing a program: one request of a tool after the other."""
