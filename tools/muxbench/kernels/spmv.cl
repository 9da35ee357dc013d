// Multiplies a sparse matrix in CSR format by a vector: one work-item for each row.
kernel void spmv(global const uint *starts, global const uint *columns, global const float *values,
                 global const float *vector, global float *product) {
  const size_t row = get_global_id(0);
  const uint end = starts[row + 1];
  float sum = 0.0f;
  for (uint i = starts[row]; i < end; ++i) {
    sum += values[i] * vector[columns[i]];
  }
  product[row] = sum;
}
