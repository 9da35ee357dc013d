// Typical kernels of image programs; compiled to bitcode by Clang.

constant float weights[3] = {0.2126f, 0.7152f, 0.0722f};

typedef struct {
  int width;
  int height;
  float gain;
} picture;

float luminance_of(float4 color) {
  return color.x * weights[0] + color.y * weights[1] + color.z * weights[2];
}

kernel void luminance(global const float4 *in, global float *out, picture size) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= size.width || y >= size.height) return;
  out[y * size.width + x] = luminance_of(in[y * size.width + x]) * size.gain;
}

// Reverses each work-group's part through local memory, declared and passed.
kernel void reverse(global const int *in, global int *out, local int *passed) {
  local int declared[256];
  size_t l = get_local_id(0);
  size_t n = get_local_size(0);
  declared[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  passed[l] = declared[n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = passed[l];
}

kernel void histogram(global const uchar *in, global volatile int *bins, uint count) {
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&bins[in[i] >> 4]);
}

kernel void math(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  out[i] = clamp(sqrt(fabs(x)) + sin(x) * exp(-x * x) + max(x, 0.5f), -10.0f, 10.0f);
}

kernel void ids(global uint *out) {
  size_t i = get_global_id(0) - get_global_offset(0) +
             (get_global_id(1) - get_global_offset(1)) * get_global_size(0) +
             (get_global_id(2) - get_global_offset(2)) * get_global_size(0) * get_global_size(1);
  out[i] = (uint)(get_local_id(0) + get_local_id(1) * 16 + get_local_id(2) * 256 +
                  get_group_id(0) * 4096 + get_group_id(1) * 65536 + get_group_id(2) * 1048576);
}
