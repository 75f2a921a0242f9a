async getNextAction(
    task: string,
    browserState: BrowserState,
    history: Array<HistoryItem>
): Promise<Action>
