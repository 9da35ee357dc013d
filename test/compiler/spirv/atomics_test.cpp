// Atomic operations on integers and floating-point numbers, sequentially and concurrently.

#include "rows.h"

namespace mux::test::atomics {
namespace {

constexpr const char *scope = "%uint_1 %uint_784";
constexpr const char *relaxed = "%uint_1 %uint_0";

/// The result in memory of an operation on `a` and `b`.
template <class T>
struct Update {
  std::string instruction;
  bool has_operand;
  std::function<T(T, T)> after;
};

template <class T>
std::vector<Update<T>> integer_updates() {
  using Signed = std::make_signed_t<T>;
  const auto is_less = [](T a, T b) { return static_cast<Signed>(a) < static_cast<Signed>(b); };
  return {{"OpAtomicExchange", true, [](T, T b) { return b; }},
          {"OpAtomicIAdd", true, [](T a, T b) { return static_cast<T>(a + b); }},
          {"OpAtomicISub", true, [](T a, T b) { return static_cast<T>(a - b); }},
          {"OpAtomicIIncrement", false, [](T a, T) { return static_cast<T>(a + 1); }},
          {"OpAtomicIDecrement", false, [](T a, T) { return static_cast<T>(a - 1); }},
          {"OpAtomicUMin", true, [](T a, T b) { return std::min(a, b); }},
          {"OpAtomicUMax", true, [](T a, T b) { return std::max(a, b); }},
          {"OpAtomicSMin", true, [=](T a, T b) { return is_less(a, b) ? a : b; }},
          {"OpAtomicSMax", true, [=](T a, T b) { return is_less(a, b) ? b : a; }},
          {"OpAtomicAnd", true, [](T a, T b) { return static_cast<T>(a & b); }},
          {"OpAtomicOr", true, [](T a, T b) { return static_cast<T>(a | b); }},
          {"OpAtomicXor", true, [](T a, T b) { return static_cast<T>(a ^ b); }}};
}

template <class T>
std::vector<Update<T>> floating_updates() {
  return {{"OpAtomicExchange", true, [](T, T b) { return b; }},
          {"OpAtomicFAddEXT", true, [](T a, T b) { return a + b; }},
          {"OpAtomicFMinEXT", true, [](T a, T b) { return std::fmin(a, b); }},
          {"OpAtomicFMaxEXT", true, [](T a, T b) { return std::fmax(a, b); }}};
}

/// An operation on a variable that holds %a: old value and result.
template <class T>
void append_update(std::vector<Row<T, T>> &rows, const Update<T> &update,
                   const std::string &space) {
  const std::string type = type_name<T>();
  const std::string perform = "OpStore %" + space + "_slot %a\n%before = " + update.instruction +
                              " %" + type + " %" + space + "_slot " + scope +
                              (update.has_operand ? " %b" : "");
  const auto both_zeros = [](T a, T b) { return a == 0 && b == 0; };
  rows.push_back({"", perform + "\n%r = OpCopyObject %" + type + " %before",
                  [](T a, T, T) -> std::optional<T> { return a; }});
  rows.push_back({"", perform + "\n%r = OpAtomicLoad %" + type + " %" + space + "_slot " + scope,
                  [after = update.after, both_zeros](T a, T b, T) -> std::optional<T> {
                    // Either of two zeros is the minimum.
                    return both_zeros(a, b) ? std::nullopt : std::optional<T>(after(a, b));
                  }});
}

/// Exchanges if `a` equals `c`.
template <class T>
void append_compare_exchange(std::vector<Row<T, T>> &rows, const std::string &opcode) {
  const std::string type = type_name<T>();
  const std::string perform = "OpStore %private_slot %a\n%before = " + opcode + " %" + type +
                              " %private_slot %uint_1 %uint_784 %uint_770 %b %c";
  rows.push_back(
      {"", perform + "\n%r = OpCopyObject %" + type + " %before", [](T a, T, T) { return a; }});
  rows.push_back({"", perform + "\n%r = OpLoad %" + type + " %private_slot",
                  [](T a, T b, T c) { return a == c ? b : a; }});
}

template <class T>
void append_others(std::vector<Row<T, T>> &rows) {
  const std::string type = type_name<T>();
  rows.push_back({"",
                  "OpAtomicStore %private_slot " + std::string(scope) + " %b\n%r = OpLoad %" +
                      type + " %private_slot",
                  [](T, T b, T) -> std::optional<T> { return b; }});
  if constexpr (std::is_integral_v<T>) {
    append_compare_exchange(rows, "OpAtomicCompareExchange");
  }
}

template <class T>
void add_updates(KernelTable &table, const std::vector<Update<T>> &updates) {
  const std::string type = type_name<T>();
  std::vector<Row<T, T>> rows;
  for (const Update<T> &update : updates) {
    append_update(rows, update, "private");
  }
  append_others(rows);
  add_rows(table, "atomics", 1, rows);
  table.last().prologue = "%private_slot = OpVariable %private_" + type + " Function\n";
}

/// All work-items of all groups add to the same numbers.
void add_shared_sums(KernelTable &table) {
  TableKernel kernel;
  kernel.name = "sums";
  kernel.items = 256;
  kernel.inputs = {{"uint", Bytes(256 * 4)}, {"float", Bytes(256 * 4)}, {"ulong", Bytes(256 * 8)}};
  // Each work-item gets another number.
  kernel.outputs = {
      {"uint", "%r = OpAtomicIIncrement %uint %in_a " + std::string(relaxed), "",
       [](const std::byte *values) {
         std::set<uint32_t> numbers;
         for (size_t i = 0; i < 256; ++i) {
           numbers.insert(component<uint32_t>(values, i));
         }
         CHECK(numbers.size() == 256);
         CHECK(*numbers.rbegin() == 255);
       }},
      {"float", "%r = OpAtomicFAddEXT %float %in_b " + std::string(relaxed) + " %float_0p5", "",
       [](const std::byte *values) {
         std::set<float> numbers;
         for (size_t i = 0; i < 256; ++i) {
           numbers.insert(component<float>(values, i));
         }
         CHECK(numbers.size() == 256);
         CHECK(*numbers.rbegin() == 127.5F);
       }},
      {"ulong", "%r = OpAtomicUMax %ulong %in_c " + std::string(relaxed) + " %gid", "",
       expect_each<uint64_t>(256, 1, [](size_t, size_t) { return std::nullopt; })}};
  table.add(std::move(kernel));
}

}  // namespace

TEST_CASE("atomic operations return the old value and store the result", "[spirv]") {
  KernelTable table;
  for (const char *capability : {"Int64Atomics", "AtomicFloat32AddEXT", "AtomicFloat64AddEXT",
                                 "AtomicFloat32MinMaxEXT", "AtomicFloat64MinMaxEXT"}) {
    table.text.capability(capability);
  }
  table.text.extension("SPV_EXT_shader_atomic_float_add");
  table.text.extension("SPV_EXT_shader_atomic_float_min_max");
  // Not in OpenCL, but supported for modules as for OpenCL C.
  add_updates(table, integer_updates<uint8_t>());
  add_updates(table, integer_updates<uint16_t>());
  add_updates(table, integer_updates<uint32_t>());
  add_updates(table, integer_updates<uint64_t>());
  add_updates(table, floating_updates<float>());
  add_updates(table, floating_updates<double>());
  add_shared_sums(table);
  table.check();
}

TEST_CASE("a weak exchange of an old module is translated as a strong one", "[spirv]") {
  KernelTable table;
  table.text.minor_version = 3;
  std::vector<Row<uint32_t, uint32_t>> rows;
  append_compare_exchange(rows, "OpAtomicCompareExchangeWeak");
  add_rows(table, "weak", 1, rows);
  table.last().prologue = "%private_slot = OpVariable %private_uint Function\n";
  table.check();
}

TEST_CASE("a flag is set by one work-item until it is cleared", "[spirv]") {
  TableKernel kernel;
  kernel.name = "flags";
  kernel.inputs = {{"uint", Bytes(128 * 4)}};
  const std::string set = " = OpAtomicFlagTestAndSet %bool %at_a %uint_1 %uint_784\n";
  kernel.outputs = {
      {"bool", "%r" + set + "%again" + set, "",
       expect_each<bool>(128, 1, [](size_t, size_t) { return false; })},
      {"bool", "%r" + set, "", expect_each<bool>(128, 1, [](size_t, size_t) { return true; })},
      {"bool", "OpAtomicFlagClear %at_a %uint_1 %uint_772\n%r" + set, "",
       expect_each<bool>(128, 1, [](size_t, size_t) { return false; })}};
  KernelTable table;
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::atomics
