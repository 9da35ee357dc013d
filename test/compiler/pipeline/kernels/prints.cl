kernel void prints(global int *out, constant char *format) { printf(format, out[0]); }
