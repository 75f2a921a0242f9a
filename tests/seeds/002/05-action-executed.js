chrome.runtime.sendMessage({
    type: 'action_executed',
    action: {
        type: string,       // Action type
        details: string,    // Formatted details
        error: string?      // Error message if failed
    }
});
