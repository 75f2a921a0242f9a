{ path: string, contents: string, directory?: "Desktop" | "Document" | ... }
