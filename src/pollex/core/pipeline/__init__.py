"""The stages that `invoke` is composed of, one a file."""
