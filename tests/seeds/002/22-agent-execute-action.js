async executeAction(action: Action): Promise<ActionResult>
