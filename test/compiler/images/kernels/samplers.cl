// The same sampler, declared in all places that OpenCL C allows.
#define BITS (CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR)

constant sampler_t constant_sampler = BITS;
const sampler_t program_sampler = BITS;

float4 read_through(read_only image2d_t image, const sampler_t sampler, float2 at)
    __attribute__((noinline));
float4 read_through(read_only image2d_t image, const sampler_t sampler, float2 at) {
  return read_imagef(image, sampler, at);
}

kernel void everywhere(read_only image2d_t image, sampler_t argument, global const float2 *at,
                       global float4 *out) {
  const sampler_t variable = BITS;
  const size_t i = get_global_id(0);
  const size_t count = get_global_size(0);
  out[i] = read_imagef(image, argument, at[i]);
  out[count + i] = read_imagef(image, constant_sampler, at[i]);
  out[2 * count + i] = read_imagef(image, program_sampler, at[i]);
  out[3 * count + i] = read_imagef(image, variable, at[i]);
  out[4 * count + i] = read_imagef(image, BITS, at[i]);
  out[5 * count + i] = read_through(image, argument, at[i]);
  out[6 * count + i] = read_through(image, constant_sampler, at[i]);
  out[7 * count + i] = read_through(image, variable, at[i]);
}

// Two samplers and two images, chosen by each work-item.
kernel void choose(read_only image2d_t first, read_only image2d_t second, sampler_t one,
                   sampler_t other, global const int *choice, global float4 *out) {
  const size_t i = get_global_id(0);
  const float2 at = (float2)(-0.25f, 0.25f);
  if (choice[i] == 0) {
    out[i] = read_imagef(first, one, at);
  } else if (choice[i] == 1) {
    out[i] = read_imagef(second, one, at);
  } else {
    out[i] = read_through(second, other, at);
  }
}
