{
    index: number,              // Unique element index
    tag: string,                // HTML tag name (lowercase)
    type: string?,              // Input type (if applicable)
    text: string,               // Visible text content
    placeholder: string?,       // Placeholder text (if applicable)
    value: string?,             // Current value (if applicable)
    href: string?,              // Link href (if applicable)
    ariaLabel: string?,         // ARIA label
    className: string?,         // CSS classes
    id: string?                 // Element ID
}
