{
    type: 'search',
    query: string,          // Search query
    engine: string          // 'duckduckgo' | 'google' | 'bing' (default: 'duckduckgo')
}
