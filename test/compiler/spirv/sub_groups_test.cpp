// Exchanges, votes and ballots of sub-groups.

#include "rows.h"

namespace mux::test::sub_groups {
namespace {

constexpr size_t items = 64;
constexpr size_t size = 16;

uint32_t value_of(size_t item) {
  return static_cast<uint32_t>(item * 2654435761U);
}

size_t lane_of(size_t item) {
  return item % size;
}

size_t first_of(size_t item) {
  return item / size * size;
}

/// The ballot of work-items whose value is odd.
uint32_t odd_ones(size_t item) {
  uint32_t set = 0;
  for (size_t lane = 0; lane < size; ++lane) {
    set |= (value_of(first_of(item) + lane) & 1) << lane;
  }
  return set;
}

TableKernel kernel_named(const std::string &name) {
  TableKernel kernel;
  kernel.name = name;
  kernel.items = items;
  kernel.local_size = 32;
  std::vector<uint32_t> values;
  for (size_t i = 0; i < items; ++i) {
    values.push_back(value_of(i));
  }
  kernel.inputs = {{"uint", as_bytes(values)}};
  kernel.prologue =
      "%lane = OpLoad %uint %SubgroupLocalInvocationId\n"
      "%low = OpBitwiseAnd %uint %a %uint_1\n"
      "%odd = OpINotEqual %bool %low %uint_0\n"
      "%set = OpGroupNonUniformBallot %v4uint %uint_3 %odd\n";
  return kernel;
}

using Expected = std::function<uint32_t(size_t)>;

void append(TableKernel &kernel, const std::string &text, const Expected &expected) {
  kernel.outputs.push_back(
      {"uint", text, "", expect_each<uint32_t>(items, 1, [=](size_t item, size_t) {
         return std::optional<uint32_t>(expected(item));
       })});
}

void append_truth(TableKernel &kernel, const std::string &text, const Expected &expected) {
  kernel.outputs.push_back({"bool", text, "", expect_each<bool>(items, 1, [=](size_t item, size_t) {
                              return std::optional<bool>(expected(item) != 0);
                            })});
}

KernelTable table_of_sub_groups(TableKernel kernel) {
  KernelTable table;
  for (const char *capability :
       {"Groups", "SubgroupDispatch", "GroupNonUniform", "GroupNonUniformVote",
        "GroupNonUniformArithmetic", "GroupNonUniformBallot", "GroupNonUniformShuffle",
        "GroupNonUniformShuffleRelative", "GroupNonUniformClustered", "GroupNonUniformRotateKHR",
        "SubgroupShuffleINTEL"}) {
    table.text.capability(capability);
  }
  table.text.extension("SPV_KHR_subgroup_rotate");
  table.text.extension("SPV_INTEL_subgroups");
  table.text.execution_mode("%" + kernel.name + " SubgroupSize 16");
  table.add(std::move(kernel));
  return table;
}

/// Checks values by the lane they are copied from, if it is in the sub-group.
std::function<void(const std::byte *)> expect_from(std::function<size_t(size_t)> lane_from) {
  return expect_each<uint32_t>(items, 1, [=](size_t item, size_t) -> std::optional<uint32_t> {
    const size_t lane = lane_from(lane_of(item));
    return lane < size ? std::optional(value_of(first_of(item) + lane)) : std::nullopt;
  });
}

/// %value, which is %lane converted to another type.
std::string conversion_of_lane(const std::string &type) {
  // A conversion to the same type is a copy.
  const std::string conversion = type == "uint"          ? "CopyObject"
                                 : type.starts_with('u') ? "UConvert"
                                                         : "ConvertUToF";
  return "%value = Op" + conversion + " %" + type + " %lane\n";
}

/// %r, which is %x of a type converted to uint.
std::string conversion_to_uint(const std::string &type) {
  const std::string conversion = type == "uint"          ? "CopyObject"
                                 : type.starts_with('u') ? "UConvert"
                                                         : "ConvertFToU";
  return "\n%r = Op" + conversion + " %uint %x";
}

}  // namespace

TEST_CASE("sub-groups exchange values", "[spirv]") {
  TableKernel kernel = kernel_named("exchanges");
  const auto from = [&](const std::string &text, const std::function<size_t(size_t)> &lane) {
    kernel.outputs.push_back({"uint", text, "", expect_from(lane)});
  };
  const std::string start = "%r = OpGroupNonUniform";
  from(start + "Broadcast %uint %uint_3 %a %uint_5", [](size_t) { return 5; });
  from(start + "BroadcastFirst %uint %uint_3 %a", [](size_t) { return 0; });
  from("%from = OpISub %uint %uint_15 %lane\n" + start + "Shuffle %uint %uint_3 %a %from",
       [](size_t lane) { return 15 - lane; });
  from(start + "ShuffleXor %uint %uint_3 %a %uint_6", [](size_t lane) { return lane ^ 6; });
  from(start + "ShuffleUp %uint %uint_3 %a %uint_3", [](size_t lane) { return lane - 3; });
  from(start + "ShuffleDown %uint %uint_3 %a %uint_3", [](size_t lane) { return lane + 3; });
  from(start + "RotateKHR %uint %uint_3 %a %uint_3", [](size_t lane) { return (lane + 3) % 16; });
  from(start + "RotateKHR %uint %uint_3 %a %uint_3 %uint_8",
       [](size_t lane) { return lane / 8 * 8 + (lane + 3) % 8; });
  from("%from = OpISub %uint %uint_15 %lane\n%r = OpSubgroupShuffleINTEL %uint %a %from",
       [](size_t lane) { return 15 - lane; });
  from("%r = OpSubgroupShuffleXorINTEL %uint %a %uint_6", [](size_t lane) { return lane ^ 6; });
  table_of_sub_groups(std::move(kernel)).check();
}

TEST_CASE("sub-groups broadcast vectors of every type", "[spirv]") {
  TableKernel kernel = kernel_named("vectors");
  for (const std::string type : {"uchar", "ushort", "ulong", "float", "double"}) {
    const std::string vector = "v4" + type;
    kernel.outputs.push_back(
        {"uint",
         conversion_of_lane(type) + "%vector = OpCompositeConstruct %" + vector + " %" + type +
             "_1 %value %" + type + "_1 %value\n%all = OpGroupBroadcast %" + vector +
             " %uint_3 %vector %ulong_5\n%x = OpCompositeExtract %" + type + " %all 3" +
             conversion_to_uint(type),
         "", expect_each<uint32_t>(items, 1, [](size_t, size_t) { return 5U; })});
  }
  table_of_sub_groups(std::move(kernel)).check();
}

TEST_CASE("sub-groups exchange scalars of every type", "[spirv]") {
  TableKernel kernel = kernel_named("types");
  const std::string start = "%x = OpGroupNonUniform";
  const std::pair<std::string, size_t (*)(size_t)> exchanges[] = {
      {"Shuffle %TYPE %uint_3 %value %from", [](size_t lane) { return 15 - lane; }},
      {"ShuffleXor %TYPE %uint_3 %value %uint_6", [](size_t lane) { return lane ^ 6; }},
      {"ShuffleUp %TYPE %uint_3 %value %uint_3", [](size_t lane) { return lane - 3; }},
      {"ShuffleDown %TYPE %uint_3 %value %uint_3", [](size_t lane) { return lane + 3; }},
      {"RotateKHR %TYPE %uint_3 %value %uint_3", [](size_t lane) { return (lane + 3) % size; }},
  };
  for (const std::string type : {"uchar", "ushort", "uint", "ulong", "float", "double"}) {
    for (const auto &[text, lane_from] : exchanges) {
      std::string of_type = text;
      of_type.replace(of_type.find("TYPE"), 4, type);
      kernel.outputs.push_back(
          {"uint",
           "%from = OpISub %uint %uint_15 %lane\n" + conversion_of_lane(type) + start + of_type +
               conversion_to_uint(type),
           "", expect_each<uint32_t>(items, 1, [=](size_t item, size_t) -> std::optional<uint32_t> {
             const size_t lane = lane_from(lane_of(item));
             return lane < size ? std::optional(static_cast<uint32_t>(lane)) : std::nullopt;
           })});
    }
  }
  table_of_sub_groups(std::move(kernel)).check();
}

TEST_CASE("sub-groups shift two rows of values", "[spirv]") {
  TableKernel kernel = kernel_named("rows");
  const std::string other = "%other = OpNot %uint %a\n";
  append(kernel, other + "%r = OpSubgroupShuffleDownINTEL %uint %a %other %uint_5",
         [](size_t item) {
           const size_t lane = lane_of(item) + 5;
           return lane < size ? value_of(first_of(item) + lane)
                              : ~value_of(first_of(item) + lane - size);
         });
  append(kernel, other + "%r = OpSubgroupShuffleUpINTEL %uint %a %other %uint_5", [](size_t item) {
    const size_t lane = lane_of(item);
    return lane < 5 ? value_of(first_of(item) + lane + size - 5)
                    : ~value_of(first_of(item) + lane - 5);
  });
  table_of_sub_groups(std::move(kernel)).check();
}

TEST_CASE("sub-groups vote", "[spirv]") {
  TableKernel kernel = kernel_named("votes");
  const std::string start = "%r = OpGroupNonUniform";
  const std::string few = "%low_ids = OpULessThan %bool %gid %ulong_20\n";
  append_truth(kernel, start + "Elect %bool %uint_3",
               [](size_t item) { return lane_of(item) == 0; });
  append_truth(kernel, few + start + "All %bool %uint_3 %low_ids",
               [](size_t item) { return first_of(item) + size <= 20; });
  append_truth(kernel, few + start + "Any %bool %uint_3 %low_ids",
               [](size_t item) { return first_of(item) < 20; });
  append_truth(kernel, few + start + "AllEqual %bool %uint_3 %low_ids",
               [](size_t item) { return first_of(item) != 16; });
  append_truth(kernel, start + "AllEqual %bool %uint_3 %a", [](size_t) { return 0; });
  table_of_sub_groups(std::move(kernel)).check();
}

TEST_CASE("ballots are bit masks of work-items", "[spirv]") {
  TableKernel kernel = kernel_named("ballots");
  const std::string start = "%r = OpGroupNonUniform";
  const auto upto = [](size_t lanes) { return (1U << lanes) - 1; };
  append(kernel, "%r = OpCompositeExtract %uint %set 0", odd_ones);
  append(kernel, "%r = OpCompositeExtract %uint %set 1", [](size_t) { return 0; });
  append_truth(kernel, start + "InverseBallot %bool %uint_3 %set",
               [](size_t item) { return value_of(item) & 1; });
  append_truth(kernel, start + "BallotBitExtract %bool %uint_3 %set %uint_7",
               [](size_t item) { return odd_ones(item) >> 7 & 1; });
  const auto count = [](uint32_t set) { return static_cast<uint32_t>(std::popcount(set)); };
  append(kernel, start + "BallotBitCount %uint %uint_3 Reduce %set",
         [=](size_t item) { return count(odd_ones(item)); });
  append(kernel, start + "BallotBitCount %uint %uint_3 InclusiveScan %set",
         [=](size_t item) { return count(odd_ones(item) & upto(lane_of(item) + 1)); });
  append(kernel, start + "BallotBitCount %uint %uint_3 ExclusiveScan %set",
         [=](size_t item) { return count(odd_ones(item) & upto(lane_of(item))); });
  append(kernel, start + "BallotFindLSB %uint %uint_3 %set",
         [](size_t item) { return static_cast<uint32_t>(std::countr_zero(odd_ones(item))); });
  append(kernel, start + "BallotFindMSB %uint %uint_3 %set",
         [](size_t item) { return 31U - static_cast<uint32_t>(std::countl_zero(odd_ones(item))); });
  table_of_sub_groups(std::move(kernel)).check();
}

}  // namespace mux::test::sub_groups
