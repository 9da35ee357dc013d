#include "shapes.inc"

ALL_SHAPES(ui, uint, vload4, vstore4)
