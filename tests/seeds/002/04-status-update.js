chrome.runtime.sendMessage({
    type: 'status_update',
    status: string,         // 'idle' | 'running' | 'success' | 'error'
    text: string            // Human-readable status message
});
