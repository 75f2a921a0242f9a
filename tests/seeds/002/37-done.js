{
    type: 'done',
    text: string,           // Summary message
    success: boolean        // Whether task completed successfully
}
