"""Rules about a page or about data: how they are written, checked and evaluated."""
