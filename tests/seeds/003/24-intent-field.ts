{ name: string, label: string, placeholder?: string, type?: string, options?: string[], defaultValue?: string }
