{ id, props }
