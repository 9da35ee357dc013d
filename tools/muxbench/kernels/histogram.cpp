#include <string.h>

#include "muxbench/kernels/functions.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

constexpr size_t bins = 256;
// Consecutive equal values are counted in different histograms, to avoid store-to-load forwarding
// latency.
constexpr size_t sub_histograms = 8;

}  // namespace

void histogram(const uint8_t *values, uint32_t *counts, size_t count) {
#pragma omp parallel
  {
    alignas(64) uint32_t own[sub_histograms][bins] = {};
#pragma omp for schedule(static) nowait
    for (size_t i = 0; i < count; i += sub_histograms) {
      uint64_t eight = 0;
      memcpy(&eight, values + i, sizeof eight);
      for (size_t each = 0; each < sub_histograms; ++each) {
        ++own[each][(eight >> (8 * each)) & 0xff];
      }
    }
#pragma omp critical
    for (size_t bin = 0; bin < bins; ++bin) {
      for (const auto &part : own) {
        counts[bin] += part[bin];
      }
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
