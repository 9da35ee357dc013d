// More barriers than supported.
#define TEN(what) what what what what what what what what what what
kernel void too_many_barriers(global int *out) {
  TEN(TEN(TEN(TEN(barrier(CLK_GLOBAL_MEM_FENCE);))))
  out[get_global_id(0)] += out[0];
  barrier(CLK_GLOBAL_MEM_FENCE);
}
