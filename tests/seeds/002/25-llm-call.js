async callLLM(messages: Array<Message>): Promise<string>
