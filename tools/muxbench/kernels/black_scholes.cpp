#include <math.h>

#include "muxbench/kernels/functions.h"
#include "muxbench/kernels/vector_math.h"

namespace mux::bench::MUX_BENCH_LEVEL {
namespace {

[[gnu::always_inline]] inline Floats below(Floats d) {
  const Floats k = reciprocal(multiply_add(splat(0.2316419F), magnitude(d), splat(1.0F)));
  Floats polynomial = splat(1.330274429F);
  polynomial = multiply_add(k, polynomial, splat(-1.821255978F));
  polynomial = multiply_add(k, polynomial, splat(1.781477937F));
  polynomial = multiply_add(k, polynomial, splat(-0.356563782F));
  polynomial = multiply_add(k, polynomial, splat(0.319381530F));
  const Floats tail = splat(0.39894228F) * exponential(d * splat(-0.5F) * d) * (k * polynomial);
  return select(less(splat(0.0F), d), splat(1.0F) - tail, tail);
}

float below(float d) {
  const float k = 1.0F / (1.0F + 0.2316419F * fabsf(d));
  const float polynomial =
      k * (0.319381530F +
           k * (-0.356563782F + k * (1.781477937F + k * (-1.821255978F + k * 1.330274429F))));
  const float tail = 0.39894228F * expf(-0.5F * d * d) * polynomial;
  return d > 0.0F ? 1.0F - tail : tail;
}

struct Market {
  float rate;
  float volatility;
};

void option(float price, float strike, float time, const Market &market, float &call, float &put) {
  const float deviation = market.volatility * sqrtf(time);
  const float drift = market.rate + 0.5F * market.volatility * market.volatility;
  const float d1 = (logf(price / strike) + drift * time) / deviation;
  const float discounted = strike * expf(-market.rate * time);
  const float below1 = below(d1);
  const float below2 = below(d1 - deviation);
  call = price * below1 - discounted * below2;
  put = discounted * (1.0F - below2) - price * (1.0F - below1);
}

// Options are processed in blocks, one stage at a time. Within a stage dependence chains are short,
// so that many of them overlap, and all constants stay in registers.
constexpr size_t block_size = 256;

struct Block {
  // Both distances to the strike, then their cumulative probabilities.
  alignas(64) float d[2][block_size];
  alignas(64) float discounted[block_size];
};

void distances(const float *prices, const float *strikes, const float *years, const Market &market,
               Block &block) {
  const Floats volatility = splat(market.volatility);
  const Floats inverse_volatility = splat(1.0F / market.volatility);
  const Floats drift = splat(market.rate + 0.5F * market.volatility * market.volatility);
  const Floats negative_rate = splat(-market.rate);
  for (size_t i = 0; i < block_size; i += lanes) {
    const Floats strike = load(strikes + i);
    const Floats time = load(years + i);
    // The square root and its inverse from one estimate.
    const Floats inverse_root = inverse_square_root(time);
    const Floats deviation = volatility * time * inverse_root;
    const Floats moneyness = multiply_add(drift, time, logarithm(divide(load(prices + i), strike)));
    const Floats d1 = moneyness * (inverse_volatility * inverse_root);
    store(block.d[0] + i, d1);
    store(block.d[1] + i, d1 - deviation);
    store(block.discounted + i, strike * exponential(negative_rate * time));
  }
}

void values(const float *prices, const Block &block, float *calls, float *puts) {
  for (size_t i = 0; i < block_size; i += lanes) {
    const Floats price = load(prices + i);
    const Floats discounted = load(block.discounted + i);
    const Floats below1 = load(block.d[0] + i);
    const Floats below2 = load(block.d[1] + i);
    store(calls + i, subtract_product(discounted, below2, price * below1));
    store(puts + i,
          subtract_product(price, splat(1.0F) - below1, discounted * (splat(1.0F) - below2)));
  }
}

// Whether all inputs are in the domain of the branch-free functions.
bool all_common(const float *inputs) {
  Mask common = all_lanes();
  for (size_t i = 0; i < block_size; i += lanes) {
    const Floats value = load(inputs + i);
    common = mask_and(common, mask_and(less(splat(1e-9F), value), less(value, splat(1e9F))));
  }
  return !any(mask_not(common));
}

}  // namespace

void black_scholes(const float *prices, const float *strikes, const float *years, float *calls,
                   float *puts, float rate, float volatility, size_t count) {
  const Market market{rate, volatility};
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < count; i += block_size) {
    if (all_common(prices + i) && all_common(strikes + i) && all_common(years + i)) {
      Block block;
      distances(prices + i, strikes + i, years + i, market, block);
      float *const d = block.d[0];
      for (size_t each = 0; each < 2 * block_size; each += lanes) {
        store(d + each, below(load(d + each)));
      }
      values(prices + i, block, calls + i, puts + i);
    } else {
      for (size_t each = i; each < i + block_size; ++each) {
        option(prices[each], strikes[each], years[each], market, calls[each], puts[each]);
      }
    }
  }
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
