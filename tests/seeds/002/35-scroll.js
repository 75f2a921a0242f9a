{
    type: 'scroll',
    down: boolean,          // true = down, false = up
    pages: number           // Number of pages to scroll (default: 1)
}
