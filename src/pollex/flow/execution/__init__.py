"""The execution of a workflow: its state, its nodes one by one, and what is kept of them for a resume."""
