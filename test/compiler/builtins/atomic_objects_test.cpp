// Atomics of OpenCL C 3.0, sequentially and by several threads at once.

#include <catch2/catch.hpp>

#include "integer_inputs.h"
#include "reference.h"

namespace mux::compiler::test {
namespace {

const Program &atomic_objects() {
  return shared_program("atomic_objects");
}

constexpr size_t count = 60;
/// Elements of kernels/atomic_objects.cl.
constexpr size_t places = 77;
constexpr size_t forms = 7;
constexpr size_t results = places + 14;

template <typename T>
T random_operand(std::mt19937_64 &random) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(random());
  } else {
    return std::uniform_real_distribution<T>(-100, 100)(random);
  }
}

/// The groups of elements, in the order in which the kernels use them.
enum class Operation {
  exchange,
  add,
  sub,
  min,
  max,
  store,
  strong,
  weak,
  bit_and,
  bit_or,
  bit_xor
};

template <typename T>
T applied(Operation operation, T value, T operand) {
  if constexpr (std::is_integral_v<T>) {
    const auto a = static_cast<uint64_t>(value);
    const auto b = static_cast<uint64_t>(operand);
    switch (operation) {
      case Operation::add:
        return static_cast<T>(a + b);
      case Operation::sub:
        return static_cast<T>(a - b);
      case Operation::bit_and:
        return static_cast<T>(a & b);
      case Operation::bit_or:
        return static_cast<T>(a | b);
      case Operation::bit_xor:
        return static_cast<T>(a ^ b);
      default:
        break;
    }
  }
  switch (operation) {
    case Operation::add:
      return value + operand;
    case Operation::sub:
      return value - operand;
    case Operation::min:
      return std::min(value, operand);
    case Operation::max:
      return std::max(value, operand);
    default:
      return operand;
  }
}

template <typename T>
T successor(T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(value) + 1);
  } else {
    return value + 1;
  }
}

/// Applies the kernels' operations to `values` and returns the old values.
template <typename T>
std::vector<T> run_reference(std::vector<T> &values, const std::vector<T> &operands) {
  std::vector<T> old(results * operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    T *out = &old[i * results];
    for (size_t place = 0; place < places; ++place) {
      const auto operation = static_cast<Operation>(place / forms);
      T &value = values[place];
      if (operation == Operation::strong || operation == Operation::weak) {
        const bool equal = value == operands[i];
        *out++ = equal ? operands[i] : value;
        *out++ = equal ? 1 : 0;
        if (equal) {
          value = successor(operands[i]);
        }
        continue;
      }
      if (!std::is_integral_v<T> && operation >= Operation::bit_and) {
        break;
      }
      const T before = value;
      value = applied(operation, value, operands[i]);
      *out++ = operation == Operation::store ? value : before;
    }
  }
  return old;
}

template <typename T>
void check(const std::string &type) {
  for (const std::string space : {"global", "local", "generic"}) {
    for (const bool first_is_local : {true, false}) {
      const unsigned seed = random_seed();
      std::mt19937_64 random(seed);
      std::vector<T> operands(count);
      std::vector<T> values(places);
      for (T &operand : operands) {
        operand = random_operand<T>(random);
      }
      for (T &value : values) {
        value = random_operand<T>(random);
      }
      // Comparisons succeed for three work-items in a row, and then once more.
      for (size_t i = 0; i < 2 * forms; ++i) {
        values[static_cast<size_t>(Operation::strong) * forms + i] = operands[5];
      }
      operands[6] = successor(operands[5]);
      operands[7] = successor(operands[6]);
      operands[20] = successor(operands[7]);
      std::vector<int32_t> orders(count);
      for (int32_t &order : orders) {
        // 1 is not valid; 7 is an unknown memory order.
        constexpr int32_t numbers[] = {0, 2, 3, 4, 5, 7};
        order = numbers[random() % 6];
      }
      orders[0] = first_is_local ? 0 : 5;
      std::vector<T> expected = values;
      const std::vector<T> expected_old = run_reference(expected, operands);
      std::vector<T> old(results * count);
      run_over(atomic_objects(), space + "_" + type, count, values, operands, old, orders);
      INFO(space << " " << type << ", seed " << seed);
      CHECK(values == expected);
      CHECK(old == expected_old);
    }
  }
}

}  // namespace

TEST_CASE("atomic objects of integers in every address space and order", "[atomics]") {
  check<int32_t>("int");
  check<uint32_t>("uint");
  check<int64_t>("long");
  check<uint64_t>("ulong");
}

TEST_CASE("atomic objects of floating-point numbers in every address space and order",
          "[atomics]") {
  check<float>("float");
  check<double>("double");
}

TEST_CASE("atomic flags return whether they were set", "[atomics]") {
  std::vector<int32_t> flags = {0, 1};
  std::vector<int32_t> out(5, -1);
  run_over(atomic_objects(), "flags", 1, flags, out);
  CHECK(out == std::vector<int32_t>{0, 1, 0, 0, 1});
  CHECK(flags == std::vector<int32_t>{1, 0});
}

TEST_CASE("atomic integers of a pointer's size", "[atomics]") {
  std::vector<uint64_t> out = {7, 7, 7, 7, 0};
  run_over(atomic_objects(), "pointer_sized", 1, out);
  CHECK(out[0] == ~uint64_t{0} - 4);
  CHECK(static_cast<int64_t>(out[1]) == -5);
  CHECK(out[2] == (uint64_t{1} << 40) + 7);
  CHECK(out[3] == reinterpret_cast<uintptr_t>(out.data()));
  CHECK(out[4] == 7);
}

TEST_CASE("atomic objects lose no updates between threads", "[atomics]") {
  constexpr size_t items = 100000;
  std::vector<int32_t> counter(2);
  std::vector<double> sum(1);
  std::vector<uint8_t> seen(items);
  Call call(atomic_objects(), "count");
  call.buffer(counter).buffer(sum).buffer(seen);
  Range range;
  range.global = {items, 1, 1};
  range.local = {100, 1, 1};
  range.dimensions = 1;
  call.run(range, 4);
  CHECK(counter == std::vector<int32_t>{items, items - 1});
  CHECK(sum[0] == items / 2.0);
  CHECK(seen == std::vector<uint8_t>(items, 1));
}

namespace {

template <typename T>
void check_narrow(const std::string &type) {
  constexpr size_t items = 10000;
  std::vector<T> values(5);
  values[4] = 9;
  Call call(atomic_objects(), "narrow_" + type);
  call.buffer(values);
  Range range;
  range.global = {items, 1, 1};
  range.local = {100, 1, 1};
  range.dimensions = 1;
  call.run(range, 4);
  std::vector<T> expected(5);
  for (size_t i = 0; i < items; ++i) {
    const auto operand = static_cast<T>(i * 37);
    expected[0] = static_cast<T>(expected[0] + operand);
    expected[1] = std::max(expected[1], operand);
    expected[2] = static_cast<T>(expected[2] * 3 + 1);
  }
  expected[3] = 8;
  expected[4] = static_cast<T>(5 * 37);
  INFO(type);
  CHECK(values == expected);
}

}  // namespace

TEST_CASE("atomic objects of 8 and 16 bits lose no updates between threads", "[atomics]") {
  check_narrow<int8_t>("char");
  check_narrow<uint8_t>("uchar");
  check_narrow<int16_t>("short");
  check_narrow<uint16_t>("ushort");
}

TEST_CASE("a flag is a lock between work-groups", "[atomics]") {
  constexpr size_t groups = 20000;
  std::vector<int32_t> flag(1);
  std::vector<int64_t> guarded(2);
  Call call(atomic_objects(), "lock");
  call.buffer(flag).buffer(guarded);
  Range range;
  range.global = {groups * 4, 1, 1};
  range.local = {4, 1, 1};
  range.dimensions = 1;
  call.run(range, 4);
  uint64_t expected = 0;
  for (size_t i = 0; i < groups; ++i) {
    expected = expected * 3 + 1;
  }
  CHECK(static_cast<uint64_t>(guarded[0]) == expected);
  CHECK(guarded[1] == groups);
  CHECK(flag[0] == 0);
}

TEST_CASE("released writes are visible after an acquire", "[atomics]") {
  constexpr size_t groups = 500;
  for (int round = 0; round < 10; ++round) {
    std::vector<int32_t> data(groups);
    std::vector<int32_t> flags(groups);
    std::vector<int32_t> wrong(1);
    Call call(atomic_objects(), "publish");
    call.buffer(data).buffer(flags).buffer(wrong);
    Range range;
    range.global = {groups, 1, 1};
    range.local = {1, 1, 1};
    range.dimensions = 1;
    call.run(range, 4);
    CHECK(wrong[0] == 0);
    CHECK(flags == std::vector<int32_t>(groups, 1));
  }
}

}  // namespace mux::compiler::test
