kernel void mandelbrot(global uint *counts, float left, float top, float step, uint limit) {
  const size_t column = get_global_id(0);
  const size_t row = get_global_id(1);
  const float cx = left + (float)column * step;
  const float cy = top + (float)row * step;
  float x = 0.0f;
  float y = 0.0f;
  uint count = 0;
  while (count < limit && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++count;
  }
  counts[row * get_global_size(0) + column] = count;
}
