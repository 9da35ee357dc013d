// Work-items that exchange values with partners whose index differs in a bit given by arguments:
// steps of sorting networks and butterflies, at distances within a vector, of whole vectors, and
// others; with arrays and ids at any offset.

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "fixtures.h"

namespace mux::test::partners {

namespace {

constexpr uint32_t work_items = 512;
constexpr uint32_t group_size = 64;
/// More than any index.
constexpr uint32_t array_size = 2048;

constexpr uint32_t distances[] = {0, 1, 2, 3, 8, 15, 16, 20, 48, 64, 128};
constexpr uint32_t lengths[] = {2, 16, 512};
/// Offsets of ids and arrays.
constexpr uint32_t starts[] = {0, 1, 16};

template <typename T>
using Step = std::function<void(T *values, uint32_t i, uint32_t distance, uint32_t length)>;

/// A kernel (values, distance, length) without data races.
template <typename T>
void compare_steps(KernelFixture &fixture, std::string source, const std::string &type,
                   const Step<T> &step) {
  for (size_t at = source.find("TYPE"); at != std::string::npos; at = source.find("TYPE")) {
    source.replace(at, 4, type);
  }
  CAPTURE(type);
  std::mt19937 random(random_seed());
  mux_kernel_t kernel = fixture.build(source, "k");
  for (const uint32_t first_id : starts) {
    for (const uint32_t first_element : starts) {
      for (const uint32_t distance : distances) {
        for (const uint32_t length : lengths) {
          CAPTURE(first_id, first_element, distance, length);
          std::vector<T> expected(array_size);
          for (T &value : expected) {
            value = static_cast<T>(random() % 1000);
          }
          const TestBuffer values = fixture.make_buffer(std::span<const T>(expected));
          Range range = Range::linear(work_items, group_size);
          range.offset[0] = first_id;
          fixture.launch(
              kernel,
              Arguments().buffer(values, first_element * sizeof(T)).value(distance).value(length),
              range);
          for (uint32_t i = first_id; i < first_id + work_items; ++i) {
            step(expected.data() + first_element, i, distance, length);
          }
          REQUIRE(std::equal(expected.begin(), expected.end(), values.as<T>().begin()));
        }
      }
    }
  }
}

constexpr const char *exchange = R"(
  kernel void k(global TYPE *values, uint distance, uint length) {
    const uint i = get_global_id(0);
    const uint partner = i ^ distance;
    if (partner > i) {
      const TYPE a = values[i];
      const TYPE b = values[partner];
      if ((a > b) == ((i & length) == 0)) {
        values[i] = b;
        values[partner] = a;
      }
    }
  })";

template <typename T>
void exchange_step(T *values, uint32_t i, uint32_t distance, uint32_t length) {
  const uint32_t partner = i ^ distance;
  if (partner > i && (values[i] > values[partner]) == ((i & length) == 0)) {
    std::swap(values[i], values[partner]);
  }
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: partners compare and exchange", "[kernels]") {
  compare_steps<float>(*this, exchange, "float", exchange_step<float>);
  compare_steps<int32_t>(*this, exchange, "int", exchange_step<int32_t>);
  compare_steps<int16_t>(*this, exchange, "short", exchange_step<int16_t>);
  compare_steps<double>(*this, exchange, "double", exchange_step<double>);
}

TEST_CASE_METHOD(KernelFixture, "kernels: partners are selected by a bit", "[kernels]") {
  compare_steps<int32_t>(*this, R"(
    kernel void k(global int *values, int distance, int length) {
      const int i = get_global_id(0);
      const int partner = distance ^ i;
      if (i < partner && !(length & i)) {
        const int sum = values[i] + values[partner];
        values[partner] -= values[i];
        values[i] = (i & distance) != 0 ? sum : -sum;
      }
    })",
                         "int",
                         [](int32_t *values, uint32_t i, uint32_t distance, uint32_t length) {
                           const uint32_t partner = i ^ distance;
                           if (i < partner && !(i & length)) {
                             const int32_t sum = values[i] + values[partner];
                             values[partner] -= values[i];
                             values[i] = (i & distance) != 0 ? sum : -sum;
                           }
                         });
}

TEST_CASE_METHOD(KernelFixture, "kernels: partners in two halves of blocks", "[kernels]") {
  compare_steps<float>(*this, R"(
    kernel void k(global float *values, uint distance, uint length) {
      const uint i = get_global_id(0);
      const uint at = 2 * i - (i & (length - 1));
      const float low = values[at], high = values[at + length];
      values[at] = low + high;
      values[at + length] = low - high;
    })",
                       "float", [](float *values, uint32_t i, uint32_t, uint32_t length) {
                         const uint32_t at = 2 * i - (i & (length - 1));
                         const float low = values[at];
                         const float high = values[at + length];
                         values[at] = low + high;
                         values[at + length] = low - high;
                       });
}

TEST_CASE_METHOD(KernelFixture, "kernels: partners in a work-group", "[kernels]") {
  // Some partners are outside of the group.
  compare_steps<int32_t>(*this, R"(
    kernel void k(global int *values, uint distance, uint length) {
      const uint first = get_global_id(0) - get_local_id(0);
      const uint l = get_local_id(0);
      const uint partner = l ^ distance;
      if (l < partner && partner < length && partner < 64) {
        const int own = values[first + l];
        values[first + l] = values[first + partner];
        values[first + partner] = own;
      }
    })",
                         "int",
                         [first = uint32_t{0}](int32_t *values, uint32_t i, uint32_t distance,
                                               uint32_t length) mutable {
                           // Groups begin at the offset of the ids.
                           first = i - first >= group_size ? i : first;
                           const uint32_t l = i - first;
                           const uint32_t partner = l ^ distance;
                           if (l < partner && partner < length && partner < group_size) {
                             std::swap(values[i], values[first + partner]);
                           }
                         });
}

}  // namespace mux::test::partners
