"""The workflows that an app keeps, and the draft that is edited in a workspace."""
