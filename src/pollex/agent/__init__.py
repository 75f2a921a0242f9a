"""A task in words, done on a page: look, decide, act. Model and page come through core's protocols."""
