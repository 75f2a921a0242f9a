"""Workspace beside its peers."""
