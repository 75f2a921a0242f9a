{
    success?: boolean,          // Whether action succeeded
    error?: string,             // Error message if failed
    extracted_content?: string, // Extracted data (for extract action)
    long_term_memory?: string   // Memory to persist
}
