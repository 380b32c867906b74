"""The solvers, one file each; `registry` finds them."""
