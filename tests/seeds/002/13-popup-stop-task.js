stopTask(): void
