// A minimum whose operands depend on the same two numbers crashed LLVM, also in vectors and reductions.
// options: -cl-std=CL3.0
// argument: buffer float 256 random 17
// argument: buffer float 256 random 18
// range: global 64 local 16 offset 0
#pragma OPENCL FP_CONTRACT OFF
kernel void test(global float *out1, global const float *in2) {
  const int x = get_global_id(0);
  const float a = in2[x];
  const float b = in2[x + 64];
  const float c = in2[x + 128];
  const float4 u = vload4(x, in2);
  const float4 v = vload4(63 - x, in2);
  out1[x] = fmin(fmin(a, b), fma(b, a, c)) + 0.0f;
  out1[x + 64] = fmax(copysign(a, b), fmax(a, b)) + 0.0f;
  const float4 joined = fmax(fmax(u, v), fma(u, v, u)) - clamp(fma(u, v, v), fmin(u, v), 1.0f);
  out1[x + 128] = fmin(fmin(joined.x, joined.y), copysign(joined.y, joined.x)) + 0.0f;
  float least = fmin(a, b);
  for (int i = 0; i < 3; ++i) {
    least = fmin(least, fma(a, b, in2[i]));
  }
  out1[x + 192] = least + 0.0f;
}
