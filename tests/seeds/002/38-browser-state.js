{
    url: string,                    // Current page URL
    title: string,                  // Page title
    elements: Array<ElementInfo>,   // Interactive elements
    textContent: string,            // Page text (first 2000 chars)
    scrollY: number,                // Current scroll position
    scrollHeight: number,           // Total page height
    viewportHeight: number          // Viewport height
}
