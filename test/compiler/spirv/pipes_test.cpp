// Pipes and work-group copies.

#include <mux/pipe.h>

#include "rows.h"

namespace mux::test::pipes {
namespace {

constexpr size_t items = 64;
constexpr uint32_t packets = 128;

/// An empty pipe of integers.
Buffer make_pipe() {
  Buffer pipe(test_device(), mux_pipe_size(sizeof(uint32_t), packets));
  Mapping mapping = pipe.map();
  mux_pipe_initialize(mapping.bytes().data(), sizeof(uint32_t), packets);
  mapping.flush();
  return pipe;
}

std::vector<uint32_t> distinct_numbers() {
  std::vector<uint32_t> numbers(items);
  for (size_t i = 0; i < items; ++i) {
    numbers[i] = static_cast<uint32_t>(i * 3 + 5);
  }
  return numbers;
}

TableKernel kernel_named(const std::string &name, const std::string &pipe_type,
                         const Buffer &pipe) {
  TableKernel kernel;
  kernel.name = name;
  kernel.items = items;
  kernel.local_size = 32;
  kernel.inputs = {{"uint", as_bytes(distinct_numbers())}};
  kernel.parameters = {pipe_type + " pipe"};
  kernel.arguments = {argument(pipe)};
  kernel.prologue =
      "%slot = OpVariable %private_uint Function\n"
      "%packet = OpPtrCastToGeneric %generic_uint %slot\nOpStore %slot %a\n"
      "%local_id = OpLoad %ulong %LocalInvocationIndex\n%local_index = OpUConvert %uint "
      "%local_id\n";
  return kernel;
}

std::function<void(const std::byte *)> expect_number(uint32_t number) {
  return expect_each<uint32_t>(items, 1, [=](size_t, size_t) { return number; });
}

/// All numbers are read from the pipe, in any order.
void expect_all(const std::byte *values) {
  std::multiset<uint32_t> read;
  for (size_t i = 0; i < items; ++i) {
    read.insert(component<uint32_t>(values, i));
  }
  const std::vector<uint32_t> numbers = distinct_numbers();
  CHECK(read == std::multiset<uint32_t>(numbers.begin(), numbers.end()));
}

const std::string layout = " %uint_4 %uint_4";

/// Reserves a packet for each work-item, with its index in the reservation in %first.
struct Way {
  const char *name;
  std::string reserve_count;
  std::string group;
  std::string index;
};

const Way ways[] = {{"own", "%uint_1", "", "%uint_0"},
                    {"group", "%uint_32", "Group", "%local_index"}};

std::string with_reservation(const Way &way, const std::string &verb) {
  const std::string scope = way.group.empty() ? "" : " %uint_2";
  return "%reservation = Op" + way.group + "Reserve" + verb + "PipePackets %reserve_id" + scope +
         " %pipe " + way.reserve_count + layout +
         "\n%valid = OpIsValidReserveId %bool %reservation\n" + "%done = OpReserved" + verb +
         "Pipe %uint %pipe %reservation " + way.index + " %packet" + layout + "\nOp" + way.group +
         "Commit" + verb + "Pipe" + scope + " %pipe %reservation" + layout +
         "\n%status = OpSelect %uint %valid %done %uint_99\n";
}

void add_plain_use(KernelTable &table, const Buffer &pipe) {
  TableKernel writer = kernel_named("write_plainly", "pipe_write", pipe);
  writer.outputs = {
      {"uint", "%r = OpWritePipe %uint %pipe %packet" + layout, "", expect_number(0)},
      {"uint", "%r = OpGetMaxPipePackets %uint %pipe" + layout, "", expect_number(packets)}};
  table.add(std::move(writer));
  TableKernel asker = kernel_named("ask", "pipe_read", pipe);
  asker.outputs = {
      {"uint", "%r = OpGetNumPipePackets %uint %pipe" + layout, "", expect_number(items)}};
  table.add(std::move(asker));
  TableKernel reader = kernel_named("read_plainly", "pipe_read", pipe);
  reader.outputs = {
      {"uint", "%status = OpReadPipe %uint %pipe %packet" + layout + "\n%r = OpLoad %uint %slot",
       "", expect_all}};
  table.add(std::move(reader));
}

void add_reserved_use(KernelTable &table, const Buffer &pipe, const Way &way) {
  TableKernel writer = kernel_named("write_" + std::string(way.name), "pipe_write", pipe);
  writer.outputs = {{"uint", with_reservation(way, "Write") + "%r = OpCopyObject %uint %status", "",
                     expect_number(0)}};
  table.add(std::move(writer));
  TableKernel reader = kernel_named("read_" + std::string(way.name), "pipe_read", pipe);
  reader.outputs = {
      {"uint", with_reservation(way, "Read") + "%r = OpLoad %uint %slot", "", expect_all}};
  table.add(std::move(reader));
}

}  // namespace

TEST_CASE("packets are written to and read from a pipe", "[spirv]") {
  KernelTable table;
  table.text.capability("Pipes");
  table.text.capability("Groups");
  const Buffer plain = make_pipe();
  const Buffer own = make_pipe();
  const Buffer group = make_pipe();
  add_plain_use(table, plain);
  add_reserved_use(table, own, ways[0]);
  add_reserved_use(table, group, ways[1]);
  table.check();
}

TEST_CASE("work-groups copy to and from their memory", "[spirv]") {
  KernelTable table;
  table.text.capability("Groups");
  table.text.declare("%variable_shared = OpVariable %local_array64_uint Workgroup");
  TableKernel kernel;
  kernel.name = "copies";
  kernel.items = items;
  kernel.local_size = 64;
  const std::vector<uint32_t> numbers = sample<uint32_t>(2 * items, 1, 4);
  kernel.inputs = {{"uint", as_bytes(numbers)}};
  kernel.prologue = "%event_slot = OpVariable %private_event Function\n";
  const auto copied = [](const std::string &stride) {
    return "%target = OpInBoundsAccessChain %local_uint %variable_shared %uint_0\n"
           "%copy = OpGroupAsyncCopy %event %uint_2 %target %in_a %ulong_64 %ulong_" +
           stride +
           " %null_event\nOpStore %event_slot %copy\nOpGroupWaitEvents %uint_2 %uint_1 "
           "%event_slot\n"
           "%own = OpInBoundsAccessChain %local_uint %variable_shared %gid\n"
           "%r = OpLoad %uint %own\nOpControlBarrier %uint_2 %uint_2 %uint_272";
  };
  kernel.outputs = {
      {"uint", copied("1"), "",
       expect_each<uint32_t>(items, 1, [=](size_t item, size_t) { return numbers[item]; })},
      {"uint", copied("2"), "",
       expect_each<uint32_t>(items, 1, [=](size_t item, size_t) { return numbers[2 * item]; })}};
  table.add(std::move(kernel));
  table.check();
}

}  // namespace mux::test::pipes
