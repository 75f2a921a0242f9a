{ id }
