new LLMService(settings: Settings)
