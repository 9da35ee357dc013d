#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "shapes.inc"

ALL_SHAPES(h, half, vload4, vstore4)
