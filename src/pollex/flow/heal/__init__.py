"""When a site changes: elements are found by what is known of them, and workflows mended by what was found."""
