// Comparisons, classification of floating-point numbers, Booleans and selects.

#include "rows.h"

namespace mux::test::comparisons {
namespace {

template <class T>
std::vector<Row<bool, T>> unsigned_rows() {
  return {{"OpIEqual", "%a %b", [](T a, T b, T) { return a == b; }},
          {"OpINotEqual", "%a %b", [](T a, T b, T) { return a != b; }},
          {"OpUGreaterThan", "%a %b", [](T a, T b, T) { return a > b; }},
          {"OpUGreaterThanEqual", "%a %b", [](T a, T b, T) { return a >= b; }},
          {"OpULessThan", "%a %b", [](T a, T b, T) { return a < b; }},
          {"OpULessThanEqual", "%a %b", [](T a, T b, T) { return a <= b; }}};
}

template <class T>
std::vector<Row<bool, T>> signed_rows() {
  return {{"OpSGreaterThan", "%a %b", [](T a, T b, T) { return a > b; }},
          {"OpSGreaterThanEqual", "%a %b", [](T a, T b, T) { return a >= b; }},
          {"OpSLessThan", "%a %b", [](T a, T b, T) { return a < b; }},
          {"OpSLessThanEqual", "%a %b", [](T a, T b, T) { return a <= b; }}};
}

template <class T>
std::vector<Row<bool, T>> floating_rows() {
  const auto unordered = [](T a, T b) { return std::isnan(a) || std::isnan(b); };
  return {{"OpFOrdEqual", "%a %b", [](T a, T b, T) { return a == b; }},
          {"OpFUnordEqual", "%a %b", [=](T a, T b, T) { return unordered(a, b) || a == b; }},
          {"OpFOrdNotEqual", "%a %b", [=](T a, T b, T) { return !unordered(a, b) && a != b; }},
          {"OpFUnordNotEqual", "%a %b", [](T a, T b, T) { return a != b; }},
          {"OpFOrdLessThan", "%a %b", [](T a, T b, T) { return a < b; }},
          {"OpFUnordLessThan", "%a %b", [](T a, T b, T) { return !(a >= b); }},
          {"OpFOrdGreaterThan", "%a %b", [](T a, T b, T) { return a > b; }},
          {"OpFUnordGreaterThan", "%a %b", [](T a, T b, T) { return !(a <= b); }},
          {"OpFOrdLessThanEqual", "%a %b", [](T a, T b, T) { return a <= b; }},
          {"OpFUnordLessThanEqual", "%a %b", [](T a, T b, T) { return !(a > b); }},
          {"OpFOrdGreaterThanEqual", "%a %b", [](T a, T b, T) { return a >= b; }},
          {"OpFUnordGreaterThanEqual", "%a %b", [](T a, T b, T) { return !(a < b); }},
          {"OpLessOrGreater", "%a %b", [](T a, T b, T) { return a < b || a > b; }},
          {"OpOrdered", "%a %b", [=](T a, T b, T) { return !unordered(a, b); }},
          {"OpUnordered", "%a %b", [=](T a, T b, T) { return unordered(a, b); }},
          {"OpIsNan", "%a", [](T a, T, T) { return std::isnan(a); }},
          {"OpIsInf", "%a", [](T a, T, T) { return std::isinf(a); }},
          {"OpIsFinite", "%a", [](T a, T, T) { return std::isfinite(a); }},
          {"OpIsNormal", "%a", [](T a, T, T) { return std::isnormal(a); }},
          {"OpSignBitSet", "%a", [](T a, T, T) { return std::signbit(a); }}};
}

/// For the conditions a > b and b > c.
std::vector<Row<bool, uint32_t>> truth_rows(size_t lanes) {
  const std::string type = vector_of("bool", lanes);
  const auto combine = [&](const std::string &instruction) {
    return "%x = OpUGreaterThan %" + type + " %a %b\n%y = OpUGreaterThan %" + type +
           " %b %c\n%r = " + instruction;
  };
  const auto both = [&](const std::string &opcode) {
    return combine(opcode + " %" + type + " %x %y");
  };
  using T = uint32_t;
  return {{"", both("OpLogicalAnd"), [](T a, T b, T c) { return a > b && b > c; }},
          {"", both("OpLogicalOr"), [](T a, T b, T c) { return a > b || b > c; }},
          {"", both("OpLogicalEqual"), [](T a, T b, T c) { return (a > b) == (b > c); }},
          {"", both("OpLogicalNotEqual"), [](T a, T b, T c) { return (a > b) != (b > c); }},
          {"", combine("OpLogicalNot %" + type + " %x"), [](T a, T b, T) { return !(a > b); }},
          {"", combine("OpSelect %" + type + " %x %y %x"),
           [](T a, T b, T c) { return a > b && b > c; }}};
}

template <class T>
std::vector<Row<T, T>> choice_rows(size_t lanes) {
  const std::string truth = vector_of("bool", lanes);
  const std::string type = vector_of(type_name<T>(), lanes);
  return {{"", "%x = OpUGreaterThan %" + truth + " %a %b\n%r = OpSelect %" + type + " %x %b %c",
           [](T a, T b, T c) { return a > b ? b : c; }}};
}

/// Reductions of conditions over components, and scalar selects of vectors.
void add_reductions(KernelTable &table, size_t lanes) {
  TableKernel kernel;
  kernel.name = "reductions_" + std::to_string(lanes);
  std::vector<uint32_t> a;
  std::mt19937 random(5);
  const std::string type = vector_of("uint", lanes);
  const std::string truths = vector_of("bool", lanes);
  for (size_t i = 0; i < kernel.items * stride_of(lanes); ++i) {
    // Some are all odd, and some all even.
    const size_t item = i / stride_of(lanes);
    a.push_back(static_cast<uint32_t>(random()) >> 1 << 1 | (item % 3 == 0   ? 0
                                                             : item % 3 == 1 ? 1
                                                                             : random() & 1));
  }
  kernel.inputs = {{type, as_bytes(a)}};
  const auto odd = [=](size_t item, size_t lane) { return a[item * stride_of(lanes) + lane] & 1; };
  const auto count = [=](size_t item) {
    size_t found = 0;
    for (size_t lane = 0; lane < lanes; ++lane) {
      found += odd(item, lane);
    }
    return found;
  };
  const std::string question = "%bits = OpBitwiseAnd %" + type + " %a %" + type +
                               "_1\n%odd = OpINotEqual %" + truths + " %bits %" + type + "_0\n";
  kernel.outputs = {
      {"bool", question + "%r = OpAny %bool %odd", "",
       expect_each<bool>(kernel.items, 1, [=](size_t item, size_t) { return count(item) != 0; })},
      {"bool", question + "%r = OpAll %bool %odd", "",
       expect_each<bool>(kernel.items, 1,
                         [=](size_t item, size_t) { return count(item) == lanes; })},
      {type, question + "%any = OpAny %bool %odd\n%r = OpSelect %" + type + " %any %a %bits", "",
       expect_each<uint32_t>(kernel.items, lanes, [=](size_t item, size_t lane) {
         return count(item) != 0 ? a[item * stride_of(lanes) + lane] : 0;
       })}};
  table.add(std::move(kernel));
}

template <class T>
void add_integers(KernelTable &table, size_t lanes) {
  add_rows(table, "unsigned", lanes, unsigned_rows<T>());
  add_rows(table, "signed", lanes, signed_rows<std::make_signed_t<T>>());
  add_rows(table, "choice", lanes, choice_rows<T>(lanes));
}

}  // namespace

TEST_CASE("integers are compared as in C++", "[spirv]") {
  KernelTable table;
  add_integers<uint8_t>(table, 1);
  add_integers<uint8_t>(table, 16);
  add_integers<uint16_t>(table, 1);
  add_integers<uint16_t>(table, 3);
  add_integers<uint32_t>(table, 1);
  add_integers<uint32_t>(table, 4);
  add_integers<uint64_t>(table, 1);
  add_integers<uint64_t>(table, 2);
  table.check();
}

TEST_CASE("floating-point numbers are compared as in C++", "[spirv]") {
  KernelTable table;
  add_rows(table, "floating", 1, floating_rows<float>());
  add_rows(table, "floating", 8, floating_rows<float>());
  add_rows(table, "floating", 1, floating_rows<double>());
  add_rows(table, "floating", 2, floating_rows<double>());
  table.check();
}

TEST_CASE("Booleans are combined as in C++", "[spirv]") {
  KernelTable table;
  add_rows(table, "truth", 1, truth_rows(1));
  add_rows(table, "truth", 4, truth_rows(4));
  add_reductions(table, 2);
  add_reductions(table, 3);
  add_reductions(table, 16);
  table.check();
}

TEST_CASE("pointers are compared by address", "[spirv]") {
  TableKernel kernel;
  kernel.name = "pointers";
  const std::vector<uint32_t> steps = sample<uint32_t>(kernel.items, 1, 1);
  kernel.inputs = {{"uint", as_bytes(steps)}, {"v3uint", Bytes(16 * kernel.items)}};
  const std::string place =
      "%step = OpBitwiseAnd %uint %a %uint_3\n"
      "%p = OpInBoundsPtrAccessChain %global_v3uint %in_b %uint_2\n"
      "%q = OpInBoundsPtrAccessChain %global_v3uint %in_b %step\n";
  const auto step = [=](size_t item) { return steps[item] & 3; };
  const size_t items = kernel.items;
  kernel.outputs = {
      {"bool", place + "%r = OpPtrEqual %bool %p %q", "",
       expect_each<bool>(items, 1, [=](size_t item, size_t) { return step(item) == 2; })},
      {"bool", place + "%r = OpPtrNotEqual %bool %p %q", "",
       expect_each<bool>(items, 1, [=](size_t item, size_t) { return step(item) != 2; })},
      {"ulong", place + "%r = OpPtrDiff %ulong %q %p", "",
       expect_each<uint64_t>(items, 1,
                             [=](size_t item, size_t) { return uint64_t{step(item)} - 2; })},
      {"uint", place + "%r = OpPtrDiff %uint %p %q", "",
       expect_each<uint32_t>(items, 1, [=](size_t item, size_t) { return 2 - step(item); })},
      {"bool",
       place + "%x = OpIEqual %bool %step %uint_1\n%chosen = OpSelect %global_v3uint %x %p %q\n"
               "%r = OpPtrEqual %bool %chosen %p",
       "", expect_each<bool>(items, 1, [=](size_t item, size_t) {
         return step(item) == 1 || step(item) == 2;
       })}};
  KernelTable table;
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::comparisons
