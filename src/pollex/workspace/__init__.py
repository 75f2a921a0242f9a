"""The workspace: windows that validated commands draw (003, UICP Core). Pure: no network, no files, no page."""
