async startTask(
    task: string,
    tabId: number,
    settings: Settings
): Promise<void>
