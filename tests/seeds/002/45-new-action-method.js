async newAction(action) {
    try {
        // Implementation
        return { success: true };
    } catch (error) {
        return { error: error.message };
    }
}
