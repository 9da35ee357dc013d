kernel void prints(global int *out) { printf("%d\n", out[0]); }
