# Written apart from the code that it examines, and kept as it came.
# mypy: ignore-errors
# ruff: noqa
"""The differences of two states, as lines: path: before -> after. Lists of objects with ids are compared by id."""

QUIET = ("updatedAt", "_next", "contactHistory", "lastLogin", "contactCount", "lastActivity")


def diff(before, after, path=""):
    if any(path.rsplit("/", 1)[-1].startswith(each) for each in QUIET):
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            line
            for key in [*before, *(k for k in after if k not in before)]
            for line in diff(before.get(key), after.get(key), f"{path}/{key}")
        ]
    if isinstance(before, list) and isinstance(after, list):
        if all(isinstance(each, dict) and "id" in each for each in [*before, *after]) and (before or after):
            return diff({each["id"]: each for each in before}, {each["id"]: each for each in after}, path)
    if before == after:
        return []
    return [f"{path}: {_short(before)} -> {_short(after)}"]


def _short(value):
    if isinstance(value, dict):
        value = {
            k: v
            for k, v in value.items()
            if k
            in (
                "id",
                "name",
                "firstName",
                "lastName",
                "email",
                "title",
                "content",
                "text",
                "status",
                "medicationName",
                "allergen",
                "reason",
                "employerName",
                "type",
                "question",
            )
        } or value
    return str(value)[:160]
