"""Scripts of a library, each run in a process of its own: `run.run_python` and `node.run_node`."""
