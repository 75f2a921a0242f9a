{
    error: string               // Human-readable error message
}
