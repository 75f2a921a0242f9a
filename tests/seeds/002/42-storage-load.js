chrome.storage.local.get(
    ['llmProvider', 'apiKey', 'model'],
    (result) => {
        // result contains saved values
    }
);
