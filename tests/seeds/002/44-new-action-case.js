case 'new_action':
    return await this.newAction(action);
