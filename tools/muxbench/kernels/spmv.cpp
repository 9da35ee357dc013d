#include "muxbench/kernels/functions.h"

namespace mux::bench::MUX_BENCH_LEVEL {

// Row by row: gathers do not pay off for short rows of different lengths.
void spmv(const uint32_t *starts, const uint32_t *columns, const float *values, const float *vector,
          float *product, size_t rows) {
#pragma omp parallel for schedule(dynamic, 4096)
  for (size_t row = 0; row < rows; ++row) {
    const uint32_t end = starts[row + 1];
    float sum = 0.0F;
    for (uint32_t i = starts[row]; i < end; ++i) {
      sum = __builtin_fmaf(values[i], vector[columns[i]], sum);
    }
    product[row] = sum;
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
