// Dot products of integers: signed, unsigned, mixed, packed, and accumulated with saturation.

#include "rows.h"

namespace mux::test::dot_products {
namespace {

constexpr size_t items = 128;

struct Kind {
  std::string name;
  bool first_is_signed;
  bool second_is_signed;
};

const Kind kinds[] = {
    {"OpSDotKHR", true, true}, {"OpUDotKHR", false, false}, {"OpSUDotKHR", true, false}};

template <class T>
__int128 number(T value, bool is_signed) {
  return is_signed ? __int128{static_cast<std::make_signed_t<T>>(value)} : __int128{value};
}

/// The dot product of a work-item; it wraps, as 64-bit products may.
template <class T>
__int128 product(const std::vector<T> &a, const std::vector<T> &b, size_t item, size_t lanes,
                 const Kind &kind) {
  using Wrapping = unsigned __int128;
  Wrapping sum = 0;
  for (size_t i = item * lanes; i < (item + 1) * lanes; ++i) {
    sum += static_cast<Wrapping>(number(a[i], kind.first_is_signed)) *
           static_cast<Wrapping>(number(b[i], kind.second_is_signed));
  }
  return static_cast<__int128>(sum);
}

template <class Result>
Result saturated(__int128 sum, bool is_signed) {
  using Signed = std::make_signed_t<Result>;
  const __int128 lowest = is_signed ? __int128{std::numeric_limits<Signed>::min()} : __int128{0};
  const __int128 highest = is_signed ? __int128{std::numeric_limits<Signed>::max()}
                                     : __int128{std::numeric_limits<Result>::max()};
  return static_cast<Result>(std::clamp(sum, lowest, highest));
}

/// @param packed whether operands are four bytes in a word, or else vectors.
template <class Result, class T>
void add_products(KernelTable &table, size_t lanes, bool packed) {
  TableKernel kernel;
  const std::string result = type_name<Result>();
  const std::string type = packed ? "uint" : vector_of(type_name<T>(), lanes);
  kernel.name = "dot_" + std::string(packed ? "packed_" : "") + type + "_to_" + result;
  const auto a = sample<T>(items * lanes, 1, 1);
  const auto b = sample<T>(items * lanes, 0, 2);
  const auto c = sample<Result>(items, 1, 3);
  kernel.inputs = {{type, as_bytes(a)}, {type, as_bytes(b)}, {result, as_bytes(c)}};
  const std::string format = packed ? " PackedVectorFormat4x8BitKHR" : "";
  for (const Kind &kind : kinds) {
    kernel.outputs.push_back({result, "%r = " + kind.name + " %" + result + " %a %b" + format, "",
                              expect_each<Result>(items, 1, [=](size_t item, size_t) {
                                return static_cast<Result>(product(a, b, item, lanes, kind));
                              })});
    const std::string accumulating = kind.name.substr(0, kind.name.size() - 3) + "AccSatKHR";
    const bool is_signed = kind.first_is_signed;
    kernel.outputs.push_back(
        {result, "%r = " + accumulating + " %" + result + " %a %b %c" + format, "",
         expect_each<Result>(items, 1, [=](size_t item, size_t) -> std::optional<Result> {
           const __int128 sum = product(a, b, item, lanes, kind);
           // Undefined if a product overflows the result.
           if (sum != number(static_cast<Result>(sum), is_signed)) {
             return std::nullopt;
           }
           return saturated<Result>(sum + number(c[item], is_signed), is_signed);
         })});
  }
  table.add(std::move(kernel));
}

}  // namespace

TEST_CASE("dot products of integers are sums of products", "[spirv]") {
  KernelTable table;
  for (const char *capability : {"DotProductKHR", "DotProductInputAllKHR",
                                 "DotProductInput4x8BitKHR", "DotProductInput4x8BitPackedKHR"}) {
    table.text.capability(capability);
  }
  table.text.extension("SPV_KHR_integer_dot_product");
  add_products<uint32_t, uint8_t>(table, 4, true);
  add_products<uint64_t, uint8_t>(table, 4, true);
  add_products<uint32_t, uint8_t>(table, 4, false);
  add_products<uint8_t, uint8_t>(table, 2, false);
  add_products<uint32_t, uint16_t>(table, 2, false);
  add_products<uint64_t, uint16_t>(table, 8, false);
  add_products<uint64_t, uint32_t>(table, 4, false);
  add_products<uint64_t, uint64_t>(table, 2, false);
  table.check();
}

}  // namespace mux::test::dot_products
