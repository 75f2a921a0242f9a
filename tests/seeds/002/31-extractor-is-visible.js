isElementVisible(element: HTMLElement): boolean
