"""Finding an element by its evidence when a site has changed."""
