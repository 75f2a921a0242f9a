{ scope, key, windowId? }
