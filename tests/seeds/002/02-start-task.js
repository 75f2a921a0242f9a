chrome.runtime.sendMessage({
    type: 'start_task',
    task: string,           // User's natural language task
    tabId: number,          // Target tab ID
    settings: {
        llmProvider: string,    // 'openai' | 'anthropic' | 'google' | 'browser-use'
        apiKey: string,         // API key for the provider
        model: string           // Model name (optional)
    }
});
