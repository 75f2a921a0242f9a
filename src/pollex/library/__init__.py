"""Libraries (000): apps with logins and tools, as folders of templates and scripts, checked before use."""
