{
    type: 'input_text',
    index: number,          // Element index
    text: string,           // Text to input
    clear: boolean          // Whether to clear existing text (default: true)
}
