{
  type: 'function',
  function: {
    name: 'create_node',
    description: 'Create one or more nodes in the workflow',
    parameters: {
      type: 'object',
      properties: {
        type: {
          type: 'string',
          enum: ['browser_action', 'browser_query', ...],
          description: 'The type of node to create'
        },
        config: {
          type: 'object',
          description: 'Configuration for the node. Structure depends on node type - see examples.',
          // Instead of oneOf, we document requirements in descriptions
          properties: {
            // Common properties that apply to multiple node types
            action: {
              type: 'string',
              description: 'For browser_action: navigate, click, type, wait, openNewTab, switchTab, back, forward, refresh, screenshot, listTabs, getCurrentTab, keypress, act'
            },
            selector: {
              type: 'string',
              description: 'Element selector. Supports: CSS (#id, .class), text matching (text:Submit), AI selection (act:click submit), or array for fallbacks'
            },
            // ... other properties with clear descriptions
          }
        }
      }
    }
  }
}
