chrome.runtime.sendMessage({
    type: 'task_error',
    error: string           // Error message
});
