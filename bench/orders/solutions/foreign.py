"""Solutions of the tasks on pages that are not ours."""
