#include "shapes.inc"

ALL_SHAPES(i, int, vload4, vstore4)
