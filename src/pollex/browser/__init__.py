"""The vocabulary of browser work: actions, keys, selectors, evidence and instructions. Pure: it drives no browser."""
