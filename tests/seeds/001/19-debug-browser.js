{
  name: 'debug_browser',
  parameters: {
    action: { enum: ['navigate', 'click', 'type', 'wait', 'inspect', 'open_tab', 'close_tab', 'switch_tab'] },
    // Common parameters based on action
  }
}
