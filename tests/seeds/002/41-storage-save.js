chrome.storage.local.set({
    llmProvider: string,
    apiKey: string,
    model: string
}, callback);
