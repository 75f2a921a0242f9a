// From directorPrompt.js - THIS IS WHERE THE REAL DOCS ARE!
## browser_action:
REQUIRED: action field must be one of: click, type, navigate, wait, openNewTab, switchTab, back, forward, refresh, screenshot, listTabs, getCurrentTab, keypress, act
{
  "action": "click" | "type" | "navigate" | "wait" | "openNewTab" | "switchTab" | "back" | "forward" | "refresh" | "screenshot" | "listTabs" | "getCurrentTab" | "keypress" | "act",
  "selector": "CSS selector or text description (for click/type/screenshot)",
  "text": "text to type (for type action)",
  "url": "URL to navigate to (for navigate/openNewTab action)",
  "duration": "milliseconds to wait (for wait action, default 1000)",
  "tabName": "tab name (for switchTab action)",
  "name": "tab name to assign (for openNewTab action)",
  "path": "file path for screenshot (optional)",
  "fullPage": "boolean for full page screenshot (optional, default true)",
  "key": "key to press (for keypress action, e.g. 'Enter', 'Escape', 'Tab', 'ArrowDown', etc.)",
  "instruction": "natural language instruction (for act action)"
}
