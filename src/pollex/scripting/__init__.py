"""Scripts of a library, run in processes of their own."""
