// Calls an undefined function.

int a_function_that_nobody_has(int x);

kernel void k(global int *out) { out[0] = a_function_that_nobody_has(out[0]); }
