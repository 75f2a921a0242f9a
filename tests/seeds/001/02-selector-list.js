['#submit', '.submit-btn', 'text=Submit']
