// Vectors, arrays and structures and their components, access chains, and memory copies.

#include "rows.h"

namespace mux::test::composites {
namespace {

constexpr size_t items = 128;

struct Numbers {
  std::vector<uint32_t> values;
  uint32_t operator()(size_t item, size_t lane) const { return values[item * 4 + lane]; }
};

TableKernel kernel_named(const std::string &name, const Numbers &numbers) {
  TableKernel kernel;
  kernel.name = name;
  kernel.inputs = {{"v4uint", as_bytes(numbers.values)}, {"v4uint", as_bytes(numbers.values)}};
  kernel.prologue =
      "%id = OpUConvert %uint %gid\n"
      "%dynamic = OpBitwiseAnd %uint %id %uint_3\n"
      "%slot = OpVariable %private_record Function\n"
      "%copy = OpVariable %private_record Function\n"
      "%single = OpVariable %private_uint Function %uint_77\n"
      "%x = OpCompositeExtract %uint %a 0\n"
      "%y = OpCompositeExtract %uint %a 1\n";
  return kernel;
}

/// A structure of a vector and an array of pairs.
void declare_record(KernelTable &table) {
  table.text.declare(
      "%array2_pair_uint = OpTypeArray %pair_uint %uint_2\n"
      "%record = OpTypeStruct %v4uint %array2_pair_uint");
}

using Expected = std::function<std::optional<uint32_t>(size_t, size_t)>;

void append(TableKernel &kernel, size_t lanes, const std::string &text, const Expected &expected) {
  kernel.outputs.push_back(
      {vector_of("uint", lanes), text, "", expect_each<uint32_t>(items, lanes, expected)});
}

/// The record of %a whose array holds x, y, y and x.
const std::string make_record =
    "%first = OpCompositeConstruct %pair_uint %x %y\n"
    "%second = OpCompositeConstruct %pair_uint %y %x\n"
    "%pairs = OpCompositeConstruct %array2_pair_uint %first %second\n"
    "%made = OpCompositeConstruct %record %a %pairs\n";

}  // namespace

TEST_CASE("vectors are composed and decomposed", "[spirv]") {
  const Numbers a{sample<uint32_t>(items * 4, 1, 7)};
  TableKernel kernel = kernel_named("vectors", a);
  const auto mixed = [=](std::vector<int> lanes) {
    return [=](size_t item, size_t lane) -> std::optional<uint32_t> {
      return lanes[lane] < 0 ? std::nullopt
                             : std::optional(a(item, static_cast<size_t>(lanes[lane]) % 4));
    };
  };
  append(kernel, 4, "%r = OpVectorShuffle %v4uint %a %b 3 4 0xffffffff 1", mixed({3, 4, -1, 1}));
  append(kernel, 2, "%r = OpVectorShuffle %v2uint %a %b 7 2", mixed({7, 2}));
  append(kernel, 8,
         "%two = OpVectorShuffle %v2uint %a %a 2 3\n"
         "%r = OpVectorShuffle %v8uint %two %a 0 1 2 3 4 5 0xffffffff 0",
         mixed({2, 3, 0, 1, 2, 3, -1, 2}));
  append(kernel, 1, "%r = OpVectorExtractDynamic %uint %a %dynamic",
         [=](size_t item, size_t) { return a(item, item % 4); });
  append(kernel, 4, "%r = OpVectorInsertDynamic %v4uint %a %uint_5 %dynamic",
         [=](size_t item, size_t lane) { return lane == item % 4 ? 5 : a(item, lane); });
  append(kernel, 4, "%r = OpCompositeInsert %v4uint %uint_5 %a 2",
         [=](size_t item, size_t lane) { return lane == 2 ? 5 : a(item, lane); });
  append(kernel, 8, "%r = OpCompositeConstruct %v8uint %a %x %y %x %y",
         [=](size_t item, size_t lane) { return a(item, lane < 4 ? lane : lane % 2); });
  append(kernel, 4, "%r = OpCopyObject %v4uint %a", a);
  append(kernel, 4, "%u = OpUndef %uint\n%r = OpCompositeInsert %v4uint %u %a 1",
         [=](size_t item, size_t lane) {
           return lane == 1 ? std::nullopt : std::optional(a(item, lane));
         });
  KernelTable table;
  declare_record(table);
  table.add(std::move(kernel));
  table.check();
}

TEST_CASE("structures and arrays are composed and decomposed", "[spirv]") {
  const Numbers a{sample<uint32_t>(items * 4, 1, 8)};
  TableKernel kernel = kernel_named("records", a);
  append(kernel, 1, make_record + "%r = OpCompositeExtract %uint %made 1 1 0",
         [=](size_t item, size_t) { return a(item, 1); });
  append(kernel, 1, make_record + "%r = OpCompositeExtract %uint %made 0 3",
         [=](size_t item, size_t) { return a(item, 3); });
  append(kernel, 1,
         make_record +
             "%changed = OpCompositeInsert %record %uint_9 %made 1 0 1\n"
             "%r = OpCompositeExtract %uint %changed 1 0 1",
         [=](size_t, size_t) { return 9; });
  append(kernel, 4,
         make_record +
             "%changed = OpCompositeInsert %record %uint_9 %made 0 2\n"
             "%r = OpCompositeExtract %v4uint %changed 0",
         [=](size_t item, size_t lane) { return lane == 2 ? 9 : a(item, lane); });
  append(kernel, 1,
         make_record +
             "%other = OpCopyLogical %twin %made\n%r = OpCompositeExtract %uint %other 1 0 0",
         [=](size_t item, size_t) { return a(item, 0); });
  KernelTable table;
  declare_record(table);
  table.text.declare("%twin = OpTypeStruct %v4uint %array2_pair_uint");
  table.add(std::move(kernel));
  table.check();
}

TEST_CASE("access chains and memory copies", "[spirv]") {
  const Numbers a{sample<uint32_t>(items * 4, 1, 9)};
  TableKernel kernel = kernel_named("memory", a);
  const std::string keep = make_record + "OpStore %slot %made\n";
  const auto other = [=](size_t item, size_t) { return a(item, 1); };
  append(kernel, 1,
         keep +
             "%p = OpAccessChain %private_uint %slot %uint_1 %ulong_1 %uint_0\n"
             "%r = OpLoad %uint %p Aligned 4",
         other);
  append(kernel, 1,
         keep +
             "%p = OpInBoundsAccessChain %private_uint %slot %uint_0 %dynamic\n"
             "%r = OpLoad %uint %p Volatile",
         [=](size_t item, size_t) { return a(item, item % 4); });
  append(kernel, 1,
         "%p = OpPtrAccessChain %global_uint %in_a %gid %uint_1\n%r = OpLoad %uint %p Nontemporal",
         other);
  append(kernel, 1,
         "%p = OpInBoundsPtrAccessChain %global_uint %in_a %gid %uint_1\n"
         "%q = OpPtrCastToGeneric %generic_uint %p\n%r = OpLoad %uint %q Aligned|Nontemporal 4",
         other);
  append(kernel, 4,
         keep +
             "OpCopyMemory %copy %slot\n"
             "%p = OpAccessChain %private_v4uint %copy %uint_0\n%r = OpLoad %v4uint %p",
         a);
  append(kernel, 1,
         keep +
             "OpCopyMemorySized %copy %slot %ulong_32 Aligned 16\n"
             "%p = OpAccessChain %private_uint %copy %uint_1 %uint_0 %uint_1\n"
             "OpStore %p %uint_3 Volatile|Aligned 4\n%r = OpLoad %uint %p",
         [=](size_t, size_t) { return 3; });
  append(kernel, 1, "%r = OpLoad %uint %single", [](size_t, size_t) { return 77; });
  append(kernel, 1,
         "%q = OpPtrCastToGeneric %generic_uint %single\n"
         "%p = OpGenericCastToPtr %private_uint %q\n%r = OpLoad %uint %p",
         [](size_t, size_t) { return 77; });
  append(kernel, 1,
         "%p = OpInBoundsPtrAccessChain %global_uint %in_a %gid %uint_1\n"
         "%q = OpPtrCastToGeneric %generic_uint %p\n"
         "%g = OpGenericCastToPtrExplicit %global_uint %q CrossWorkgroup\n"
         "%r = OpLoad %uint %g",
         other);
  append(kernel, 1,
         "%q = OpPtrCastToGeneric %generic_uint %single\n"
         "%l = OpGenericCastToPtrExplicit %local_uint %q Workgroup\n"
         "%n = OpConvertPtrToU %ulong %l\n%r = OpUConvert %uint %n",
         [](size_t, size_t) { return 0; });
  append(kernel, 1,
         "%q = OpPtrCastToGeneric %generic_uint %single\n"
         "%r = OpGenericPtrMemSemantics %uint %q",
         [](size_t, size_t) { return std::nullopt; });
  append(kernel, 1,
         "%p = OpInBoundsPtrAccessChain %global_uint %in_a %gid %uint_0\n"
         "%n = OpConvertPtrToU %ulong %p\n%next = OpIAdd %ulong %n %ulong_4\n"
         "%q = OpConvertUToPtr %global_uint %next\n%r = OpLoad %uint %q",
         other);
  append(kernel, 2,
         "%wide = OpBitcast %v2ulong %a\n%e = OpCompositeExtract %ulong %wide 0\n"
         "%r = OpBitcast %v2uint %e",
         a);
  append(kernel, 1, "%r = OpSizeOf %uint %slot", [](size_t, size_t) { return 32; });
  append(kernel, 1,
         "OpLifetimeStart %single 0\nOpStore %single %x\n%r = OpLoad %uint %single\n"
         "OpLifetimeStop %single 0",
         [=](size_t item, size_t) { return a(item, 0); });
  KernelTable table;
  declare_record(table);
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::composites
