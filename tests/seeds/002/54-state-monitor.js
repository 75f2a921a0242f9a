async getBrowserState() {
    const state = await this.extractState();
    console.log('Browser state:', state);
    return state;
}
