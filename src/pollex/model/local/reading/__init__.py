"""Reading a task: its words as a program."""
