"""An exam of `page.extract`: what it reads off pages, held against what a careful person reads there."""
