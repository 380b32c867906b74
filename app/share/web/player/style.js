// The style sheet of the player as text, for the custom element; `app/share/web/bundle.py` fills it.

export const PLAYER_STYLE = { text: "" };
