#include "shapes.inc"

ALL_SHAPES(f, float, vload4, vstore4)
