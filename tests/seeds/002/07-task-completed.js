chrome.runtime.sendMessage({
    type: 'task_completed',
    result: {
        text: string        // Final summary
    }
});
