// Registering targets at run time.

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <thread>
#include <vector>

#include "fake_objects.h"

namespace mux::test::registration {

namespace {

mux_result_t no_devices(uint32_t, uint64_t, mux_device_info_t *, uint64_t *out_length) {
  if (out_length) {
    *out_length = 0;
  }
  return mux_success;
}

mux_target_hooks_t smallest_table() {
  mux_target_hooks_t hooks = {};
  hooks.size = sizeof(hooks);
  hooks.name = "smallest";
  hooks.get_device_infos = no_devices;
  return hooks;
}

/// A target compiled with a header whose table ends before create_buffer; registered on first use.
mux_target_id_t older_target_id() {
  static const mux_target_hooks_t hooks = [] {
    mux_target_hooks_t older = FakeTarget::get().hooks();
    older.name = "older";
    older.set_target_id = nullptr;
    older.get_device_infos = no_devices;
    older.size = offsetof(mux_target_hooks_t, create_buffer);
    return older;
  }();
  static const mux_target_id_t id = [] {
    mux_target_id_t registered = MUX_NULL_ID;
    REQUIRE(muxRegisterTarget(&hooks, &registered) == mux_success);
    return registered;
  }();
  return id;
}

void expect_refused(const mux_target_hooks_t &hooks, const char *reason) {
  mux_target_id_t id = MUX_NULL_ID;
  CHECK(muxRegisterTarget(&hooks, &id) == mux_error_invalid_value);
  CHECK(id == MUX_NULL_ID);
  CHECK(last_error_has("muxRegisterTarget: "));
  CHECK(last_error_has(reason));
}

}  // namespace

TEST_CASE("muxRegisterTarget: invalid tables are mux_error_invalid_value", "[muxRegisterTarget]") {
  mux_target_id_t id = MUX_NULL_ID;
  CHECK(muxRegisterTarget(nullptr, &id) == mux_error_invalid_value);
  CHECK(id == MUX_NULL_ID);

  mux_target_hooks_t hooks = smallest_table();
  hooks.size = 0;
  expect_refused(hooks, "hooks->size is 0");
  hooks.size = sizeof(hooks) + sizeof(void *);
  expect_refused(hooks, "hooks->size");
  hooks.size = sizeof(hooks) - 1;
  expect_refused(hooks, "not a multiple");
  // Too short for the required members.
  hooks.size = offsetof(mux_target_hooks_t, get_device_infos);
  expect_refused(hooks, "hooks->get_device_infos is NULL");

  hooks = smallest_table();
  hooks.name = nullptr;
  expect_refused(hooks, "hooks->name is NULL");
  hooks = smallest_table();
  hooks.get_device_infos = nullptr;
  expect_refused(hooks, "hooks->get_device_infos is NULL");
}

TEST_CASE("muxRegisterTarget: no out parameter is mux_error_null_out_parameter",
          "[muxRegisterTarget]") {
  const mux_target_hooks_t hooks = smallest_table();
  CHECK(muxRegisterTarget(&hooks, nullptr) == mux_error_null_out_parameter);
}

TEST_CASE("muxRegisterTarget: a target learns its id, which is never 0", "[muxRegisterTarget]") {
  const FakeTarget &target = FakeTarget::get();
  CHECK(target.id() != MUX_NULL_ID);
  CHECK(target.told_id == target.id());
  CHECK(bare_target_id() != MUX_NULL_ID);
  CHECK(bare_target_id() != target.id());
}

TEST_CASE("muxRegisterTarget: hooks beyond the size of an older table count as NULL",
          "[muxRegisterTarget]") {
  FakeObjects objects(older_target_id(), FakeTarget::get().info(0));
  CHECK(muxUnmapMemory(&objects.device, &objects.memory) == mux_success);
  CHECK(muxBindBufferMemory(&objects.device, &objects.memory, &objects.buffer, 0) ==
        mux_error_feature_unsupported);
  CHECK(last_error_has("\"older\""));
}

// Fills the table, so the targets of other tests are registered first.
TEST_CASE("muxRegisterTarget: concurrent calls get distinct ids until the table is full",
          "[muxRegisterTarget]") {
  FakeTarget::get();
  bare_target_id();
  older_target_id();
  static const mux_target_hooks_t hooks = smallest_table();
  std::vector<std::vector<mux_target_id_t>> ids(8);
  std::vector<mux_result_t> last_results(8, mux_success);
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < ids.size(); ++thread) {
    threads.emplace_back([&, thread] {
      mux_target_id_t id = MUX_NULL_ID;
      for (int attempt = 0; attempt < 1000; ++attempt) {
        last_results[thread] = muxRegisterTarget(&hooks, &id);
        if (last_results[thread] != mux_success) {
          return;
        }
        ids[thread].push_back(id);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  std::vector<mux_target_id_t> all = {FakeTarget::get().id(), bare_target_id(), MUX_NULL_ID};
  for (size_t thread = 0; thread < ids.size(); ++thread) {
    CHECK(last_results[thread] == mux_error_out_of_memory);
    all.insert(all.end(), ids[thread].begin(), ids[thread].end());
  }
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
  uint64_t count = 0;
  CHECK(muxGetDeviceInfos(mux_device_type_all, 0, nullptr, &count) == mux_success);
}

}  // namespace mux::test::registration
