// Packets of several rows and several vectors in each, for groups of many shapes.

#include <catch2/catch.hpp>
#include <random>

#include "fixtures.h"

namespace mux::test::blocks {

namespace {

// The product of a `rows` x `inner` and an `inner` x `columns` matrix. SEPARATE groups cannot be
// joined, GUARDED work-items may be outside of the result, and TURNED ones have the rows along x.
constexpr const char *product = R"(
  kernel void k(global const int *a, global const int *b, global int *c, uint inner, uint columns,
                uint rows, uint group_value) {
  #ifdef TURNED
    const uint column = get_global_id(1), row = get_global_id(0);
  #else
    const uint column = get_global_id(0), row = get_global_id(1);
  #endif
  #ifdef GUARDED
    if (column >= columns || row >= rows) return;
  #endif
    int sum = 0;
    for (uint i = 0; i < inner; ++i) sum += a[row * inner + i] * b[i * columns + column];
  #ifdef SEPARATE
    sum += (get_group_id(0) + 3 * get_group_id(1)) * group_value;
  #endif
    c[row * columns + column] = sum;
  })";

struct Form {
  const char *options;
  bool is_turned;
  bool is_guarded;
};

struct Shape {
  size_t columns;
  size_t rows;
};

std::vector<uint32_t> random_numbers(std::mt19937 &random, size_t count) {
  std::vector<uint32_t> numbers(count);
  for (uint32_t &number : numbers) {
    number = random();
  }
  return numbers;
}

std::vector<uint32_t> product_of(const std::vector<uint32_t> &a, const std::vector<uint32_t> &b,
                                 const Shape &shape, size_t inner) {
  std::vector<uint32_t> result(shape.columns * shape.rows);
  for (size_t row = 0; row < shape.rows; ++row) {
    for (size_t i = 0; i < inner; ++i) {
      for (size_t column = 0; column < shape.columns; ++column) {
        result[row * shape.columns + column] += a[row * inner + i] * b[i * shape.columns + column];
      }
    }
  }
  return result;
}

size_t round_up(size_t size, size_t step) {
  return (size + step - 1) / step * step;
}

}  // namespace

TEST_CASE_METHOD(KernelFixture, "kernels: blocks of rows and vectors", "[kernels]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  constexpr uint32_t group_value = 1000003;
  const Form forms[] = {{"", false, false},
                        {"-DGUARDED", false, true},
                        {"-DTURNED", true, false},
                        {"-DSEPARATE", false, false},
                        {"-DSEPARATE -DGUARDED", false, true}};
  for (const Form &form : forms) {
    CAPTURE(form.options);
    mux_kernel_t kernel = build(product, "k", form.options);
    const bool is_separate = std::string_view(form.options).find("SEPARATE") != std::string::npos;
    for (const Shape local : {Shape{1, 1}, Shape{16, 16}, Shape{8, 3}, Shape{40, 9}}) {
      for (const Shape shape : {Shape{1, 1}, Shape{16, 8}, Shape{32, 8}, Shape{31, 7},
                                Shape{33, 17}, Shape{5, 40}, Shape{100, 25}}) {
        CAPTURE(local.columns, local.rows, shape.columns, shape.rows);
        const uint32_t inner = random() % 20;
        const std::vector<uint32_t> a = random_numbers(random, shape.rows * inner + 1);
        const std::vector<uint32_t> b = random_numbers(random, shape.columns * inner + 1);
        std::vector<uint32_t> expected = product_of(a, b, shape, inner);
        if (is_separate) {
          for (size_t i = 0; i < expected.size(); ++i) {
            const size_t x = i % shape.columns / local.columns;
            const size_t y = i / shape.columns / local.rows;
            expected[i] += static_cast<uint32_t>(x + 3 * y) * group_value;
          }
        }
        const TestBuffer a_buffer = make_buffer(std::span<const uint32_t>(a));
        const TestBuffer b_buffer = make_buffer(std::span<const uint32_t>(b));
        const TestBuffer c_buffer = make_buffer(expected.size() * sizeof(uint32_t));
        Range range{2, {shape.columns, shape.rows, 1}, {local.columns, local.rows, 1}, {}};
        if (form.is_guarded) {
          range.global[0] = round_up(shape.columns, local.columns);
          range.global[1] = round_up(shape.rows, local.rows);
        }
        if (form.is_turned) {
          std::swap(range.global[0], range.global[1]);
          std::swap(range.local[0], range.local[1]);
        }
        launch(kernel,
               Arguments()
                   .buffer(a_buffer)
                   .buffer(b_buffer)
                   .buffer(c_buffer)
                   .value(inner)
                   .value(static_cast<uint32_t>(shape.columns))
                   .value(static_cast<uint32_t>(shape.rows))
                   .value(group_value),
               range);
        CHECK(std::equal(expected.begin(), expected.end(), c_buffer.as<uint32_t>().begin()));
      }
    }
  }
}

}  // namespace mux::test::blocks
