// One work-item for each element of the product.
kernel void matmul(global const float *a, global const float *b, global float *c, uint size) {
  const uint column = get_global_id(0);
  const uint row = get_global_id(1);
  float sum = 0.0f;
  for (uint k = 0; k < size; ++k) {
    sum += a[row * size + k] * b[k * size + column];
  }
  c[row * size + column] = sum;
}
