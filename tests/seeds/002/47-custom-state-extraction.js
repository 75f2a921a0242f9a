extractInteractiveElements() {
    const elements = [];

    // Custom selectors
    const customSelectors = [
        'button',
        'a[href]',
        '[data-clickable]'  // Custom attribute
    ];

    document.querySelectorAll(customSelectors.join(', ')).forEach(el => {
        if (this.isElementVisible(el)) {
            elements.push({
                index: this.elementIndex++,
                tag: el.tagName.toLowerCase(),
                // ... custom properties
            });
        }
    });

    return elements;
}
