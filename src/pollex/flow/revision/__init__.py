"""New revisions of workflow files, with the selectors that runs have healed."""
