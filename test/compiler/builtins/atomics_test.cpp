// Atomics of OpenCL C 1.2, sequentially and by several threads at once.

#include <catch2/catch.hpp>

#include "integer_inputs.h"
#include "reference.h"

namespace mux::compiler::test::atomics {
namespace {

const Program &atomics() {
  return shared_program("atomics");
}

constexpr size_t count = 100;
constexpr size_t places = 11;

/// The result of each element's operation, in unsigned arithmetic except for min and max.
template <typename T>
T applied(size_t place, T value, T operand) {
  const auto a = static_cast<uint64_t>(value);
  const auto b = static_cast<uint64_t>(operand);
  switch (place) {
    case 0:
      return static_cast<T>(a + b);
    case 1:
      return static_cast<T>(a - b);
    case 2:
      return operand;
    case 3:
      return static_cast<T>(a + 1);
    case 4:
      return static_cast<T>(a - 1);
    case 5:
      return value == operand ? static_cast<T>(b + 1) : value;
    case 6:
      return std::min(value, operand);
    case 7:
      return std::max(value, operand);
    case 8:
      return static_cast<T>(a & b);
    case 9:
      return static_cast<T>(a | b);
    default:
      return static_cast<T>(a ^ b);
  }
}

template <typename T>
void check_atomics(const std::string &kernel, bool local) {
  std::mt19937_64 random(random_seed());
  std::vector<T> operands = integer_inputs<T>(random, count);
  std::shuffle(operands.begin(), operands.end(), random);
  std::vector<T> values(places);
  for (T &value : values) {
    value = static_cast<T>(random());
  }
  // The comparison succeeds for two work-items in a row.
  values[5] = operands[3];
  operands[4] = static_cast<T>(static_cast<uint64_t>(operands[3]) + 1);
  std::vector<T> expected = values;
  std::vector<T> expected_old(places * count);
  for (size_t i = 0; i < count; ++i) {
    for (size_t place = 0; place < places; ++place) {
      expected_old[places * i + place] = expected[place];
      expected[place] = applied(place, expected[place], operands[i]);
    }
  }
  std::vector<T> old(places * count);
  Call call(atomics(), kernel);
  call.buffer(values).buffer(operands).buffer(old);
  if (local) {
    call.local(places * sizeof(T));
  }
  Range range;
  range.global = {count, 1, 1};
  range.local = {count, 1, 1};
  range.dimensions = 1;
  call.run(range);
  INFO(kernel << ", seed " << random_seed());
  CHECK(values == expected);
  CHECK(old == expected_old);
}

template <typename T>
void check_both(const std::string &prefix, const std::string &type) {
  check_atomics<T>(prefix + "_global_" + type, false);
  check_atomics<T>(prefix + "_local_" + type, true);
}

}  // namespace

TEST_CASE("atomics return the old value and store the result", "[atomics]") {
  check_both<int8_t>("atomic", "char");
  check_both<uint8_t>("atomic", "uchar");
  check_both<int16_t>("atomic", "short");
  check_both<uint16_t>("atomic", "ushort");
  check_both<int32_t>("atomic", "int");
  check_both<uint32_t>("atomic", "uint");
  check_both<int32_t>("atom", "int");
  check_both<uint32_t>("atom", "uint");
  check_both<int64_t>("atom", "long");
  check_both<uint64_t>("atom", "ulong");
}

TEST_CASE("atomic_xchg exchanges floats", "[atomics]") {
  std::vector<float> place = {-1.0f};
  std::vector<float> old(4);
  run_over(atomics(), "exchange_float", 4, place, old);
  CHECK(old == std::vector<float>{-1.0f, 0.5f, 1.5f, 2.5f});
  CHECK(place[0] == 3.5f);
}

TEST_CASE("atomics of several threads lose no updates", "[atomics]") {
  std::vector<int32_t> counter(1);
  std::vector<int64_t> wide_counter = {int64_t{1} << 40};
  Call call(atomics(), "count");
  call.buffer(counter).buffer(wide_counter);
  Range range;
  range.global = {200000, 1, 1};
  range.local = {100, 1, 1};
  range.dimensions = 1;
  call.run(range, 4);
  CHECK(counter[0] == 200000);
  CHECK(wide_counter[0] == (int64_t{1} << 40) + 600000);
}

TEST_CASE("fences and prefetch have no results", "[atomics]") {
  std::vector<int32_t> out(16);
  run_over(atomics(), "fences", 16, out);
  CHECK(out == std::vector<int32_t>(16, 5));
}

}  // namespace mux::compiler::test::atomics
