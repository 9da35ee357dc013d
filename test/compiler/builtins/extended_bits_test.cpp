// Bit fields compared with loops over bits, with every valid offset and count.

#include <catch2/catch.hpp>

#include "integer_inputs.h"
#include "reference.h"

namespace mux::compiler::test::extended_bits {
namespace {

/// Divisible by every vector width.
constexpr size_t items = 48 * 97;

/// Bits of an element, lowest first.
template <typename T>
bool bit(T value, unsigned index) {
  return ((static_cast<uint64_t>(value) >> index) & 1) != 0;
}

/// In the order of the kernels' results.
template <typename T>
std::vector<T> expected_results(T a, T b, unsigned offset, unsigned count) {
  constexpr unsigned width = sizeof(T) * 8;
  uint64_t inserted = 0;
  uint64_t with_sign = 0;
  uint64_t with_zeros = 0;
  uint64_t reversed = 0;
  for (unsigned i = 0; i < width; ++i) {
    const bool inside = i >= offset && i - offset < count;
    inserted |= uint64_t{inside ? bit(b, i - offset) : bit(a, i)} << i;
    const bool extracted = i < count && bit(a, offset + i);
    with_zeros |= uint64_t{extracted} << i;
    const bool sign = count != 0 && bit(a, offset + count - 1);
    with_sign |= uint64_t{i < count ? extracted : sign} << i;
    reversed |= uint64_t{bit(a, width - i - 1)} << i;
  }
  return {static_cast<T>(inserted), static_cast<T>(with_sign), static_cast<T>(with_zeros),
          static_cast<T>(reversed)};
}

const char *const functions[] = {"bitfield_insert", "bitfield_extract_signed",
                                 "bitfield_extract_unsigned", "bit_reverse"};

/// Every field, then random ones.
template <typename T>
void make_fields(std::mt19937_64 &random, std::vector<uint32_t> &offsets,
                 std::vector<uint32_t> &counts) {
  constexpr uint32_t width = sizeof(T) * 8;
  for (uint32_t offset = 0; offset <= width; ++offset) {
    for (uint32_t count = 0; offset + count <= width; ++count) {
      offsets.push_back(offset);
      counts.push_back(count);
    }
  }
  while (offsets.size() < items) {
    offsets.push_back(static_cast<uint32_t>(random() % (width + 1)));
    counts.push_back(static_cast<uint32_t>(random() % (width - offsets.back() + 1)));
  }
}

/// `lanes` elements for each work-item.
template <typename T>
void check_kernel(const std::string &kernel, size_t lanes) {
  std::mt19937_64 random(random_seed());
  std::vector<T> a = integer_inputs<T>(random, items);
  std::vector<T> b = integer_inputs<T>(random, items);
  std::shuffle(a.begin(), a.end(), random);
  std::shuffle(b.begin(), b.end(), random);
  std::vector<uint32_t> offsets;
  std::vector<uint32_t> counts;
  make_fields<T>(random, offsets, counts);
  std::vector<T> out(std::size(functions) * items);
  uint64_t stride = items;
  run_over(shared_program("extended_bits"), kernel, items / lanes, a, b, offsets, counts, out,
           stride);
  std::vector<size_t> wrong(std::size(functions));
  for (size_t i = 0; i < items; ++i) {
    const std::vector<T> expected =
        expected_results(a[i], b[i], offsets[i / lanes], counts[i / lanes]);
    for (size_t function = 0; function < std::size(functions); ++function) {
      wrong[function] += out[function * items + i] == expected[function] ? 0 : 1;
    }
  }
  for (size_t function = 0; function < std::size(functions); ++function) {
    INFO(functions[function] << " in " << kernel << ", seed " << random_seed());
    CHECK(wrong[function] == 0);
  }
}

template <typename T>
void check_type(const std::string &type) {
  check_kernel<T>(type + "_divergent", 1);
  for (const size_t lanes : {1, 2, 3, 4, 8, 16}) {
    check_kernel<T>(type + "_" + std::to_string(lanes), lanes);
  }
}

}  // namespace

TEST_CASE("extended bit operations of char and short", "[extended_bits]") {
  check_type<int8_t>("char");
  check_type<uint8_t>("uchar");
  check_type<int16_t>("short");
  check_type<uint16_t>("ushort");
}

TEST_CASE("extended bit operations of int and long", "[extended_bits]") {
  check_type<int32_t>("int");
  check_type<uint32_t>("uint");
  check_type<int64_t>("long");
  check_type<uint64_t>("ulong");
}

}  // namespace mux::compiler::test::extended_bits
