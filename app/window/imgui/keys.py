"""Maps pyglet's keys, modifiers and mouse buttons to Dear ImGui's."""

import sys

from imgui_bundle import imgui
from pyglet.window import key, mouse

MOUSE_BUTTONS = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2, mouse.MOUSE4: 3, mouse.MOUSE5: 4}

MODIFIERS = {
    key.MOD_CTRL: imgui.Key.mod_ctrl,
    key.MOD_SHIFT: imgui.Key.mod_shift,
    key.MOD_ALT | key.MOD_OPTION: imgui.Key.mod_alt,
    key.MOD_WINDOWS | key.MOD_COMMAND: imgui.Key.mod_super,
}

MODIFIER_KEYS = {
    key.LCTRL: imgui.Key.mod_ctrl,
    key.RCTRL: imgui.Key.mod_ctrl,
    key.LSHIFT: imgui.Key.mod_shift,
    key.RSHIFT: imgui.Key.mod_shift,
    key.LALT: imgui.Key.mod_alt,
    key.RALT: imgui.Key.mod_alt,
    key.LOPTION: imgui.Key.mod_alt,
    key.ROPTION: imgui.Key.mod_alt,
    key.LWINDOWS: imgui.Key.mod_super,
    key.RWINDOWS: imgui.Key.mod_super,
    key.LCOMMAND: imgui.Key.mod_super,
    key.RCOMMAND: imgui.Key.mod_super,
}

KEYS = {
    key.TAB: imgui.Key.tab,
    key.LEFT: imgui.Key.left_arrow,
    key.RIGHT: imgui.Key.right_arrow,
    key.UP: imgui.Key.up_arrow,
    key.DOWN: imgui.Key.down_arrow,
    key.PAGEUP: imgui.Key.page_up,
    key.PAGEDOWN: imgui.Key.page_down,
    key.HOME: imgui.Key.home,
    key.END: imgui.Key.end,
    key.INSERT: imgui.Key.insert,
    key.DELETE: imgui.Key.delete,
    key.BACKSPACE: imgui.Key.backspace,
    key.SPACE: imgui.Key.space,
    key.RETURN: imgui.Key.enter,
    key.ESCAPE: imgui.Key.escape,
    key.LCTRL: imgui.Key.left_ctrl,
    key.RCTRL: imgui.Key.right_ctrl,
    key.LSHIFT: imgui.Key.left_shift,
    key.RSHIFT: imgui.Key.right_shift,
    key.LALT: imgui.Key.left_alt,
    key.RALT: imgui.Key.right_alt,
    key.LOPTION: imgui.Key.left_alt,
    key.ROPTION: imgui.Key.right_alt,
    key.LWINDOWS: imgui.Key.left_super,
    key.RWINDOWS: imgui.Key.right_super,
    key.LCOMMAND: imgui.Key.left_super,
    key.RCOMMAND: imgui.Key.right_super,
    key.MENU: imgui.Key.menu,
    key.CAPSLOCK: imgui.Key.caps_lock,
    key.NUMLOCK: imgui.Key.num_lock,
    key.SCROLLLOCK: imgui.Key.scroll_lock,
    key.PRINT: imgui.Key.print_screen,
    key.PAUSE: imgui.Key.pause,
    key.NUM_DECIMAL: imgui.Key.keypad_decimal,
    key.NUM_DIVIDE: imgui.Key.keypad_divide,
    key.NUM_MULTIPLY: imgui.Key.keypad_multiply,
    key.NUM_SUBTRACT: imgui.Key.keypad_subtract,
    key.NUM_ADD: imgui.Key.keypad_add,
    key.NUM_ENTER: imgui.Key.keypad_enter,
    key.NUM_EQUAL: imgui.Key.keypad_equal,
}
# Letters, digits and function keys have the same names in both libraries.
KEYS |= {getattr(key, name): getattr(imgui.Key, name.lower()) for name in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
KEYS |= {getattr(key, f"_{digit}"): getattr(imgui.Key, f"_{digit}") for digit in range(10)}
KEYS |= {getattr(key, f"NUM_{digit}"): getattr(imgui.Key, f"keypad{digit}") for digit in range(10)}
KEYS |= {getattr(key, f"F{n}"): getattr(imgui.Key, f"f{n}") for n in range(1, 25)}
# X11 names keys by the character typed, which depends on Shift and Num Lock; Dear ImGui names them by position.
_PUNCTUATION = {
    ("GRAVE", "ASCIITILDE"): imgui.Key.grave_accent,
    ("MINUS", "UNDERSCORE"): imgui.Key.minus,
    ("EQUAL", "PLUS"): imgui.Key.equal,
    ("BRACKETLEFT", "BRACELEFT"): imgui.Key.left_bracket,
    ("BRACKETRIGHT", "BRACERIGHT"): imgui.Key.right_bracket,
    ("BACKSLASH", "BAR"): imgui.Key.backslash,
    ("SEMICOLON", "COLON"): imgui.Key.semicolon,
    ("APOSTROPHE", "DOUBLEQUOTE"): imgui.Key.apostrophe,
    ("COMMA", "LESS"): imgui.Key.comma,
    ("PERIOD", "GREATER"): imgui.Key.period,
    ("SLASH", "QUESTION"): imgui.Key.slash,
}
KEYS |= {getattr(key, name): target for names, target in _PUNCTUATION.items() for name in names}
_SHIFTED_DIGITS = [
    *("PARENRIGHT", "EXCLAMATION", "AT", "HASH", "DOLLAR"),
    *("PERCENT", "ASCIICIRCUM", "AMPERSAND", "ASTERISK", "PARENLEFT"),
]
KEYS |= {getattr(key, name): getattr(imgui.Key, f"_{digit}") for digit, name in enumerate(_SHIFTED_DIGITS)}
_KEYPAD_MOTIONS = ["INSERT", "END", "DOWN", "NEXT", "LEFT", "BEGIN", "RIGHT", "HOME", "UP", "PRIOR"]
KEYS |= {
    getattr(key, f"NUM_{name}"): getattr(imgui.Key, f"keypad{digit}") for digit, name in enumerate(_KEYPAD_MOTIONS)
}
KEYS |= {
    key.NUM_DELETE: imgui.Key.keypad_decimal,
    key.NUM_PAGE_UP: imgui.Key.keypad9,
    key.NUM_PAGE_DOWN: imgui.Key.keypad3,
}
if sys.platform == "linux":
    KEYS[key.user_key(23)] = imgui.Key.tab  # Shift+Tab: ISO_Left_Tab in X11, unnamed in pyglet

# Keys that Dear ImGui uses to navigate between widgets and activate them, once its highlight is visible.
NAVIGATION_KEYS = frozenset(
    (
        *(key.LEFT, key.RIGHT, key.UP, key.DOWN, key.PAGEUP, key.PAGEDOWN, key.HOME, key.END),
        *(key.SPACE, key.RETURN, key.TAB, key.ESCAPE),
    )
)
