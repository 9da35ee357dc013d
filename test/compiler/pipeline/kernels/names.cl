// Names that are used by the pipeline or by generated code.

constant int memset[4] = {1, 2, 3, 4};
constant int data[4] = {5, 6, 7, 8};

kernel void memmove(global int *out, int index) { out[0] = memset[index & 3] + data[index & 3]; }

kernel void clear(global int *out) {
  int zeros[64];
  for (int i = 0; i < 64; ++i) zeros[i] = 0;
  for (int i = 0; i < 64; ++i) out[i] = zeros[i ^ 5];
}

kernel void mux_kernel_clear(global int *out) { out[0] = 9; }
