{
  name: 'manage_variable',
  parameters: {
    operation: { enum: ['get', 'set', 'clear', 'clear_all'] },
    // Parameters based on operation
  }
}
