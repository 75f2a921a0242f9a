saveSettings(): void
