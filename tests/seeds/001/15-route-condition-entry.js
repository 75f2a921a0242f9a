{path, operator, value, branch}
