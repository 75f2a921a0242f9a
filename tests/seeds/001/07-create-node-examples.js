{
  examples: [
    {
      description: 'Navigate to Gmail',
      input: {
        type: 'browser_action',
        alias: 'open_gmail',
        config: {
          action: 'navigate',
          url: 'https://gmail.com'
        }
      }
    },
    {
      description: 'Click with fallback strategies',
      input: {
        type: 'browser_action',
        alias: 'click_submit',
        config: {
          action: 'click',
          selector: ['#submit', '.submit-btn', 'text=Submit'],
          fallback: 'click the submit button'
        }
      }
    }
  ]
}
