async startTask(): Promise<void>
