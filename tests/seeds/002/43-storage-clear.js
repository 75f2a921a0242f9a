chrome.storage.local.clear(callback);
