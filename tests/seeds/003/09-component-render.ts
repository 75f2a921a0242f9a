{ id?, windowId, target, type, props? }
