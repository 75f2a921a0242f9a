async executeTaskLoop(): Promise<void>
