{ text: string, windowId?: string }
