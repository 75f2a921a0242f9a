"""Modules: any library becomes tools by a JSON file."""
