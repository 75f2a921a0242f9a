"""Which hosts a browser context may reach, and the proxy that holds it to them."""
