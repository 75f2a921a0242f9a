"""The Chrome extension, and the page-side scripts that it shares with the drivers. Plain JavaScript, no build."""
