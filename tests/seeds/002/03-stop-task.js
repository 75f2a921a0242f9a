chrome.runtime.sendMessage({
    type: 'stop_task'
});
