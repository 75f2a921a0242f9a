{
    type: 'navigate',
    url: string,            // URL to navigate to
    new_tab?: boolean       // Open in new tab (not implemented)
}
