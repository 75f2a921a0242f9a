const DEBUG = true;

function debugLog(...args) {
    if (DEBUG) {
        console.log('[BrowserUse]', ...args);
    }
}
