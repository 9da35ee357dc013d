// Collective functions of work-groups and sub-groups, with all their operations.

#include "rows.h"

namespace mux::test::groups {
namespace {

constexpr size_t items = 128;
constexpr size_t group_size = 64;

/// The combination of a list of values.
template <class T>
struct Combination {
  /// After "OpGroup" or "OpGroupNonUniform".
  std::string name;
  T identity;
  std::function<T(T, T)> combine;
};

template <class T>
std::vector<Combination<T>> of_integers(bool is_uniform) {
  using Signed = std::make_signed_t<T>;
  const auto is_less = [](T a, T b) { return static_cast<Signed>(a) < static_cast<Signed>(b); };
  constexpr T all = static_cast<T>(~T(0));
  constexpr T greatest = all >> 1;
  const std::string khr = is_uniform ? "KHR" : "";
  return {{"IAdd", 0, [](T a, T b) { return static_cast<T>(a + b); }},
          {"UMin", all, [](T a, T b) { return std::min(a, b); }},
          {"UMax", 0, [](T a, T b) { return std::max(a, b); }},
          {"SMin", greatest, [=](T a, T b) { return is_less(a, b) ? a : b; }},
          {"SMax", static_cast<T>(~greatest), [=](T a, T b) { return is_less(a, b) ? b : a; }},
          {"IMul" + khr, 1, [](T a, T b) { return static_cast<T>(uint64_t{a} * b); }},
          {"BitwiseAnd" + khr, all, [](T a, T b) { return static_cast<T>(a & b); }},
          {"BitwiseOr" + khr, 0, [](T a, T b) { return static_cast<T>(a | b); }},
          {"BitwiseXor" + khr, 0, [](T a, T b) { return static_cast<T>(a ^ b); }}};
}

template <class T>
std::vector<Combination<T>> of_floats(bool is_uniform) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  return {{"FAdd", 0, [](T a, T b) { return a + b; }},
          {"FMin", infinity, [](T a, T b) { return std::min(a, b); }},
          {"FMax", -infinity, [](T a, T b) { return std::max(a, b); }},
          {is_uniform ? "FMulKHR" : "FMul", 1, [](T a, T b) { return a * b; }}};
}

std::vector<Combination<bool>> of_truths(bool is_uniform) {
  const std::string khr = is_uniform ? "KHR" : "";
  return {{"LogicalAnd" + khr, true, [](bool a, bool b) { return a && b; }},
          {"LogicalOr" + khr, false, [](bool a, bool b) { return a || b; }},
          {"LogicalXor" + khr, false, [](bool a, bool b) { return a != b; }}};
}

/// Numbers with exact sums; products of mostly ones.
template <class T>
std::vector<T> values_of(bool for_products) {
  std::vector<T> values(items);
  for (size_t i = 0; i < items; ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      values[i] = i % 7 != 3;
    } else if constexpr (std::is_floating_point_v<T>) {
      values[i] = for_products ? (i % 5 == 2   ? T(2)
                                  : i % 7 == 3 ? T(0.5)
                                               : T(1))
                               : static_cast<T>(static_cast<int>(i * 29 % 101) - 50) / 4;
    } else {
      values[i] = static_cast<T>(i * 0x9e3779b97f4a7c15 >> 7 | 1);
    }
  }
  return values;
}

/// The combined values of a work-item: a part of the group, from its beginning.
enum class Operation { reduce, inclusive, exclusive, clustered };

constexpr const char *operation_names[] = {"Reduce", "InclusiveScan", "ExclusiveScan",
                                           "ClusteredReduce"};
constexpr size_t cluster_size = 4;

template <class T>
T combined(const std::vector<T> &values, size_t item, size_t size, Operation operation,
           const Combination<T> &combination) {
  const size_t part = operation == Operation::clustered ? cluster_size : size;
  const size_t first = item / part * part;
  const size_t end = operation == Operation::inclusive   ? item + 1
                     : operation == Operation::exclusive ? item
                                                         : first + part;
  T result = combination.identity;
  for (size_t i = first; i < end; ++i) {
    result = combination.combine(result, values[i]);
  }
  return result;
}

/// A kind of group, and the form of its instructions.
struct Group {
  std::string prefix;
  std::string scope;
  size_t size;
  bool is_uniform;
};

template <class T>
void append_output(TableKernel &kernel, const Group &group, Operation operation,
                   const Combination<T> &combination, const std::vector<T> &values) {
  const std::string value = std::is_same_v<T, bool>                ? "%truth_in"
                            : combination.name.starts_with("FMul") ? "%b"
                                                                   : "%a";
  const std::string cluster = operation == Operation::clustered ? " %uint_4" : "";
  const std::string type = type_name<T>();
  kernel.outputs.push_back(
      {type,
       "%r = " + group.prefix + combination.name + " %" + type + " " + group.scope + " " +
           operation_names[static_cast<size_t>(operation)] + " " + value + cluster,
       "", expect_each<T>(items, 1, [=, size = group.size](size_t item, size_t) {
         return combined(values, item, size, operation, combination);
       })});
}

template <class T>
void add_combinations(KernelTable &table, const Group &group, const std::string &name,
                      const std::vector<Combination<T>> &combinations) {
  TableKernel kernel;
  kernel.name = name + "_" + type_name<T>();
  kernel.local_size = group_size;
  if constexpr (std::is_same_v<T, bool>) {
    std::vector<uint8_t> bytes;
    for (const bool value : values_of<bool>(false)) {
      bytes.push_back(value ? 1 : 0);
    }
    kernel.inputs = {{"uchar", as_bytes(bytes)}};
    kernel.prologue = "%truth_in = OpINotEqual %bool %a %uchar_0\n";
  } else {
    kernel.inputs = {{type_name<T>(), as_bytes(values_of<T>(false))},
                     {type_name<T>(), as_bytes(values_of<T>(true))}};
  }
  for (const Combination<T> &combination : combinations) {
    const auto values = values_of<T>(combination.name.starts_with("FMul"));
    for (const Operation operation :
         {Operation::reduce, Operation::inclusive, Operation::exclusive, Operation::clustered}) {
      if (operation != Operation::clustered || !group.is_uniform) {
        append_output(kernel, group, operation, combination, values);
      }
    }
  }
  table.add(std::move(kernel));
  if (group.size != group_size) {
    table.text.execution_mode("%" + table.last().name + " SubgroupSize " +
                              std::to_string(group.size));
  }
}

void add_all(KernelTable &table, const Group &group, const std::string &name) {
  add_combinations(table, group, name, of_integers<uint32_t>(group.is_uniform));
  add_combinations(table, group, name, of_integers<uint64_t>(group.is_uniform));
  add_combinations(table, group, name, of_floats<float>(group.is_uniform));
  add_combinations(table, group, name, of_floats<double>(group.is_uniform));
  add_combinations(table, group, name, of_truths(group.is_uniform));
}

/// For bytes and shorts, only in sub-groups. Products and bitwise operations have separate
/// capabilities.
template <class T>
void add_narrow(KernelTable &table, const Group &group, const std::string &name) {
  std::vector<Combination<T>> combinations = of_integers<T>(group.is_uniform);
  if (group.is_uniform) {
    std::erase_if(combinations, [](const Combination<T> &combination) {
      return combination.name.ends_with("KHR");
    });
  }
  add_combinations(table, group, name, combinations);
}

KernelTable table_of_groups() {
  KernelTable table;
  for (const char *capability :
       {"Groups", "GroupUniformArithmeticKHR", "SubgroupDispatch", "GroupNonUniform",
        "GroupNonUniformArithmetic", "GroupNonUniformClustered"}) {
    table.text.capability(capability);
  }
  table.text.extension("SPV_KHR_uniform_group_instructions");
  return table;
}

}  // namespace

TEST_CASE("work-groups reduce and scan", "[spirv]") {
  KernelTable table = table_of_groups();
  add_all(table, {"OpGroup", "%uint_2", group_size, true}, "work_group");
  table.check();
}

TEST_CASE("sub-groups reduce and scan", "[spirv]") {
  KernelTable table = table_of_groups();
  const std::pair<std::string, Group> groups[] = {
      {"sub_group", {"OpGroup", "%uint_3", 16, true}},
      {"non_uniform", {"OpGroupNonUniform", "%uint_3", 8, false}}};
  for (const auto &[name, group] : groups) {
    add_all(table, group, name);
    add_narrow<uint8_t>(table, group, name);
    add_narrow<uint16_t>(table, group, name);
  }
  table.check();
}

TEST_CASE("group votes and broadcasts", "[spirv]") {
  KernelTable table = table_of_groups();
  TableKernel kernel;
  kernel.name = "votes";
  std::vector<uint32_t> values(items);
  for (size_t i = 0; i < items; ++i) {
    // The first group has no zero, the second has one.
    values[i] = i == 100 ? 0 : static_cast<uint32_t>(i + 1);
  }
  kernel.inputs = {{"uint", as_bytes(values)}};
  kernel.prologue = "%set = OpINotEqual %bool %a %uint_0\n%unset = OpIEqual %bool %a %uint_0\n";
  const auto in_second = [](size_t item) { return item >= group_size; };
  kernel.outputs = {
      {"bool", "%r = OpGroupAll %bool %uint_2 %set", "",
       expect_each<bool>(items, 1, [=](size_t item, size_t) { return !in_second(item); })},
      {"bool", "%r = OpGroupAny %bool %uint_2 %unset", "",
       expect_each<bool>(items, 1, [=](size_t item, size_t) { return in_second(item); })},
      {"uint", "%r = OpGroupBroadcast %uint %uint_2 %a %ulong_5", "",
       expect_each<uint32_t>(
           items, 1,
           [=](size_t item, size_t) { return values[item / group_size * group_size + 5]; })},
      {"v2uint",
       "%two = OpCompositeConstruct %v2uint %a %uint_9\n"
       "%r = OpGroupBroadcast %v2uint %uint_2 %two %ulong_63",
       "", expect_each<uint32_t>(items, 2, [=](size_t item, size_t lane) {
         return lane == 1 ? 9 : values[item / group_size * group_size + 63];
       })}};
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::groups
