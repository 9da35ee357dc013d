#include "muxbench/kernels/by_hand.h"
#include "muxbench/kernels/functions.h"

namespace mux::bench {

namespace level = MUX_BENCH_LEVEL;

const ByHand MUX_BENCH_TABLE = {
    .level = MUX_BENCH_LEVEL_NAME,
    .triad = level::triad,
    .matmul = level::matmul,
    .matmul_tiled = level::matmul_tiled,
    .nbody = level::nbody,
    .mandelbrot = level::mandelbrot,
    .black_scholes = level::black_scholes,
    .reduction = level::reduction,
    .histogram = level::histogram,
    .stencil = level::stencil,
    .transpose = level::transpose,
    .spmv = level::spmv,
    .math_mix = level::math_mix,
    .scan = level::scan,
    .bitonic_sort = level::bitonic_sort,
};

}  // namespace mux::bench
