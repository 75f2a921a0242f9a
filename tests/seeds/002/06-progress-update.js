chrome.runtime.sendMessage({
    type: 'progress_update',
    step: number,           // Current step number
    maxSteps: number        // Maximum steps allowed
});
