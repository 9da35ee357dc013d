#include "muxbench/start/figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mux::bench {
namespace {

template <class Figures>
double median_of_one(std::span<const Figures> all, double Figures::*value) {
  std::vector<double> values;
  values.reserve(all.size());
  for (const Figures &each : all) {
    values.push_back(each.*value);
  }
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Figures, size_t Count>
Figures medians(std::span<const Figures> all, const NamedFigure<Figures> (&names)[Count]) {
  Figures result;
  for (const NamedFigure<Figures> &each : names) {
    result.*each.value = median_of_one(all, each.value);
  }
  return result;
}

}  // namespace

Start median_of(std::span<const Start> starts) {
  Start result = medians(starts, start_figures);
  result.parse_ns = median_of_one(starts, &Start::parse_ns);
  return result;
}

CompileStages median_of(std::span<const CompileStages> stages) {
  return medians(stages, compile_stages);
}

double geometric_mean(const std::vector<double> &numbers) {
  const double sum =
      std::accumulate(numbers.begin(), numbers.end(), 0.0,
                      [](double so_far, double number) { return so_far + std::log(number); });
  return std::exp(sum / static_cast<double>(numbers.size()));
}

}  // namespace mux::bench
