"function": "method"           // Simple method
"function": "utils.format"     // Nested property
"function": "methods[0]"       // Array index
