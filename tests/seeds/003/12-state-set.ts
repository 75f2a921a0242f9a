{ scope, key, value, windowId?, ttlMs? }
