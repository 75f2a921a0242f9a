"""The rules of a library, one subject a file."""
