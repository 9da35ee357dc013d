// Library functions implemented by processor operations, if available.

#define KERNEL(name)                                                     \
  kernel void name##_of(global float *out, global const float *x) {      \
    const size_t i = get_global_id(0);                                   \
    out[i] = name(x[i]);                                                 \
  }

KERNEL(exp)
KERNEL(exp2)
KERNEL(exp10)
KERNEL(log)
KERNEL(log2)
KERNEL(log10)
KERNEL(log1p)
KERNEL(sinh)
KERNEL(cosh)
KERNEL(asinh)
KERNEL(acosh)
KERNEL(atanh)
KERNEL(rsqrt)

kernel void pow_of(global float *out, global const float *x) {
  const size_t i = get_global_id(0);
  out[i] = pow(x[i], x[i ^ 1] * 0x1p-3f);
}

// The loop is vectorized by LLVM if work-items are not.
kernel void loop_of(global float *out, global const float *x) {
  const size_t i = get_global_id(0);
  const size_t first = i & ~(size_t)15;
  float greatest = -INFINITY;
  for (size_t j = 0; j < 16; ++j) {
    greatest = fmax(greatest, log(x[first + j]));
  }
  out[i] = greatest;
}
