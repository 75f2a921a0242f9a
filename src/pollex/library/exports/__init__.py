"""Typed exports: the tools of a library as Python functions, for editors and type checkers."""
