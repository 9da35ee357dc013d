// Kernels for the tests of the tools.

kernel void triad(global float *a, global const float *b, global const float *c, float s) {
  const size_t i = get_global_id(0);
  a[i] = b[i] + s * c[i];
}

// The position of each work-item: x + 100 y + 10000 z.
kernel void where(global int *out) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  const size_t index = (z * get_global_size(1) + y) * get_global_size(0) + x;
  out[index] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2);
}

// Reverses each work-group through a local memory argument.
kernel void reverse(global int *values, local int *tile) {
  const size_t last = get_local_size(0) - 1;
  tile[get_local_id(0)] = values[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  values[get_global_id(0)] = tile[last - get_local_id(0)];
}

kernel void add_vector(global float4 *values, float4 addend) { values[get_global_id(0)] += addend; }

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void scale_halves(global half *values, half2 factor) {
  values[get_global_id(0)] *= factor.y;
}

kernel void add_bytes(global uchar *values, uchar addend, long unused) {
  values[get_global_id(0)] += addend;
}

kernel void is_null(global int *out, global const int *maybe) { out[0] = maybe == 0; }

kernel void count_runs(global int *counter) { atomic_inc(counter); }

kernel void local_sizes(global int *out) { out[get_global_id(0)] = get_local_size(0); }

kernel void no_arguments(void) {}

#ifdef VALUE
kernel void defined_value(global int *out) { out[get_global_id(0)] = VALUE; }
#endif

typedef struct {
  int first;
  float second;
} Pair;
kernel void takes_struct(global int *out, Pair pair) { out[0] = pair.first + (int)pair.second; }

// Inverts brightness.
kernel void invert(read_only image2d_t in, sampler_t how, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float4 color = read_imagef(in, how, at);
  write_imagef(out, at, (float4)(1.0f - color.xyz, color.w));
}

// Samples half a pixel to the right.
kernel void between(read_only image1d_t in, sampler_t how, global float *out) {
  const float at = (float)get_global_id(0) + 1.0f;
  out[get_global_id(0)] = read_imagef(in, how, at).x;
}

kernel void sizes_of_array(read_only image2d_array_t in, global int *out) {
  out[0] = get_image_width(in);
  out[1] = get_image_height(in);
  out[2] = (int)get_image_array_size(in);
}

kernel void sizes_of_volume(read_only image3d_t in, global int *out) {
  out[0] = get_image_width(in);
  out[1] = get_image_height(in);
  out[2] = get_image_depth(in);
}

kernel void double_integers(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagei(out, at, read_imagei(in, at) * 2);
}

kernel void say(int what) {
  printf("%d says %#x\n", (int)get_global_id(0), what);
}
