"""Python scripts of a library, each run in a process of its own: `run.run_python`."""
