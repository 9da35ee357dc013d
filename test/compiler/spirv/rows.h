/// @file
/// Component-wise instructions compared with C++.

#pragma once

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "kernel_table.h"

namespace mux::test {

/// The expected result of an instruction; nothing if it is undefined. A std::function for each of
/// the thousands of rows takes much longer to compile.
template <class Result, class... Operands>
class Expected {
 public:
  Expected() = default;
  template <class Function>
  Expected(const Function &function) : call_(call<Function>) {
    if constexpr (is_stored_here<Function>) {
      std::memcpy(captures_, &function, sizeof(function));
    } else {
      owned_ = std::make_shared<const Function>(function);
    }
  }
  std::optional<Result> operator()(Operands... operands) const { return call_(*this, operands...); }

 private:
  static constexpr size_t most_bytes = 32;
  template <class Function>
  static constexpr bool is_stored_here =
      std::is_trivially_copyable_v<Function> && sizeof(Function) <= most_bytes;

  template <class Function>
  static std::optional<Result> call(const Expected &expected, Operands... operands) {
    const void *captures = is_stored_here<Function> ? expected.captures_ : expected.owned_.get();
    return (*static_cast<const Function *>(captures))(operands...);
  }

  alignas(std::max_align_t) std::byte captures_[most_bytes] = {};
  std::shared_ptr<const void> owned_;
  std::optional<Result> (*call_)(const Expected &, Operands...) = nullptr;
};

/// An instruction with its operands and expected result.
template <class Result, class First, class Second = First, class Third = First>
struct Row {
  std::string instruction;
  /// "%a %b", or more instructions: "%sum = OpIAdd ...\n%r = ..." if `instruction` is empty.
  std::string operands;
  Expected<Result, First, Second, Third> expected;
  /// As in TableOutput.
  std::string decorations = {};
  /// The allowed error of a floating-point number in ulp.
  double ulps = 0;
};

template <class T>
std::string type_name() {
  if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? "float" : "double";
  } else {
    return sizeof(T) == 1 ? "uchar" : sizeof(T) == 2 ? "ushort" : sizeof(T) == 4 ? "uint" : "ulong";
  }
}

/// "v4uint", or "uint" for one lane.
inline std::string vector_of(const std::string &element, size_t lanes) {
  return lanes == 1 ? element : "v" + std::to_string(lanes) + element;
}

/// Components in memory for each work-item.
inline size_t stride_of(size_t lanes) {
  return lanes == 3 ? 4 : lanes;
}

/// Special values for operations.
template <class T>
std::vector<T> special_numbers() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    return {T(0),
            T(-0.0),
            T(1),
            T(-1.5),
            T(2.5),
            Limits::max(),
            Limits::infinity(),
            -Limits::infinity(),
            Limits::quiet_NaN(),
            Limits::denorm_min()};
  } else {
    using Unsigned = std::make_unsigned_t<T>;
    constexpr auto all = static_cast<T>(~Unsigned{0});
    constexpr auto sign = static_cast<T>(Unsigned{1} << (8 * sizeof(T) - 1));
    return {T(0), T(1), all, sign, static_cast<T>(~sign), T(2), T(0x5a)};
  }
}

template <class T>
T random_number(std::mt19937_64 &random) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(std::ldexp(static_cast<double>(static_cast<int64_t>(random())),
                                     static_cast<int>(random() % 24) - 70));
  } else {
    return static_cast<T>(random() >> random() % 64);
  }
}

/// First all combinations of the special numbers of two operands, of which this is the first (step
/// 1) or the second (step 0), then random ones.
template <class T>
std::vector<T> sample(size_t count, unsigned step, uint32_t seed) {
  const std::vector<T> special = special_numbers<T>();
  std::mt19937_64 random(seed);
  std::vector<T> numbers(count);
  for (size_t i = 0; i < count; ++i) {
    if (i < special.size() * special.size()) {
      numbers[i] = special[(step == 1 ? i : i / special.size()) % special.size()];
    } else {
      numbers[i] = random_number<T>(random);
    }
  }
  return numbers;
}

/// Numbers between 0 and 1, in another order for each step.
inline std::vector<float> fractions(size_t count, unsigned step) {
  std::vector<float> numbers(count);
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<float>(i * step % 127 + 2) / 131;
  }
  return numbers;
}

template <class T>
Bytes as_bytes(const std::vector<T> &values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// The error of a floating-point number in ulp of the expected one.
template <class T>
double distance(T actual, T expected) {
  if ((std::isnan(actual) && std::isnan(expected)) || actual == expected) {
    return 0;
  }
  if (!std::isfinite(actual) || !std::isfinite(expected)) {
    return std::numeric_limits<double>::infinity();
  }
  const T next = std::nextafter(std::abs(expected), std::numeric_limits<T>::infinity());
  const T unit = std::isfinite(next)
                     ? next - std::abs(expected)
                     : std::abs(expected) - std::nextafter(std::abs(expected), T(0));
  return static_cast<double>(std::abs(actual - expected)) / static_cast<double>(unit);
}

template <class T>
bool agrees(T actual, T expected, double ulps) {
  if constexpr (std::is_floating_point_v<T>) {
    if (ulps != 0) {
      return distance(actual, expected) <= ulps;
    }
    return (std::isnan(actual) && std::isnan(expected)) ||
           std::memcmp(&actual, &expected, sizeof(T)) == 0;
  } else {
    return actual == expected;
  }
}

template <class T>
T component(const std::byte *values, size_t index) {
  if constexpr (std::is_same_v<T, bool>) {
    return values[index] != std::byte{0};
  } else {
    T value;
    std::memcpy(&value, values + index * sizeof(T), sizeof(T));
    return value;
  }
}

template <class T>
auto printable(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value;
  } else {
    return static_cast<uint64_t>(value);
  }
}

/// A check of each work-item's value: `expected` is called with the indices of the work-item and
/// the component.
template <class T>
std::function<void(const std::byte *)> expect_each(
    size_t items, size_t lanes, std::function<std::optional<T>(size_t, size_t)> expected,
    double ulps = 0) {
  return [=](const std::byte *values) {
    for (size_t i = 0; i < items; ++i) {
      for (size_t lane = 0; lane < lanes; ++lane) {
        const std::optional<T> wanted = expected(i, lane);
        const T actual = component<T>(values, i * stride_of(lanes) + lane);
        if (wanted && !agrees(actual, *wanted, ulps)) {
          FAIL("work-item " << i << ", component " << lane << ": " << printable(actual)
                            << " instead of " << printable(*wanted));
        }
      }
    }
  };
}

template <class First, class Second, class Third>
struct Operands {
  std::vector<First> first;
  std::vector<Second> second;
  std::vector<Third> third;
};

/// A kernel of the rows for vectors of `lanes` lanes, with numbers of all kinds.
template <class Result, class First, class Second, class Third>
void add_rows(KernelTable &table, const std::string &name, size_t lanes,
              const std::vector<Row<Result, First, Second, Third>> &rows) {
  TableKernel kernel;
  kernel.name = name + "_" + vector_of(type_name<First>(), lanes) + "_to_" + type_name<Result>();
  const size_t count = kernel.items * stride_of(lanes);
  const auto operands =
      std::make_shared<const Operands<First, Second, Third>>(Operands<First, Second, Third>{
          sample<First>(count, 1, 1), sample<Second>(count, 0, 2), sample<Third>(count, 1, 3)});
  kernel.inputs = {{vector_of(type_name<First>(), lanes), as_bytes(operands->first)},
                   {vector_of(type_name<Second>(), lanes), as_bytes(operands->second)},
                   {vector_of(type_name<Third>(), lanes), as_bytes(operands->third)}};
  const std::string type = vector_of(type_name<Result>(), lanes);
  for (const auto &row : rows) {
    const auto expected = [operands, lanes, function = row.expected](
                              size_t item, size_t lane) -> std::optional<Result> {
      const size_t index = item * stride_of(lanes) + lane;
      return function(operands->first[index], operands->second[index], operands->third[index]);
    };
    const std::string text = row.instruction.empty()
                                 ? row.operands
                                 : "%r = " + row.instruction + " %" + type + " " + row.operands;
    kernel.outputs.push_back({type, text, row.decorations,
                              expect_each<Result>(kernel.items, lanes, expected, row.ulps)});
  }
  table.add(std::move(kernel));
}

}  // namespace mux::test
