new BrowserStateExtractor()
