async getBrowserState(): Promise<BrowserState>
