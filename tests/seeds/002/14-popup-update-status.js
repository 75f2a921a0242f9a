updateStatus(status: string, text: string): void
