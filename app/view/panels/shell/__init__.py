"""The frame around the panels: menus, dialogs, command palette and layout."""
