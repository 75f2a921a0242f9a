chrome.tabs.sendMessage(tabId, {
    type: 'get_state'
}, (response) => {
    // response = BrowserState object
});
