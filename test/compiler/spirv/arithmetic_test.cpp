// Arithmetic on integers and floating-point numbers of all widths.

#include "rows.h"

namespace mux::test::arithmetic {
namespace {

template <class Signed>
bool divides(Signed a, Signed b) {
  return b != 0 && !(b == -1 && a == std::numeric_limits<Signed>::min());
}

/// Operations that do not depend on signedness.
template <class T>
std::vector<Row<T, T>> unsigned_rows() {
  return {{"OpIAdd", "%a %b", [](T a, T b, T) { return static_cast<T>(a + b); }},
          {"OpISub", "%a %b", [](T a, T b, T) { return static_cast<T>(a - b); }},
          {"OpIMul", "%a %b", [](T a, T b, T) { return static_cast<T>(uint64_t{a} * b); }},
          {"OpUDiv", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             return b == 0 ? std::nullopt : std::optional<T>(static_cast<T>(a / b));
           }},
          {"OpUMod", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             return b == 0 ? std::nullopt : std::optional<T>(static_cast<T>(a % b));
           }},
          {"OpSNegate", "%a", [](T a, T, T) { return static_cast<T>(0 - a); }},
          {"OpIAdd", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             const T sum = static_cast<T>(a + b);
             return sum < a ? std::nullopt : std::optional<T>(sum);
           },
           "%r NoUnsignedWrap"}};
}

template <class T>
std::vector<Row<T, T>> signed_rows() {
  return {{"OpSDiv", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             return divides(a, b) ? std::optional<T>(static_cast<T>(a / b)) : std::nullopt;
           }},
          {"OpSRem", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             return divides(a, b) ? std::optional<T>(static_cast<T>(a % b)) : std::nullopt;
           }},
          {"OpSMod", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             if (!divides(a, b)) {
               return std::nullopt;
             }
             const T rest = static_cast<T>(a % b);
             return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
           }},
          {"OpISub", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             T difference = 0;
             return __builtin_sub_overflow(a, b, &difference) ? std::nullopt
                                                              : std::optional<T>(difference);
           },
           "%r NoSignedWrap"}};
}

template <class T>
std::vector<Row<T, T>> floating_rows() {
  return {{"OpFAdd", "%a %b", [](T a, T b, T) { return a + b; }},
          {"OpFSub", "%a %b", [](T a, T b, T) { return a - b; }},
          {"OpFMul", "%a %b", [](T a, T b, T) { return a * b; }},
          {"OpFDiv", "%a %b", [](T a, T b, T) { return a / b; }, {}, 2.5},
          {"OpFNegate", "%a", [](T a, T, T) { return -a; }},
          {"OpFRem", "%a %b", [](T a, T b, T) { return std::fmod(a, b); }},
          {"OpFMod", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             // Exactly a - b * floor(a / b), with the sign of b.
             const T rest = std::fmod(a, b);
             if (std::isnan(rest) || std::isinf(b)) {
               return std::nullopt;
             }
             return rest != 0 && std::signbit(rest) != std::signbit(b) ? rest + b
                                                                       : std::copysign(rest, b);
           }},
          {"OpFAdd", "%a %b",
           [](T a, T b, T) -> std::optional<T> {
             return std::isfinite(a) && std::isfinite(b) && std::isfinite(a + b)
                        ? std::optional(a + b)
                        : std::nullopt;
           },
           "%r FPFastMathMode NotNaN|NotInf"}};
}

/// Both members of a structure.
template <class T>
std::vector<Row<T, T>> pair_rows(size_t lanes) {
  const std::string type = vector_of(type_name<T>(), lanes);
  const auto half = [&](const std::string &instruction, const char *index) {
    return "%pair = " + instruction + " %pair_" + type + " %a %b\n%r = OpCompositeExtract %" +
           type + " %pair " + index;
  };
  using Signed = std::make_signed_t<T>;
  constexpr unsigned width = 8 * sizeof(T);
  return {
      {"", half("OpIAddCarry", "0"), [](T a, T b, T) { return static_cast<T>(a + b); }},
      {"", half("OpIAddCarry", "1"), [](T a, T b, T) { return static_cast<T>(a + b) < a ? 1 : 0; }},
      {"", half("OpISubBorrow", "0"), [](T a, T b, T) { return static_cast<T>(a - b); }},
      {"", half("OpISubBorrow", "1"), [](T a, T b, T) { return a < b ? 1 : 0; }},
      {"", half("OpUMulExtended", "0"),
       [](T a, T b, T) { return static_cast<T>(uint64_t{a} * b); }},
      {"", half("OpUMulExtended", "1"),
       [](T a, T b, T) { return static_cast<T>(static_cast<unsigned __int128>(a) * b >> width); }},
      {"", half("OpSMulExtended", "0"),
       [](T a, T b, T) { return static_cast<T>(uint64_t{a} * b); }},
      {"", half("OpSMulExtended", "1"), [](T a, T b, T) {
         return static_cast<T>(
             static_cast<__int128>(static_cast<Signed>(a)) * static_cast<Signed>(b) >> width);
       }}};
}

template <class T>
void add_integers(KernelTable &table, std::initializer_list<size_t> all_lanes) {
  for (const size_t lanes : all_lanes) {
    add_rows(table, "unsigned", lanes, unsigned_rows<T>());
    add_rows(table, "signed", lanes, signed_rows<std::make_signed_t<T>>());
    add_rows(table, "pair", lanes, pair_rows<T>(lanes));
  }
}

/// Products of vectors and matrices.
template <class T>
void add_vector_products(KernelTable &table, size_t lanes) {
  TableKernel kernel;
  const std::string scalar = type_name<T>();
  const std::string type = vector_of(scalar, lanes);
  kernel.name = "products_" + type;
  std::vector<T> a;
  std::vector<T> b;
  for (size_t i = 0; i < kernel.items * stride_of(lanes); ++i) {
    // Their sums are exact.
    a.push_back(static_cast<T>(static_cast<int>(i * 7 % 61) - 30));
    b.push_back(static_cast<T>(static_cast<int>(i * 5 % 53) - 20));
  }
  kernel.inputs = {{type, as_bytes(a)}, {type, as_bytes(b)}};
  kernel.outputs.push_back({scalar, "%r = OpDot %" + scalar + " %a %b", "",
                            expect_each<T>(kernel.items, 1, [=](size_t item, size_t) {
                              T sum = 0;
                              for (size_t i = 0; i < lanes; ++i) {
                                sum +=
                                    a[item * stride_of(lanes) + i] * b[item * stride_of(lanes) + i];
                              }
                              return sum;
                            })});
  kernel.outputs.push_back({type,
                            "%first = OpCompositeExtract %" + scalar +
                                " %b 0\n%r = OpVectorTimesScalar %" + type + " %a %first",
                            "", expect_each<T>(kernel.items, lanes, [=](size_t item, size_t lane) {
                              return a[item * stride_of(lanes) + lane] * b[item * stride_of(lanes)];
                            })});
  table.add(std::move(kernel));
}

}  // namespace

TEST_CASE("integers are computed with as in C++", "[spirv]") {
  KernelTable table;
  table.text.extension("SPV_KHR_no_integer_wrap_decoration");
  add_integers<uint8_t>(table, {1, 16});
  add_integers<uint16_t>(table, {1, 8});
  add_integers<uint32_t>(table, {1, 3});
  add_integers<uint64_t>(table, {1, 2});
  table.check();
}

TEST_CASE("floating-point numbers are computed with as in C++", "[spirv]") {
  KernelTable table;
  add_rows(table, "floating", 1, floating_rows<float>());
  add_rows(table, "floating", 4, floating_rows<float>());
  add_rows(table, "floating", 1, floating_rows<double>());
  add_rows(table, "floating", 3, floating_rows<double>());
  add_vector_products<float>(table, 4);
  add_vector_products<float>(table, 3);
  add_vector_products<double>(table, 2);
  table.check();
}

}  // namespace mux::test::arithmetic
