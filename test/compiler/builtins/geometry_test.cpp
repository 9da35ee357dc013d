// Geometric functions on vectors of every width compared with long double.

#include <catch2/catch.hpp>

#include "reference.h"

namespace mux::compiler::test::geometry {
namespace {

using Exact = long double;

const Program &geometry() {
  return shared_program("geometry");
}

constexpr size_t count = 4000;

/// Vectors with a stride of four elements. The first ones overflow or underflow when squared; later
/// ones have large and small elements.
template <typename T>
std::vector<T> vectors(std::mt19937_64 &random) {
  std::vector<T> all;
  std::uniform_real_distribution<T> element(-2, 2);
  constexpr int range = std::numeric_limits<T>::max_exponent;
  const auto any_scale = [&random] {
    return static_cast<int>(random() % (2 * range - 80)) - range + 60;
  };
  for (size_t i = 0; i < count; ++i) {
    int scale = i < 1000 ? any_scale() : 0;
    for (int lane = 0; lane < 4; ++lane) {
      scale = i >= 1000 && i < 2000 ? any_scale() : scale;
      all.push_back(std::ldexp(element(random), scale - 2));
    }
  }
  return all;
}

template <typename T>
Exact length(const T *x, size_t width) {
  Exact sum = 0;
  for (size_t lane = 0; lane < width; ++lane) {
    sum += static_cast<Exact>(x[lane]) * x[lane];
  }
  return std::sqrt(sum);
}

template <typename T>
void check_measures(const std::string &type, size_t width) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = vectors<T>(random);
  std::vector<T> y = vectors<T>(random);
  const std::string suffix = type + "_" + std::to_string(width);
  std::vector<T> out(3 * count);
  uint64_t stride = count;
  run_over(geometry(), "measures_" + suffix, count, x, y, out, stride);
  double worst_length = 0;
  double worst_distance = 0;
  size_t wrong_dots = 0;
  for (size_t i = 0; i < count; ++i) {
    Exact dot = 0;
    Exact greatest = 0;
    T difference[4];
    for (size_t lane = 0; lane < width; ++lane) {
      const Exact product = static_cast<Exact>(x[4 * i + lane]) * y[4 * i + lane];
      dot += product;
      greatest = std::max(greatest, std::fabs(product));
      difference[lane] = x[4 * i + lane] - y[4 * i + lane];
    }
    // The error is bounded by the products, not by their sum, which may cancel.
    const Exact allowed = 2 * width * greatest * std::numeric_limits<T>::epsilon() +
                          width * std::numeric_limits<T>::denorm_min();
    const bool overflows = greatest * width > std::numeric_limits<T>::max();
    wrong_dots += overflows || std::fabs(out[i] - dot) <= allowed ? 0 : 1;
    worst_length = std::max(worst_length, ulp_distance(out[count + i], length(&x[4 * i], width)));
    worst_distance =
        std::max(worst_distance, ulp_distance(out[2 * count + i], length(difference, width)));
  }
  INFO(suffix << ", seed " << random_seed());
  CHECK(wrong_dots == 0);
  // Float: 2.75 + 0.5 n, double: 5.5 + n for length; 2.5 + 2 n and twice that for distance.
  const double lanes = static_cast<double>(width);
  CHECK(worst_length <= (sizeof(T) == 4 ? 2.75 + 0.5 * lanes : 5.5 + lanes));
  CHECK(worst_distance <= (sizeof(T) == 4 ? 2.5 + 2 * lanes : 5 + 4 * lanes));
}

template <typename T>
void check_normalize(const std::string &type, size_t width) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = vectors<T>(random);
  const T infinity = std::numeric_limits<T>::infinity();
  // Zero stays zero; for infinities only the direction matters.
  const T special[] = {0, 0, 0, 0, infinity, 1, 2, 3, -infinity, infinity, 0, 5};
  std::copy(std::begin(special), std::end(special), x.begin());
  std::vector<T> out(4 * count);
  const std::string kernel = "normalize_" + type + "_" + std::to_string(width);
  run_over(geometry(), kernel, count, x, out);
  double worst = 0;
  for (size_t i = 0; i < count; ++i) {
    Exact direction[4];
    bool infinite = false;
    for (size_t lane = 0; lane < width; ++lane) {
      direction[lane] = x[4 * i + lane];
      infinite = infinite || std::isinf(x[4 * i + lane]);
    }
    Exact sum = 0;
    for (size_t lane = 0; lane < width; ++lane) {
      if (infinite) {
        direction[lane] = std::isinf(direction[lane]) ? std::copysign(1.0L, direction[lane]) : 0.0L;
      }
      sum += direction[lane] * direction[lane];
    }
    for (size_t lane = 0; lane < width; ++lane) {
      const Exact exact = sum == 0 ? 0.0L : direction[lane] / std::sqrt(sum);
      worst = std::max(worst, ulp_distance(out[4 * i + lane], exact));
    }
  }
  INFO(kernel << ", seed " << random_seed());
  const double lanes = static_cast<double>(width);
  CHECK(worst <= (sizeof(T) == 4 ? 2 + lanes : 4.5 + lanes));
}

template <typename T>
void check_cross(const std::string &type, size_t width) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x(4 * count);
  std::vector<T> y(4 * count);
  std::uniform_real_distribution<T> element(-100, 100);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = element(random);
    y[i] = element(random);
  }
  std::vector<T> out(4 * count);
  const std::string kernel = "cross_" + type + "_" + std::to_string(width);
  run_over(geometry(), kernel, count, x, y, out);
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    const T *p = &x[4 * i];
    const T *q = &y[4 * i];
    for (size_t lane = 0; lane < 3; ++lane) {
      const size_t next = (lane + 1) % 3;
      const size_t last = (lane + 2) % 3;
      const Exact left = static_cast<Exact>(p[next]) * q[last];
      const Exact right = static_cast<Exact>(p[last]) * q[next];
      const Exact allowed =
          3 * std::numeric_limits<T>::epsilon() * std::max(std::fabs(left), std::fabs(right));
      wrong += std::fabs(out[4 * i + lane] - (left - right)) <= allowed ? 0 : 1;
    }
    wrong += width == 3 || out[4 * i + 3] == 0 ? 0 : 1;
  }
  INFO(kernel << ", seed " << random_seed());
  CHECK(wrong == 0);
}

/// Within 8192 ulp, for vectors whose squares neither overflow nor underflow.
void check_fast(size_t width) {
  std::mt19937_64 random(random_seed());
  std::vector<float> x(4 * count);
  std::vector<float> y(4 * count);
  std::uniform_real_distribution<float> element(-100, 100);
  for (size_t i = 4; i < x.size(); ++i) {
    x[i] = element(random);
    y[i] = element(random);
  }
  std::vector<float> measures(2 * count);
  std::vector<float> normalized(4 * count);
  uint64_t stride = count;
  const std::string suffix = "_float_" + std::to_string(width);
  run_over(geometry(), "fast_measures" + suffix, count, x, y, measures, stride);
  run_over(geometry(), "fast_normalize" + suffix, count, x, normalized);
  double worst = 0;
  for (size_t i = 0; i < count; ++i) {
    const Exact exact = length(&x[4 * i], width);
    float difference[4];
    for (size_t lane = 0; lane < width; ++lane) {
      difference[lane] = x[4 * i + lane] - y[4 * i + lane];
      const Exact direction = exact == 0 ? 0.0L : x[4 * i + lane] / exact;
      worst = std::max(worst, ulp_distance(normalized[4 * i + lane], direction));
    }
    worst = std::max(worst, ulp_distance(measures[i], exact));
    worst = std::max(worst, ulp_distance(measures[count + i], length(difference, width)));
  }
  INFO("fast functions of width " << width << ", seed " << random_seed());
  CHECK(worst <= 8192);
}

}  // namespace

TEST_CASE("dot, length and distance of every width", "[geometry]") {
  for (size_t width = 1; width <= 4; ++width) {
    check_measures<float>("float", width);
    check_measures<double>("double", width);
  }
}

TEST_CASE("normalize neither overflows nor underflows", "[geometry]") {
  for (size_t width = 1; width <= 4; ++width) {
    check_normalize<float>("float", width);
    check_normalize<double>("double", width);
  }
}

TEST_CASE("cross products of vectors of three and four", "[geometry]") {
  check_cross<float>("float", 3);
  check_cross<float>("float", 4);
  check_cross<double>("double", 3);
  check_cross<double>("double", 4);
}

TEST_CASE("fast geometric functions are accurate enough", "[geometry]") {
  for (size_t width = 1; width <= 4; ++width) {
    check_fast(width);
  }
}

}  // namespace mux::compiler::test::geometry
