"""Runs of tasks and workflows: `plan` says what to do, `execution` does it, `control` and `stop` command it."""
