/// @file
/// Checks common to all entry points that create or destroy an object. Each takes a valid call and
/// makes one argument invalid.

#pragma once

#include <catch2/catch.hpp>
#include <functional>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test {

/// A valid call of an entry point that creates an object, with the common arguments as parameters.
template <class Handle>
using Create = std::function<mux_result_t(mux_device_t, mux_allocator_info_t, Handle *)>;

template <class Handle>
using Destroy = void (*)(mux_device_t, Handle, mux_allocator_info_t);

/// A call without a complete allocator returns mux_error_null_allocator_callback.
template <class Handle>
void check_null_allocator(const EntryPoint &entry_point, DeviceFixture &fixture,
                          const Create<Handle> &create) {
  const int64_t live = fixture.counter.live();
  for (const mux_allocator_info_t &invalid : invalid_allocators(fixture.allocator)) {
    Handle handle = nullptr;
    entry_point.fails(mux_error_null_allocator_callback, create(fixture.device, invalid, &handle));
  }
  CHECK(fixture.counter.live() == live);
}

/// A call without an out parameter returns mux_error_null_out_parameter.
template <class Handle>
void check_null_out(const EntryPoint &entry_point, DeviceFixture &fixture,
                    const Create<Handle> &create) {
  const int64_t live = fixture.counter.live();
  entry_point.fails(mux_error_null_out_parameter,
                    create(fixture.device, fixture.allocator, nullptr));
  CHECK(fixture.counter.live() == live);
}

/// A null, wrong-type or foreign device is mux_error_invalid_value.
template <class Handle>
void check_device(const EntryPoint &entry_point, DeviceFixture &fixture,
                  const Create<Handle> &create) {
  const int64_t live = fixture.counter.live();
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(fixture.device->id)) {
    Handle handle = nullptr;
    entry_point.fails(mux_error_invalid_value, create(invalid, fixture.allocator, &handle));
  }
  CHECK(fixture.counter.live() == live);
}

/// A valid call creates an object with a valid id, and destroying it frees everything.
template <class Handle>
void check_success(DeviceFixture &fixture, const Create<Handle> &create, Destroy<Handle> destroy) {
  const int64_t live = fixture.counter.live();
  Handle handle = nullptr;
  REQUIRE(create(fixture.device, fixture.allocator, &handle) == mux_success);
  REQUIRE(handle != nullptr);
  CHECK(handle->id == (object_tag<Handle> | target_of(fixture.device->id)));
  destroy(fixture.device, handle, fixture.allocator);
  CHECK(fixture.counter.live() == live);
}

/// An object uses the allocator of its own call, not its device's, and frees everything.
template <class Handle>
void check_own_allocator(DeviceFixture &fixture, const Create<Handle> &create,
                         Destroy<Handle> destroy) {
  const int64_t live = fixture.counter.live();
  CountingAllocator own;
  Handle handle = nullptr;
  REQUIRE(create(fixture.device, own.info(), &handle) == mux_success);
  CHECK(own.live() > 0);
  CHECK(fixture.counter.live() == live);
  destroy(fixture.device, handle, own.info());
  CHECK(own.live() == 0);
  CHECK(own.misuses() == 0);
  CHECK(fixture.counter.live() == live);
}

/// Eight threads create and destroy at once.
template <class Handle>
void check_threads(DeviceFixture &fixture, const Create<Handle> &create, Destroy<Handle> destroy,
                   int rounds = 100) {
  const int64_t live = fixture.counter.live();
  const auto failures = run_in_threads([&](unsigned) {
    int failed = 0;
    for (int i = 0; i < rounds; ++i) {
      Handle handle = nullptr;
      if (create(fixture.device, fixture.allocator, &handle) == mux_success && handle != nullptr) {
        destroy(fixture.device, handle, fixture.allocator);
      } else {
        ++failed;
      }
    }
    return failed;
  });
  CHECK(all_zero(failures));
  CHECK(fixture.counter.live() == live);
}

/// Whether a failed call may keep allocations for the next one.
enum class AfterFailure { keeps_nothing, may_keep };

/// Makes the first, the second, ... allocation of `attempt` fail until it succeeds: each failure
/// must be mux_error_out_of_memory without a leak.
/// @return the number of failed allocations.
template <class Attempt>
int fail_each_allocation(const EntryPoint &entry_point, CountingAllocator &counter, Attempt attempt,
                         AfterFailure after_failure = AfterFailure::keeps_nothing) {
  for (int successes = 0; successes < 1000; ++successes) {
    const int64_t live = counter.live();
    counter.fail_after(successes);
    const mux_result_t result = attempt();
    counter.succeed();
    if (result == mux_success) {
      return successes;
    }
    CAPTURE(successes);
    entry_point.fails(mux_error_out_of_memory, result);
    if (after_failure == AfterFailure::keeps_nothing) {
      CHECK(counter.live() == live);
    }
  }
  FAIL("still no success when 1000 allocations succeed");
  return 0;
}

/// fail_each_allocation() for an entry point that creates an object.
template <class Handle>
void check_out_of_memory(const EntryPoint &entry_point, DeviceFixture &fixture,
                         const Create<Handle> &create, Destroy<Handle> destroy) {
  const int64_t live = fixture.counter.live();
  Handle handle = nullptr;
  const int failures = fail_each_allocation(entry_point, fixture.counter, [&] {
    return create(fixture.device, fixture.allocator, &handle);
  });
  CHECK(failures > 0);
  destroy(fixture.device, handle, fixture.allocator);
  CHECK(fixture.counter.live() == live);
}

/// Destroying with an invalid device, object or allocator has no effect.
template <class Handle>
void check_destroy_arguments(DeviceFixture &fixture, Handle valid, Destroy<Handle> destroy) {
  const int64_t live = fixture.counter.live();
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(fixture.device->id)) {
    destroy(invalid, valid, fixture.allocator);
    CHECK(fixture.counter.live() == live);
  }
  for (Handle invalid : InvalidObjects<Handle>(fixture.device->id)) {
    destroy(fixture.device, invalid, fixture.allocator);
    CHECK(fixture.counter.live() == live);
  }
  for (const mux_allocator_info_t &invalid : invalid_allocators(fixture.allocator)) {
    destroy(fixture.device, valid, invalid);
    CHECK(fixture.counter.live() == live);
  }
}

}  // namespace mux::test
