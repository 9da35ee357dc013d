// Shifts, bitwise logic, bit fields and counts.

#include "rows.h"

namespace mux::test::bits {
namespace {

template <class T>
constexpr unsigned width_of = 8 * sizeof(T);

/// Shifts by less than the width, by a number of another type.
template <class T, class Amount>
std::vector<Row<T, T, Amount>> shift_rows(size_t lanes) {
  const std::string amount = vector_of(type_name<Amount>(), lanes);
  const std::string type = vector_of(type_name<T>(), lanes);
  const auto shift = [&](const std::string &instruction) {
    return "%by = OpBitwiseAnd %" + amount + " %b %" + amount + "_" +
           std::to_string(width_of<T> - 1) + "\n%r = " + instruction + " %" + type + " %a %by";
  };
  const auto by = [](Amount b) { return static_cast<unsigned>(b % width_of<T>); };
  using Signed = std::make_signed_t<T>;
  return {{"", shift("OpShiftLeftLogical"),
           [=](T a, Amount b, Amount) { return static_cast<T>(uint64_t{a} << by(b)); }},
          {"", shift("OpShiftRightLogical"),
           [=](T a, Amount b, Amount) { return static_cast<T>(a >> by(b)); }},
          {"", shift("OpShiftRightArithmetic"),
           [=](T a, Amount b, Amount) { return static_cast<T>(static_cast<Signed>(a) >> by(b)); }}};
}

template <class T>
T reversed(T value) {
  T result = 0;
  for (unsigned bit = 0; bit < width_of<T>; ++bit) {
    result = static_cast<T>(result << 1 | (value >> bit & 1));
  }
  return result;
}

template <class T>
std::vector<Row<T, T>> logic_rows() {
  return {{"OpBitwiseAnd", "%a %b", [](T a, T b, T) { return static_cast<T>(a & b); }},
          {"OpBitwiseOr", "%a %b", [](T a, T b, T) { return static_cast<T>(a | b); }},
          {"OpBitwiseXor", "%a %b", [](T a, T b, T) { return static_cast<T>(a ^ b); }},
          {"OpNot", "%a", [](T a, T, T) { return static_cast<T>(~a); }},
          {"OpBitReverse", "%a", [](T a, T, T) { return reversed(a); }},
          {"OpBitCount", "%a", [](T a, T, T) { return static_cast<T>(std::popcount(a)); }}};
}

/// The lowest `count` bits.
template <class T>
T mask_of(unsigned count) {
  return count == 0 ? T(0) : static_cast<T>(static_cast<T>(~T(0)) >> (width_of<T> - count));
}

template <class T>
T insert(T base, T bits, unsigned offset, unsigned count) {
  const T mask = static_cast<T>(offset == width_of<T> ? 0 : uint64_t{mask_of<T>(count)} << offset);
  return static_cast<T>((base & ~mask) |
                        (offset == width_of<T> ? 0 : uint64_t{bits} << offset & mask));
}

template <class T>
T extract(T base, unsigned offset, unsigned count, bool is_signed) {
  const T bits = static_cast<T>(offset == width_of<T> ? 0 : base >> offset & mask_of<T>(count));
  const bool is_negative = is_signed && count != 0 && (bits >> (count - 1) & 1) != 0;
  return is_negative ? static_cast<T>(bits | ~mask_of<T>(count)) : bits;
}

/// Fields with the same offset for all components.
template <class T>
void append_fields(std::vector<Row<T, T>> &rows, unsigned offset, unsigned count) {
  const std::string place = " %uint_" + std::to_string(offset) + " %uchar_" + std::to_string(count);
  rows.push_back({"OpBitFieldInsert", "%a %b" + place,
                  [=](T a, T b, T) { return insert(a, b, offset, count); }});
  rows.push_back({"OpBitFieldSExtract", "%a" + place,
                  [=](T a, T, T) { return extract(a, offset, count, true); }});
  rows.push_back({"OpBitFieldUExtract", "%a" + place,
                  [=](T a, T, T) { return extract(a, offset, count, false); }});
}

/// Fields with an offset for each component.
template <class T>
void append_field_anywhere(std::vector<Row<T, T>> &rows) {
  const std::string type = type_name<T>();
  const auto at = [&](const std::string &instruction) {
    return "%offset = OpBitwiseAnd %" + type + " %c %" + type + "_" +
           std::to_string(width_of<T> - 1) + "\n%left = OpISub %" + type + " %" + type + "_" +
           std::to_string(width_of<T>) + " %offset\n%count = OpUDiv %" + type + " %left %" + type +
           "_2\n%r = " + instruction + " %offset %count";
  };
  const auto offset = [](T c) { return static_cast<unsigned>(c % width_of<T>); };
  const auto count = [=](T c) { return (width_of<T> - offset(c)) / 2; };
  rows.push_back({"", at("OpBitFieldInsert %" + type + " %a %b"),
                  [=](T a, T b, T c) { return insert(a, b, offset(c), count(c)); }});
  rows.push_back({"", at("OpBitFieldSExtract %" + type + " %a"),
                  [=](T a, T, T c) { return extract(a, offset(c), count(c), true); }});
  rows.push_back({"", at("OpBitFieldUExtract %" + type + " %a"),
                  [=](T a, T, T c) { return extract(a, offset(c), count(c), false); }});
}

template <class T, class Amount>
void add_bits(KernelTable &table, size_t lanes) {
  add_rows(table, "logic", lanes, logic_rows<T>());
  add_rows(table, "shift", lanes, shift_rows<T, T>(lanes));
  add_rows(table, "shift_by_other", lanes, shift_rows<T, Amount>(lanes));
  std::vector<Row<T, T>> fields;
  append_fields<T>(fields, 0, 0);
  append_fields<T>(fields, 3, 4);
  append_fields<T>(fields, 0, width_of<T>);
  append_fields<T>(fields, width_of<T> - 1, 1);
  append_fields<T>(fields, width_of<T> / 2, 1);
  if (lanes == 1) {
    append_field_anywhere<T>(fields);
  }
  add_rows(table, "fields", lanes, fields);
}

/// A count may have another type than its operand.
template <class T>
std::vector<Row<uint32_t, T>> count_rows() {
  return {{"OpBitCount", "%a", [](T a, T, T) { return static_cast<uint32_t>(std::popcount(a)); }}};
}

}  // namespace

TEST_CASE("bit operations match C++", "[spirv]") {
  KernelTable table;
  table.text.capability("BitInstructions");
  table.text.extension("SPV_KHR_bit_instructions");
  add_bits<uint8_t, uint32_t>(table, 1);
  add_bits<uint8_t, uint32_t>(table, 3);
  add_bits<uint16_t, uint64_t>(table, 1);
  add_bits<uint16_t, uint8_t>(table, 8);
  add_bits<uint32_t, uint64_t>(table, 1);
  add_bits<uint32_t, uint8_t>(table, 4);
  add_bits<uint64_t, uint8_t>(table, 1);
  add_bits<uint64_t, uint32_t>(table, 2);
  add_rows(table, "count", 1, count_rows<uint8_t>());
  add_rows(table, "count", 1, count_rows<uint64_t>());
  table.check();
}

}  // namespace mux::test::bits
