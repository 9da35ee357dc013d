#include "muxbench/kernels_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

namespace mux::bench {
namespace {

double number(Element element, const std::byte *at) {
  if (element == Element::float32) {
    float value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  if (element == Element::uint32) {
    uint32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  return std::to_integer<uint8_t>(*at);
}

// The error beyond the tolerance, relative to the tolerance; 0 if it is within.
double excess(const Tolerance &tolerance, double a, double b) {
  // NaN is always an error.
  const double error = std::isnan(a) || std::isnan(b) ? HUGE_VAL : std::abs(a - b);
  const double allowed =
      tolerance.absolute + tolerance.relative * std::max(std::abs(a), std::abs(b));
  return error <= allowed ? 0 : error - allowed;
}

}  // namespace

std::string compare_results(Element element, const Tolerance &tolerance,
                            std::span<const std::byte> one, std::span<const std::byte> other) {
  const size_t size = element == Element::uint8 ? 1 : sizeof(float);
  const size_t count = one.size() / size;
  size_t wrong = 0;
  size_t worst = 0;
  double worst_excess = 0;
  for (size_t index = 0; index < count; ++index) {
    const double each = excess(tolerance, number(element, one.data() + index * size),
                               number(element, other.data() + index * size));
    if (each > 0) {
      ++wrong;
      if (each > worst_excess) {
        worst_excess = each;
        worst = index;
      }
    }
  }
  if (static_cast<double>(wrong) <= tolerance.share * static_cast<double>(count)) {
    return {};
  }
  std::ostringstream text;
  text.precision(9);
  text << wrong << " of " << count << " elements differ, element " << worst
       << " most: " << number(element, one.data() + worst * size) << " and "
       << number(element, other.data() + worst * size) << " (allowed: " << describe(tolerance)
       << ")";
  return text.str();
}

std::string describe(const Tolerance &tolerance) {
  std::ostringstream text;
  const char *separator = "";
  const auto add = [&](const char *what, double value) {
    if (value > 0) {
      text << separator << what << " " << value;
      separator = " + ";
    }
  };
  add("absolute", tolerance.absolute);
  add("relative", tolerance.relative);
  add("a share of", tolerance.share);
  return text.str().empty() ? "exact" : text.str();
}

}  // namespace mux::bench
