chrome.tabs.sendMessage(tabId, {
    type: 'execute_action',
    action: ActionObject
}, (response) => {
    // response = ActionResult object
});
