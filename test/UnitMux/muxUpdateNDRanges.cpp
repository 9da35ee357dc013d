#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <random>
#include <thread>

#include "command_buffer_fixture.h"
#include "object_checks.h"

namespace mux::test::mux_update_nd_ranges {

namespace {

constexpr EntryPoint entry_point("muxUpdateNDRanges");

/// A kernel whose work-items store their ids and sizes, and a finalized command buffer with a mark
/// and this kernel.
class UpdateRangesFixture : public KernelFixture {
 public:
  static constexpr size_t most_items = 4096;
  static constexpr mux_command_id_t command = 1;

  UpdateRangesFixture() {
    fill(arguments, first, 1);
    record_mark(command_buffer);
    REQUIRE(record(command_buffer, kernel, arguments, Range::linear(64, 8)) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  static void fill(Arguments &made, const TestBuffer &out, int64_t base) {
    made.buffer(out).value(base);
  }
  NdRangeUpdate update(const Range &range) { return {command, kernel, &arguments, range}; }

  /// The expected output for an ND-range, with -1 beyond it.
  static std::vector<int64_t> expected(const Range &range, int64_t base) {
    std::vector<int64_t> values(most_items, -1);
    size_t place = 0;
    size_t global[3] = {1, 1, 1};
    size_t local[3] = {1, 1, 1};
    std::copy_n(range.global, range.dimensions, global);
    std::copy_n(range.local, range.dimensions, local);
    for (size_t z = 0; z < global[2]; ++z) {
      for (size_t y = 0; y < global[1]; ++y) {
        for (size_t x = 0; x < global[0]; ++x) {
          const size_t id = x + range.offset[0];
          values[place++] = base + static_cast<int64_t>(id * 1'000'000 + x % local[0] * 1000 +
                                                        x / local[0] * 10 + range.dimensions);
        }
      }
    }
    return values;
  }
  /// Runs the command buffer, and checks its output.
  void expect_runs(mux_command_buffer_t target, const TestBuffer &out, const Range &range,
                   int64_t base) {
    std::ranges::fill(out.as<int64_t>(), -1);
    REQUIRE(dispatch_and_wait(target) == mux_success);
    const auto stored = out.as<int64_t>();
    CHECK(std::vector<int64_t>(stored.begin(), stored.end()) == expected(range, base));
  }
  void expect_unchanged() { expect_runs(command_buffer, first, Range::linear(64, 8), 1); }
  /// Checks that an update is rejected, and changed nothing.
  void refuses(const mux_ndrange_update_t &wrong, const std::string &part,
               std::source_location where = std::source_location::current()) {
    Arguments other_arguments;
    fill(other_arguments, second, 2);
    NdRangeUpdate good{command, kernel, &other_arguments, Range::linear(32, 4)};
    const mux_ndrange_update_t updates[] = {good.info(), wrong};
    entry_point.fails_because(part, mux_error_invalid_value,
                              muxUpdateNDRanges(command_buffer, 2, updates), where);
    expect_unchanged();
  }

  mux_executable_t executable = load(compile(R"(
kernel void tell(global long *out, long base) {
  size_t at = 0;
  for (int d = 2; d >= 0; --d) {
    at = at * get_global_size(d) + get_global_id(d) - get_global_offset(d);
  }
  out[at] = base + (long)(get_global_id(0) * 1000000 + get_local_id(0) * 1000 +
                          get_group_id(0) * 10 + get_work_dim());
}
)"));
  mux_kernel_t kernel = make_kernel(executable, "tell");
  TestBuffer first = make_buffer(most_items * sizeof(int64_t));
  TestBuffer second = make_buffer(most_items * sizeof(int64_t));
  Arguments arguments;
};

}  // namespace

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges: local size, global offset, global size and dimensions change",
                 "[muxUpdateNDRanges]") {
  expect_unchanged();
  const Range ranges[] = {
      Range::linear(64, 16),
      Range::linear(4096, 1),
      Range::linear(100, 7),
      Range::linear(1, 64),
      {1, {256, 1, 1}, {32, 1, 1}, {1000, 0, 0}},
      {2, {16, 8, 1}, {4, 2, 1}, {5, 6, 0}},
      {3, {10, 6, 4}, {4, 3, 2}, {1, 2, 3}},
      {3, {0, 6, 4}, {4, 3, 2}, {1, 2, 3}},
      {3, {8, 6, 4}, {4, 3, 2}, {1, 2, 3}},
  };
  for (const Range &range : ranges) {
    // While in flight, and while idle.
    for (int round = 0; round < 2; ++round) {
      REQUIRE(update(range).apply(command_buffer) == mux_success);
      expect_runs(command_buffer, first, range.global[0] == 0 ? Range::linear(0, 1) : range, 1);
    }
  }
  CHECK(marks_seen == 1 + 2 * static_cast<int>(std::size(ranges)));
}

TEST_CASE_METHOD(UpdateRangesFixture, "muxUpdateNDRanges: arguments change as well",
                 "[muxUpdateNDRanges]") {
  Arguments others;
  fill(others, second, 77);
  NdRangeUpdate change{command, kernel, &others, Range::linear(200, 8)};
  REQUIRE(change.apply(command_buffer) == mux_success);
  expect_runs(command_buffer, second, Range::linear(200, 8), 77);
  // A descriptor may be replaced by one of another type that fits the argument.
  std::vector<int64_t> host(most_items, -1);
  others.descriptors[0] = {};
  others.descriptors[0].type = mux_descriptor_info_type_custom_buffer;
  others.descriptors[0].custom_buffer_descriptor = {host.data(), host.size() * 8, 0};
  REQUIRE(change.apply(command_buffer) == mux_success);
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(host == expected(Range::linear(200, 8), 77));
  REQUIRE(update(Range::linear(64, 8)).apply(command_buffer) == mux_success);
  expect_unchanged();
}

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges: dependences between commands are recomputed",
                 "[muxUpdateNDRanges][scheduling]") {
  // Each adds one to the output of the previous one; as recorded, they are independent.
  mux_kernel_t next = build(R"(
kernel void next(global const long *from, global long *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] + 1;
}
)",
                            "next");
  constexpr size_t links = 20;
  std::vector<TestBuffer> buffers;
  for (size_t link = 0; link <= links; ++link) {
    buffers.push_back(make_buffer(most_items * sizeof(int64_t)));
  }
  mux_command_buffer_t target = make_command_buffer();
  for (size_t link = 0; link < links; ++link) {
    Arguments apart;
    apart.buffer(buffers[0]).buffer(buffers[link + 1]);
    REQUIRE(record(target, next, apart, Range::linear(64, 8)) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  REQUIRE(dispatch_and_wait(target) == mux_success);
  std::vector<Arguments> chained(links);
  std::vector<NdRangeUpdate> updates;
  std::vector<mux_ndrange_update_t> infos;
  for (size_t link = 0; link < links; ++link) {
    chained[link].buffer(buffers[link]).buffer(buffers[link + 1]);
    updates.push_back(
        {static_cast<mux_command_id_t>(link), next, &chained[link], Range::linear(most_items, 16)});
  }
  infos.reserve(links);
  for (NdRangeUpdate &each : updates) {
    infos.push_back(each.info());
  }
  REQUIRE(muxUpdateNDRanges(target, infos.size(), infos.data()) == mux_success);
  for (int64_t round = 0; round < 20; ++round) {
    std::ranges::fill(buffers[0].as<int64_t>(), round);
    REQUIRE(dispatch_and_wait(target) == mux_success);
    REQUIRE(std::ranges::count(buffers[links].as<int64_t>(), round + int64_t{links}) == most_items);
  }
}

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges: an ND-range recorded without work-items needs no descriptors",
                 "[muxUpdateNDRanges]") {
  mux_command_buffer_t target = make_command_buffer();
  Arguments none;
  REQUIRE(record(target, kernel, none, Range::linear(0, 1)) == mux_success);
  record_mark(target);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  REQUIRE(dispatch_and_wait(target) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, target, &clone) == mux_success);
  for (mux_command_buffer_t each : {target, clone}) {
    NdRangeUpdate change{0, kernel, &arguments, Range::linear(96, 8)};
    REQUIRE(change.apply(each) == mux_success);
    expect_runs(each, first, Range::linear(96, 8), 1);
    change.range = Range::linear(0, 1);
    change.arguments = &none;
    REQUIRE(change.apply(each) == mux_success);
    expect_runs(each, first, Range::linear(0, 1), 1);
  }
  muxDestroyCommandBuffer(device, clone, allocator);
  // With work-items it is an error.
  NdRangeUpdate wrong{0, kernel, &none, Range::linear(8, 8)};
  entry_point.fails_because("has 2 arguments, but got 0", mux_error_invalid_value,
                            wrong.apply(target));
}

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges: the kernel can be replaced by another with the same arguments",
                 "[muxUpdateNDRanges]") {
  mux_kernel_t other =
      build("kernel void other(global long *out, long base) { out[get_global_id(0)] = 5 * base; }",
            "other");
  Arguments others;
  fill(others, first, 3);
  NdRangeUpdate change{command, other, &others, Range::linear(10, 5)};
  REQUIRE(change.apply(command_buffer) == mux_success);
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(std::ranges::count(first.as<int64_t>(), 15) == 10);
  REQUIRE(update(Range::linear(64, 8)).apply(command_buffer) == mux_success);
  expect_unchanged();
  mux_kernel_t fewer = build("kernel void fewer(global long *out) { out[0] = 1; }", "fewer");
  mux_kernel_t narrow =
      build("kernel void narrow(global long *out, int base) { out[0] = base; }", "narrow");
  for (mux_kernel_t wrong : {fewer, narrow}) {
    change.kernel = wrong;
    refuses(change.info(), "whose arguments differ");
  }
}

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges.command_buffer, length_without_list, list_without_length: "
                 "invalid arguments are mux_error_invalid_value",
                 "[muxUpdateNDRanges]") {
  NdRangeUpdate change = update(Range::linear(8, 8));
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, change.apply(invalid));
  }
  const mux_ndrange_update_t info = change.info();
  entry_point.fails_because("updates is NULL", mux_error_invalid_value,
                            muxUpdateNDRanges(command_buffer, 1, nullptr));
  entry_point.fails_because("updates_length is 0", mux_error_invalid_value,
                            muxUpdateNDRanges(command_buffer, 0, &info));
  REQUIRE(muxUpdateNDRanges(command_buffer, 0, nullptr) == mux_success);
  expect_unchanged();
  mux_command_buffer_t open = make_command_buffer();
  REQUIRE(record(open, kernel, arguments, Range::linear(8, 8)) == mux_success);
  change.command = 0;
  entry_point.fails_because("not finalized", mux_error_invalid_value, change.apply(open));
  entry_point.fails_because("not finalized", mux_error_invalid_value,
                            muxUpdateNDRanges(open, 0, nullptr));
}

TEST_CASE_METHOD(
    UpdateRangesFixture,
    "muxUpdateNDRanges: an unknown command, or not an ND-range, is mux_error_invalid_value",
    "[muxUpdateNDRanges]") {
  NdRangeUpdate change = update(Range::linear(8, 8));
  change.command = 0;
  refuses(change.info(), "not an ND-range: user callback");
  for (const mux_command_id_t id : {2U, 3U, ~0U}) {
    change.command = id;
    refuses(change.info(), "has 2 commands");
  }
}

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges.kernel, descriptors, descriptors_length, local_size_zero, "
                 "local_size, global_offset, global_size and dimensions: arguments that "
                 "muxCommandNDRange rejects are mux_error_invalid_value",
                 "[muxUpdateNDRanges]") {
  NdRangeUpdate change = update(Range::linear(32, 8));
  const mux_ndrange_update_t good = change.info();
  for (mux_kernel_t invalid : InvalidObjects<mux_kernel_t>(device->id)) {
    mux_ndrange_update_t wrong = good;
    wrong.kernel = invalid;
    refuses(wrong, "kernel");
  }
  mux_ndrange_update_t wrong = good;
  wrong.options.descriptors_length = 0;
  refuses(wrong, "descriptors is not NULL but options.descriptors_length is 0");
  wrong = good;
  wrong.options.descriptors = nullptr;
  refuses(wrong, "descriptors is NULL but options.descriptors_length is not 0");
  wrong.options.descriptors_length = 0;
  refuses(wrong, "has 2 arguments, but got 0");
  for (size_t axis = 0; axis < 3; ++axis) {
    wrong = good;
    wrong.options.local_size[axis] = 0;
    refuses(wrong, "is 0");
    wrong.options.local_size[axis] = size_t{device->info->max_work_group_size_x} + 1;
    refuses(wrong, "maximum");
  }
  wrong = good;
  wrong.options.global_offset = nullptr;
  refuses(wrong, "global_offset is NULL");
  wrong = good;
  wrong.options.global_size = nullptr;
  refuses(wrong, "global_size is NULL");
  for (const size_t dimensions : {size_t{0}, size_t{4}, SIZE_MAX}) {
    wrong = good;
    wrong.options.dimensions = dimensions;
    refuses(wrong, "dimensions");
  }
  change.range.offset[0] = SIZE_MAX;
  refuses(change.info(), "does not fit 64 bits");
  Arguments swapped;
  swapped.value(int64_t{1}).buffer(first);
  change = {command, kernel, &swapped, Range::linear(32, 8)};
  refuses(change.info(), "is a buffer, but its descriptor is plain old data");
}

TEST_CASE_METHOD(
    UpdateRangesFixture,
    "muxUpdateNDRanges: a local size that the kernel does not support is mux_error_invalid_value",
    "[muxUpdateNDRanges]") {
  mux_kernel_t required = build(
      "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void required(global long *out, long "
      "base) { out[get_global_id(0)] = base; }",
      "required");
  NdRangeUpdate change{command, required, &arguments, Range::linear(32, 4)};
  refuses(change.info(), "requires a work-group size of 8");
  change.range.local[0] = 8;
  REQUIRE(change.apply(command_buffer) == mux_success);
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
}

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges: the last update of a command takes effect",
                 "[muxUpdateNDRanges]") {
  NdRangeUpdate one = update(Range::linear(32, 4));
  NdRangeUpdate two = update(Range::linear(48, 16));
  const mux_ndrange_update_t updates[] = {one.info(), two.info()};
  REQUIRE(muxUpdateNDRanges(command_buffer, 2, updates) == mux_success);
  expect_runs(command_buffer, first, Range::linear(48, 16), 1);
}

TEST_CASE_METHOD(
    UpdateRangesFixture,
    "muxUpdateNDRanges: dispatches in flight keep their ND-ranges, later ones have the new ones",
    "[muxUpdateNDRanges][scheduling]") {
  constexpr size_t dispatches = 12;
  mux_semaphore_t start = make_semaphore();
  std::vector<TestBuffer> reports;
  std::vector<mux_fence_t> fences;
  for (size_t i = 0; i < dispatches; ++i) {
    reports.push_back(make_buffer(most_items * sizeof(int64_t)));
    fences.push_back(make_fence());
    Arguments own;
    fill(own, reports[i], 0);
    // The size alone, then buffer and size: two kinds of new plans.
    NdRangeUpdate change{command, kernel, &own, Range::linear(10 * (i + 1), 5)};
    REQUIRE(change.apply(command_buffer) == mux_success);
    change.range = Range::linear(16 * (i + 1), 8);
    REQUIRE(change.apply(command_buffer) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, fences[i], &start, 1, nullptr, 0, nullptr,
                        nullptr) == mux_success);
    change.range = Range::linear(4000, 50);
    REQUIRE(change.apply(command_buffer) == mux_success);
  }
  REQUIRE(muxSignalSemaphore(start, mux_success) == mux_success);
  for (size_t i = 0; i < dispatches; ++i) {
    REQUIRE(muxWait(queue, fences[i]) == mux_success);
    std::vector<int64_t> values = expected(Range::linear(16 * (i + 1), 8), 0);
    std::ranges::replace(values, int64_t{-1}, int64_t{0});
    const auto stored = reports[i].as<int64_t>();
    CHECK(std::vector<int64_t>(stored.begin(), stored.end()) == values);
  }
}

TEST_CASE_METHOD(UpdateRangesFixture, "muxUpdateNDRanges: updating repeatedly does not leak memory",
                 "[muxUpdateNDRanges][scheduling]") {
  const auto round = [&](size_t number) {
    REQUIRE(update(Range::linear(8 * (1 + number % 500), 8)).apply(command_buffer) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  };
  for (size_t number = 0; number < 500; ++number) {
    round(number);
  }
  REQUIRE(muxWaitAll(queue) == mux_success);
  const int64_t live = counter.live();
  for (size_t number = 0; number < 500; ++number) {
    round(number);
  }
  CHECK(counter.live() <= live + 20);
}

TEST_CASE_METHOD(UpdateRangesFixture,
                 "muxUpdateNDRanges: several threads update and dispatch at once",
                 "[muxUpdateNDRanges][threads]") {
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (size_t number = 0; number < 200; ++number) {
        NdRangeUpdate change = update(Range::linear(8 * (1 + (number * 7 + thread) % 400), 8));
        failures += change.apply(command_buffer) == mux_success ? 0 : 1;
        failures += muxDispatch(queue, command_buffer, nullptr, nullptr, 0, nullptr, 0, nullptr,
                                nullptr) == mux_success
                        ? 0
                        : 1;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == 0);
  REQUIRE(muxWaitAll(queue) == mux_success);
  REQUIRE(update(Range::linear(64, 8)).apply(command_buffer) == mux_success);
  expect_unchanged();
}

}  // namespace mux::test::mux_update_nd_ranges
