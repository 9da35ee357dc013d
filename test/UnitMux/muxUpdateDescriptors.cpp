#include <catch2/catch.hpp>
#include <chrono>
#include <random>
#include <thread>

#include "../run_in_threads.h"
#include "command_buffer_fixture.h"

namespace mux::test::mux_update_descriptors {

namespace {

constexpr EntryPoint entry_point("muxUpdateDescriptors");

/// A finalized command buffer with a mark and the reporting kernel.
class UpdateFixture : public TellingKernelFixture {
 public:
  static constexpr mux_command_id_t command = 1;

  UpdateFixture() {
    arguments.buffer(first).value(7).local(local_items * sizeof(int)).buffer(pointee);
    record_mark(command_buffer);
    REQUIRE(record_telling(command_buffer, arguments) == mux_success);
    REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  }

  /// Checks that an update is rejected with a message that contains `part`, and changed nothing.
  void refuses(Update update, const std::string &part, mux_command_id_t id = command,
               std::source_location where = std::source_location::current()) {
    entry_point.fails_because(part, mux_error_invalid_value, update.apply(command_buffer, id),
                              where);
    expect_unchanged();
  }

  void expect_unchanged() {
    clear(first);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(report(first) == Report{7, 100, 1, 0});
  }

  TestBuffer first = make_report();
  TestBuffer second = make_report();
  TestBuffer pointee = make_pointee(100);
  TestBuffer other_pointee = make_pointee(200);
  Arguments arguments;
};

Update with_value(int value) {
  Update update{{TellingKernelFixture::value}, {}};
  update.arguments.value(value);
  return update;
}

}  // namespace

TEST_CASE_METHOD(UpdateFixture, "muxUpdateDescriptors.rc02: every kind of argument can be updated",
                 "[muxUpdateDescriptors]") {
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(report(first) == Report{7, 100, 1, 0});
  clear(first);

  Update update;
  SECTION("a buffer") {
    update.indices = {out};
    update.arguments.buffer(second);
    REQUIRE(update.apply(command_buffer, command) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(report(first) == Report{0, 0, 0, 0});
    CHECK(report(second) == Report{7, 100, 1, 0});
  }
  SECTION("the offset of a buffer") {
    update.indices = {maybe};
    update.arguments.buffer(pointee, 2 * sizeof(int));
    REQUIRE(update.apply(command_buffer, command) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(report(first) == Report{7, 102, 1, 0});
  }
  SECTION("a value") {
    REQUIRE(with_value(-5).apply(command_buffer, command) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(report(first) == Report{-5, 100, 1, 0});
  }
  SECTION("local memory, up to the size of the device") {
    for (const uint64_t size : {device->info->shared_local_memory_size, uint64_t{1024},
                                uint64_t{local_items * sizeof(int)}}) {
      update = {{scratch}, {}};
      update.arguments.local(size);
      REQUIRE(update.apply(command_buffer, command) == mux_success);
      clear(first);
      REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
      CHECK(report(first) == Report{7, 100, 1, 0});
    }
  }
  SECTION("several at once, in any order, with the last one for an argument used") {
    update.indices = {maybe, value, out, value};
    update.arguments.buffer(other_pointee).value(1).buffer(second).value(2);
    REQUIRE(update.apply(command_buffer, command) == mux_success);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(report(second) == Report{2, 200, 1, 0});
  }
  SECTION("none") {
    REQUIRE(muxUpdateDescriptors(command_buffer, command, 0, nullptr, nullptr) == mux_success);
    expect_unchanged();
  }
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors.rc02: what local memory needs is laid out anew",
                 "[muxUpdateDescriptors]") {
  // Two blocks, and values live across a barrier: when the first block grows, later ones move.
  mux_kernel_t two = build(R"(
kernel void two(local int *a, local int *b, uint count_a, uint count_b, global int *out) {
  const size_t item = get_local_id(0);
  const int kept = (int)item * 3;
  for (uint i = item; i < count_a; i += get_local_size(0)) a[i] = 1;
  for (uint i = item; i < count_b; i += get_local_size(0)) b[i] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = kept;
  for (uint i = 0; i < count_a; ++i) sum += a[i];
  for (uint i = 0; i < count_b; ++i) sum += b[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum - kept + (int)item;
}
)",
                           "two");
  constexpr size_t items = 64;
  const TestBuffer sums = make_buffer(items * sizeof(int));
  mux_command_buffer_t target = make_command_buffer();
  Arguments recorded;
  recorded.local(4).local(4).value(1U).value(1U).buffer(sums);
  REQUIRE(record(target, two, recorded, Range::linear(items, 16)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  for (const auto &[count_a, count_b] : std::vector<std::pair<unsigned, unsigned>>{
           {1, 1}, {1000, 3}, {2, 5000}, {20000, 40000}, {7, 7}}) {
    Update update{{0, 1, 2, 3}, {}};
    update.arguments.local(count_a * sizeof(int))
        .local(count_b * sizeof(int))
        .value(count_a)
        .value(count_b);
    REQUIRE(update.apply(target, 0) == mux_success);
    REQUIRE(dispatch_and_wait(target) == mux_success);
    for (size_t item = 0; item < items; ++item) {
      REQUIRE(sums.as<int>()[item] == static_cast<int>(count_a + 2 * count_b + item % 16));
    }
  }
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors.rc02: everything handed in may change as soon as the call "
                 "returned",
                 "[muxUpdateDescriptors]") {
  int number = 11;
  Update update{{value}, {}};
  update.arguments.value(0);
  update.arguments.descriptors[0].plain_old_data_descriptor.data = &number;
  REQUIRE(update.apply(command_buffer, command) == mux_success);
  number = 12;
  update.indices = {out};
  update.arguments.descriptors[0] = {};
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(report(first) == Report{11, 100, 1, 0});
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors.command_buffer, arg_indices and descriptors: null, "
                 "wrong-type and foreign command buffers, and missing arrays, are "
                 "mux_error_invalid_value",
                 "[muxUpdateDescriptors]") {
  Update update = with_value(1);
  for (mux_command_buffer_t invalid : InvalidObjects<mux_command_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, update.apply(invalid, command));
  }
  entry_point.fails(mux_error_invalid_value,
                    muxUpdateDescriptors(command_buffer, command, 1, nullptr,
                                         update.arguments.descriptors.data()));
  entry_point.fails(mux_error_invalid_value, muxUpdateDescriptors(command_buffer, command, 1,
                                                                  update.indices.data(), nullptr));
  expect_unchanged();
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors.vu02: only a finalized command buffer can be updated",
                 "[muxUpdateDescriptors]") {
  mux_command_buffer_t open = make_command_buffer();
  record_mark(open);
  REQUIRE(record_telling(open, arguments) == mux_success);
  entry_point.fails_because("not finalized", mux_error_invalid_value,
                            with_value(1).apply(open, command));
  REQUIRE(run(open) == mux_success);
  CHECK(report(first) == Report{7, 100, 1, 0});
  REQUIRE(with_value(1).apply(open, command) == mux_success);
  REQUIRE(muxResetCommandBuffer(open) == mux_success);
  entry_point.fails(mux_error_invalid_value, with_value(1).apply(open, command));
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors: an argument that the kernel does not have is "
                 "mux_error_invalid_value",
                 "[muxUpdateDescriptors]") {
  for (const uint64_t index : {uint64_t{4}, uint64_t{1} << 32, ~uint64_t{0}}) {
    Update update{{value, index}, {}};
    update.arguments.value(1).value(2);
    refuses(std::move(update), "has 4 arguments");
  }
}

TEST_CASE_METHOD(
    UpdateFixture,
    "muxUpdateDescriptors: an unknown command, or not an ND-range, is mux_error_invalid_value",
    "[muxUpdateDescriptors]") {
  refuses(with_value(1), "not an ND-range: user callback", 0);
  for (const mux_command_id_t id : {2U, 3U, ~0U}) {
    refuses(with_value(1), "has 2 commands", id);
  }
  entry_point.fails(mux_error_invalid_value,
                    muxUpdateDescriptors(command_buffer, 0, 0, nullptr, nullptr));
}

TEST_CASE_METHOD(
    UpdateFixture,
    "muxUpdateDescriptors.vu03: the kind of an argument stays, except that buffers and "
    "null buffers may replace each other",
    "[muxUpdateDescriptors]") {
  SECTION("buffers and null buffers") {
    Update to_null{{maybe}, {}};
    to_null.arguments.null_buffer();
    Update to_buffer{{maybe}, {}};
    to_buffer.arguments.buffer(other_pointee);
    for (int round = 0; round < 2; ++round) {
      REQUIRE(to_null.apply(command_buffer, command) == mux_success);
      REQUIRE(to_null.apply(command_buffer, command) == mux_success);
      REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
      CHECK(report(first) == Report{7, -1, 1, 0});
      REQUIRE(to_buffer.apply(command_buffer, command) == mux_success);
      REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
      CHECK(report(first) == Report{7, 200, 1, 0});
    }
  }
  SECTION("local memory and null buffers") {
    Update to_null{{scratch}, {}};
    to_null.arguments.null_buffer();
    Update to_local{{scratch}, {}};
    to_local.arguments.local(device->info->shared_local_memory_size);
    for (int round = 0; round < 2; ++round) {
      REQUIRE(to_null.apply(command_buffer, command) == mux_success);
      REQUIRE(to_local.apply(command_buffer, command) == mux_success);
      expect_unchanged();
    }
  }
  SECTION("all other kinds") {
    const uint32_t kinds[] = {
        mux_descriptor_info_type_buffer, mux_descriptor_info_type_plain_old_data,
        mux_descriptor_info_type_shared_local_buffer, mux_descriptor_info_type_buffer};
    for (uint64_t index = 0; index < 4; ++index) {
      Arguments all;
      all.buffer(other_pointee).value(3).local(64).null_buffer();
      mux_descriptor_info_t sampler{};
      sampler.type = mux_descriptor_info_type_sampler;
      all.descriptors.push_back(sampler);
      mux_descriptor_info_t custom{};
      custom.type = mux_descriptor_info_type_custom_buffer;
      custom.custom_buffer_descriptor = {other_pointee.bytes.data(), 16, 0};
      all.descriptors.push_back(custom);
      for (const mux_descriptor_info_t &descriptor : all.descriptors) {
        const bool null_for_buffer = descriptor.type == mux_descriptor_info_type_null_buffer &&
                                     (kinds[index] == mux_descriptor_info_type_buffer ||
                                      kinds[index] == mux_descriptor_info_type_shared_local_buffer);
        if (descriptor.type == kinds[index] || null_for_buffer) {
          continue;
        }
        CAPTURE(index, descriptor.type);
        Update update{{index}, {}};
        update.arguments.descriptors.push_back(descriptor);
        refuses(std::move(update), descriptor.type == mux_descriptor_info_type_custom_buffer &&
                                           kinds[index] == mux_descriptor_info_type_buffer
                                       ? "cannot become a custom buffer"
                                       : "but its descriptor is");
      }
    }
  }
}

TEST_CASE_METHOD(UpdateFixture, "muxUpdateDescriptors.vu04: a value cannot change its size",
                 "[muxUpdateDescriptors]") {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{3}, size_t{5}, size_t{8}, ~size_t{0}}) {
    Update update = with_value(1);
    update.arguments.descriptors[0].plain_old_data_descriptor.length = size;
    refuses(std::move(update), "has 4 bytes");
  }
}

TEST_CASE_METHOD(UpdateFixture, "muxUpdateDescriptors: all arguments are updated or none",
                 "[muxUpdateDescriptors]") {
  // Each is valid until its last descriptor.
  const auto good = [&] {
    Update update{{value, maybe, scratch}, {}};
    update.arguments.value(99).buffer(other_pointee).local(4096);
    return update;
  };
  mux_buffer_t unbound = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, allocator, &unbound) == mux_success);
  const TestBuffer no_memory{unbound, nullptr, {}};

  Update update = good();
  update.indices.push_back(9);
  update.arguments.value(1);
  refuses(std::move(update), "arg_indices[3] is 9");
  update = good();
  update.indices.push_back(out);
  update.arguments.value(1);
  refuses(std::move(update), "is a buffer, but its descriptor is plain old data");
  update = good();
  update.indices.push_back(out);
  update.arguments.buffer(no_memory);
  refuses(std::move(update), "not bound");
  update = good();
  update.indices.push_back(out);
  update.arguments.buffer(first, report_bytes + 1);
  refuses(std::move(update), "offset");
  update = good();
  update.indices.push_back(scratch);
  update.arguments.local(device->info->shared_local_memory_size + 1);
  refuses(std::move(update), "local memory");
  update = good();
  update.indices.push_back(out);
  update.arguments.buffer({nullptr, nullptr, {}});
  refuses(std::move(update), "the buffer of a descriptor is NULL");
  update = good();
  update.indices.push_back(out);
  update.arguments.buffer(first).descriptors.back().type = 7;
  refuses(std::move(update), "not an enumerator");
  muxDestroyBuffer(device, unbound, allocator);
  REQUIRE(good().apply(command_buffer, command) == mux_success);
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors: a local size that is overwritten is not validated",
                 "[muxUpdateDescriptors]") {
  // The second one for the argument replaces the first, which alone would not fit the device.
  Update update{{scratch, scratch}, {}};
  update.arguments.local(device->info->shared_local_memory_size + 1).local(64);
  REQUIRE(update.apply(command_buffer, command) == mux_success);
  expect_unchanged();
}

TEST_CASE_METHOD(UpdateFixture, "muxUpdateDescriptors: command_id counts recorded calls",
                 "[muxUpdateDescriptors]") {
  // One command for three regions, one for an empty ND-range, one for each other call.
  mux_command_buffer_t target = make_command_buffer();
  mux_buffer_region_info_t regions[3];
  for (size_t i = 0; i < 3; ++i) {
    regions[i] = {{4, 1, 1}, {4 * i, 0, 0}, {4 * i, 0, 0}, {16, 16}, {16, 16}};
  }
  const uint32_t pattern = 0;
  REQUIRE(muxCommandCopyBufferRegions(target, pointee.buffer, second.buffer, regions, 3, 0, nullptr,
                                      nullptr) == mux_success);
  REQUIRE(record(target, kernel, arguments, Range::linear(0, local_items)) == mux_success);
  REQUIRE(muxCommandFillBuffer(target, second.buffer, 0, 64, &pattern, 4, 0, nullptr, nullptr) ==
          mux_success);
  mux_sync_point_t sync_point = nullptr;
  REQUIRE(muxCommandCopyBuffer(target, pointee.buffer, 0, other_pointee.buffer, 0, 4, 0, nullptr,
                               &sync_point) == mux_success);
  REQUIRE(record_telling(target, arguments) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  for (const mux_command_id_t id : {0U, 2U, 3U, 5U}) {
    entry_point.fails(mux_error_invalid_value, with_value(1).apply(target, id));
  }
  REQUIRE(with_value(1).apply(target, 1) == mux_success);
  REQUIRE(with_value(44).apply(target, 4) == mux_success);
  REQUIRE(dispatch_and_wait(target) == mux_success);
  CHECK(report(first) == Report{44, 100, 1, 0});
}

TEST_CASE_METHOD(
    UpdateFixture,
    "muxUpdateDescriptors: dispatches in flight keep their arguments, later ones have the new ones",
    "[muxUpdateDescriptors][scheduling]") {
  constexpr int dispatches = 12;
  mux_semaphore_t start = make_semaphore();
  mux_command_buffer_t starter = make_command_buffer();
  REQUIRE(muxFinalizeCommandBuffer(starter) == mux_success);
  std::vector<TestBuffer> reports;
  std::vector<mux_fence_t> fences;
  for (int i = 0; i < dispatches; ++i) {
    reports.push_back(make_report());
    fences.push_back(make_fence());
  }
  for (int i = 0; i < dispatches; ++i) {
    // Twice before each dispatch: the second update finds a plan without runs.
    REQUIRE(with_value(1000).apply(command_buffer, command) == mux_success);
    Update update{{out, value}, {}};
    update.arguments.buffer(reports[i]).value(i);
    REQUIRE(update.apply(command_buffer, command) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, fences[i], &start, 1, nullptr, 0, nullptr,
                        nullptr) == mux_success);
  }
  REQUIRE(with_value(2000).apply(command_buffer, command) == mux_success);
  REQUIRE(muxDispatch(queue, starter, nullptr, nullptr, 0, &start, 1, nullptr, nullptr) ==
          mux_success);
  for (int i = 0; i < dispatches; ++i) {
    REQUIRE(muxWait(queue, fences[i]) == mux_success);
    CHECK(report(reports[i]) == Report{i, 100, 1, 0});
  }
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(report(reports[dispatches - 1]) == Report{2000, 100, 1, 0});
  CHECK(marks_seen == dispatches + 1);
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors: from a callback of the dispatch that is running",
                 "[muxUpdateDescriptors][scheduling]") {
  struct Context {
    mux_command_buffer_t target;
    mux_result_t result = mux_error_internal;
  };
  mux_command_buffer_t target = make_command_buffer();
  Context context{target};
  REQUIRE(muxCommandUserCallback(
              target,
              [](mux_queue_t, mux_command_buffer_t, void *const user_data) {
                auto *self = static_cast<Context *>(user_data);
                self->result = with_value(55).apply(self->target, 1);
              },
              &context, 0, nullptr, nullptr) == mux_success);
  REQUIRE(record_telling(target, arguments) == mux_success);
  REQUIRE(run(target) == mux_success);
  CHECK(context.result == mux_success);
  CHECK(report(first) == Report{7, 100, 1, 0});
  REQUIRE(dispatch_and_wait(target) == mux_success);
  CHECK(report(first) == Report{55, 100, 1, 0});
}

TEST_CASE_METHOD(UpdateFixture, "muxUpdateDescriptors: updating repeatedly does not leak memory",
                 "[muxUpdateDescriptors][scheduling]") {
  mux_fence_t fence = make_fence();
  const auto round = [&](int number) {
    REQUIRE(with_value(number).apply(command_buffer, command) == mux_success);
    REQUIRE(muxResetFence(fence) == mux_success);
    REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    // Mostly in flight.
    REQUIRE(with_value(-number).apply(command_buffer, command) == mux_success);
    REQUIRE(muxWait(queue, fence) == mux_success);
    REQUIRE(report(first).value == number);
  };
  round(1);
  REQUIRE(muxWaitAll(queue) == mux_success);
  const int64_t live = counter.live();
  for (int i = 0; i < 500; ++i) {
    round(i);
  }
  // At most the current plan, one that a run still uses, and the runs themselves.
  CHECK(counter.live() <= live + 20);
  REQUIRE(muxResetCommandBuffer(command_buffer) == mux_success);
  CHECK(counter.live() <= live);
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors: nothing is allocated while nothing is in flight",
                 "[muxUpdateDescriptors]") {
  REQUIRE(with_value(0).apply(command_buffer, command) == mux_success);
  counter.fail_always();
  for (int i = 0; i < 100; ++i) {
    REQUIRE(with_value(i).apply(command_buffer, command) == mux_success);
  }
  counter.succeed();
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(report(first).value == 99);
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors: without memory nothing changes, in flight or not",
                 "[muxUpdateDescriptors][scheduling]") {
  Gate gate;
  mux_command_buffer_t target = make_command_buffer();
  REQUIRE(gate.record(target) == mux_success);
  REQUIRE(record_telling(target, arguments) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, target, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  while (gate.arrived == 0) {
    std::this_thread::yield();
  }
  const int64_t live = counter.live();
  counter.fail_always();
  const mux_result_t result = with_value(5).apply(target, 1);
  counter.succeed();
  entry_point.fails(mux_error_out_of_memory, result);
  CHECK(counter.live() == live);
  gate.open();
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(report(first) == Report{7, 100, 1, 0});
  REQUIRE(dispatch_and_wait(target) == mux_success);
  CHECK(report(first) == Report{7, 100, 1, 0});
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors: one command buffer updated, dispatched and cloned by eight "
                 "threads at once",
                 "[muxUpdateDescriptors][scheduling]") {
  // More than the specification requires. Value and pointer are updated together, so every dispatch
  // must see a matching pair; reports are accumulated, because dispatches overlap.
  mux_kernel_t check = build(
      "kernel void check(global int *wrong, int value, global const int *pointee) {\n"
      "  if (pointee[0] != value) atomic_inc(wrong);\n"
      "  atomic_inc(wrong + 1);\n"
      "}\n",
      "check");
  const TestBuffer wrong = make_buffer(8);
  std::vector<TestBuffer> pointees;
  for (int i = 0; i < static_cast<int>(thread_count); ++i) {
    pointees.push_back(make_pointee(i));
  }
  mux_command_buffer_t target = make_command_buffer();
  Arguments recorded;
  recorded.buffer(wrong).value(0).buffer(pointees[0]);
  REQUIRE(record(target, check, recorded, Range::linear(1, 1)) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  constexpr int rounds = 100;
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (int i = 0; i < rounds; ++i) {
      Update update{{1, 2}, {}};
      update.arguments.value(static_cast<int>(thread)).buffer(pointees[thread]);
      failed += update.apply(target, 0) != mux_success;
      failed += dispatch_and_wait(target) != mux_success;
      mux_command_buffer_t clone = nullptr;
      if (muxCloneCommandBuffer(device, allocator, target, &clone) == mux_success) {
        failed += dispatch_and_wait(clone) != mux_success;
        muxDestroyCommandBuffer(device, clone, allocator);
      } else {
        ++failed;
      }
    }
    return failed;
  });
  for (const int failed : failures) {
    CHECK(failed == 0);
  }
  CHECK(wrong.as<int>()[0] == 0);
  CHECK(wrong.as<int>()[1] == 2 * rounds * static_cast<int>(thread_count));
}

TEST_CASE_METHOD(UpdateFixture,
                 "muxUpdateDescriptors: random updates of many commands, against a model",
                 "[muxUpdateDescriptors][scheduling]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  constexpr uint32_t commands = 30;
  struct Model {
    uint32_t out;
    int value;
    int pointed_to;
  };
  std::vector<Model> models;
  std::vector<TestBuffer> reports;
  mux_command_buffer_t target = make_command_buffer();
  for (uint32_t i = 0; i < commands; ++i) {
    reports.push_back(make_report());
    models.push_back({i, static_cast<int>(i), 100});
    Arguments own;
    own.buffer(reports.back()).value(static_cast<int>(i)).local(64).buffer(pointee);
    REQUIRE(record_telling(target, own) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(target) == mux_success);
  mux_fence_t fence = make_fence();
  for (int round = 0; round < 60; ++round) {
    // Dispatches are checked after the updates that follow.
    std::vector<Report> expected(commands, Report{0, 0, 0, 0});
    for (const Model &model : models) {
      expected[model.out] = {model.value, model.pointed_to, 1, 0};
    }
    for (const TestBuffer &report_buffer : reports) {
      clear(report_buffer);
    }
    REQUIRE(muxResetFence(fence) == mux_success);
    REQUIRE(muxDispatch(queue, target, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
            mux_success);
    for (uint32_t updates = below(20); updates != 0; --updates) {
      const uint32_t id = below(commands);
      Model changed = models[id];
      Update update;
      for (uint32_t changes = below(4); changes != 0; --changes) {
        switch (below(4)) {
          case 0:
            changed.out = below(commands);
            update.indices.push_back(out);
            update.arguments.buffer(reports[changed.out]);
            break;
          case 1:
            changed.value = static_cast<int>(random());
            update.indices.push_back(value);
            update.arguments.value(changed.value);
            break;
          case 2:
            update.indices.push_back(scratch);
            update.arguments.local(local_items * sizeof(int) + below(5000));
            break;
          default:
            changed.pointed_to = below(2) == 0 ? -1 : 200 + static_cast<int>(below(4));
            update.indices.push_back(maybe);
            if (changed.pointed_to == -1) {
              update.arguments.null_buffer();
            } else {
              update.arguments.buffer(other_pointee,
                                      static_cast<uint64_t>(changed.pointed_to - 200) * 4);
            }
            break;
        }
      }
      const bool bad = below(5) == 0;
      if (bad) {
        update.indices.push_back(4 + below(3));
        update.arguments.value(1);
      }
      if (update.indices.empty()) {
        continue;
      }
      REQUIRE(update.apply(target, id) == (bad ? mux_error_invalid_value : mux_success));
      if (!bad) {
        models[id] = changed;
      }
    }
    REQUIRE(muxWait(queue, fence) == mux_success);
    for (uint32_t i = 0; i < commands; ++i) {
      REQUIRE(report(reports[i]) == expected[i]);
    }
  }
}

}  // namespace mux::test::mux_update_descriptors
