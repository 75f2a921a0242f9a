"""An exam of what runs become: compiled from scripted runs, replayed with other inputs and on other layouts."""
