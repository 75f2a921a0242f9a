"""Solutions of the second paper, one module a site."""
