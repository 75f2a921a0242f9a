parseAction(response: string): Action
