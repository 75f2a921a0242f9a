extractInteractiveElements(): Array<ElementInfo>
