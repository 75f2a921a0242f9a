{
    type: 'click',
    index: number           // Element index from browser state
}
