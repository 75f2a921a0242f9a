"""The socket of the Chrome extension: who may speak on it, and what is said."""
