new BrowserUseAgent()
