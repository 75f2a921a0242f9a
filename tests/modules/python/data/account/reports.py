"""A submodule that its package does not import."""


def year() -> int:
    return 2026
