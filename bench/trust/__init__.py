"""Both sides of the guard in one table: honest work that it lets through, and attacks that it stops."""
