// Develops a photograph: luminance, Gaussian blur, gradient, tone mapping.
//
// A picture is rows of RGBA bytes; a plane is rows of floats, 0 for black and 1 for white. Each
// kernel runs one work-item for each pixel; get_global_size(0) is the width and get_global_size(1)
// the height. Pixels outside the picture have the color of the nearest border pixel.

// The color of a pixel, 0 to 1.
float3 color(uchar4 pixel) { return convert_float3(pixel.xyz) / 255.0f; }

size_t pixel_index(void) { return get_global_id(1) * get_global_size(0) + get_global_id(0); }

// Relative luminance, with the weights of ITU-R BT.709.
kernel void luminance(global const uchar4 *picture, global float *plane) {
  const size_t index = pixel_index();
  plane[index] = dot(color(picture[index]), (float3)(0.2126f, 0.7152f, 0.0722f));
}

// The horizontal pass of a Gaussian blur. A work-group is part of one row: it copies its pixels and
// `radius` pixels on either side to local memory once, where each work-item reads its neighbors.
// `tile` has get_local_size(0) + 2 * radius floats.
kernel void blur_rows(global const float *plane, global float *blurred, constant float *weights,
                      int radius, local float *tile) {
  const int width = get_global_size(0);
  const int columns = get_local_size(0) + 2 * radius;
  const int first = (int)(get_global_id(0) - get_local_id(0)) - radius;
  global const float *row = plane + get_global_id(1) * width;

  for (int i = get_local_id(0); i < columns; i += get_local_size(0)) {
    tile[i] = row[clamp(first + i, 0, width - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  float sum = 0.0f;
  for (int tap = 0; tap <= 2 * radius; ++tap) {
    sum += weights[tap] * tile[get_local_id(0) + tap];
  }
  blurred[pixel_index()] = sum;
}

// The vertical pass. A work-group is a block of pixels; `tile` has its columns with `radius` rows
// above and below: get_local_size(0) * (get_local_size(1) + 2 * radius) floats.
kernel void blur_columns(global const float *plane, global float *blurred, constant float *weights,
                         int radius, local float *tile) {
  const int width = get_global_size(0);
  const int height = get_global_size(1);
  const int stride = get_local_size(0);
  const int rows = get_local_size(1) + 2 * radius;
  const int first = (int)(get_global_id(1) - get_local_id(1)) - radius;
  const int x = get_global_id(0);

  for (int i = get_local_id(1); i < rows; i += get_local_size(1)) {
    tile[i * stride + get_local_id(0)] = plane[(size_t)clamp(first + i, 0, height - 1) * width + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  float sum = 0.0f;
  for (int tap = 0; tap <= 2 * radius; ++tap) {
    sum += weights[tap] * tile[(get_local_id(1) + tap) * stride + get_local_id(0)];
  }
  blurred[pixel_index()] = sum;
}

// The magnitude of the gradient at a pixel, by the Sobel operator.
kernel void gradient(global const float *plane, global float *magnitude) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const int width = get_global_size(0);
  const int left = max(x - 1, 0);
  const int right = min(x + 1, width - 1);
  global const float *above = plane + (size_t)max(y - 1, 0) * width;
  global const float *here = plane + (size_t)y * width;
  global const float *below = plane + (size_t)min(y + 1, (int)get_global_size(1) - 1) * width;

  const float across = (above[right] - above[left]) + 2.0f * (here[right] - here[left]) +
                       (below[right] - below[left]);
  const float down = (below[left] - above[left]) + 2.0f * (below[x] - above[x]) +
                     (below[right] - above[right]);
  magnitude[pixel_index()] = sqrt(across * across + down * down);
}

// Parameters of tone_map(); passed by value.
typedef struct {
  // The strength of the unsharp mask.
  float sharpening;
  // The gradients where sharpening begins and where it is complete, so that noise is not amplified.
  float edge_begin;
  float edge_end;
  // The factor by which shadows are brightened; 1 for no change.
  float exposure;
} Look;

// Unsharp masking at edges, then Reinhard's tone curve with the white point at the exposure, which
// preserves black and white and brightens values between.
kernel void tone_map(global const uchar4 *picture, global const float *luminance,
                     global const float *blurred, global const float *magnitude,
                     global uchar4 *developed, Look look) {
  const size_t index = pixel_index();
  const uchar4 pixel = picture[index];
  const float edge = smoothstep(look.edge_begin, look.edge_end, magnitude[index]);
  const float detail = luminance[index] - blurred[index];
  const float sharp = max(luminance[index] + look.sharpening * edge * detail, 0.0f);
  const float exposed = look.exposure * sharp;
  const float mapped =
      exposed * (1.0f + exposed / (look.exposure * look.exposure)) / (1.0f + exposed);
  const float gain = mapped / max(luminance[index], 1.0f / 255.0f);
  const uchar3 toned = convert_uchar3_sat_rte(color(pixel) * gain * 255.0f);
  developed[index] = (uchar4)(toned, pixel.w);
}
