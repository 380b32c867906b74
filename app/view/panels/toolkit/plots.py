"""Flags of plots that only show curves: nothing to zoom, select or toggle."""

from imgui_bundle import implot

CURVES_ONLY = (
    implot.Flags_.no_title
    | implot.Flags_.no_menus
    | implot.Flags_.no_box_select
    | implot.Flags_.no_mouse_text
    | implot.Flags_.no_legend
)
LOCKED_AXIS = implot.AxisFlags_.lock | implot.AxisFlags_.no_grid_lines
