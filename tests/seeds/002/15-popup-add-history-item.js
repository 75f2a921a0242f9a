addHistoryItem(action: ActionInfo): void
