"""The workspace: what its parts cost."""
