#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_create_semaphore {

namespace {

constexpr EntryPoint entry_point("muxCreateSemaphore");
const Create<mux_semaphore_t> create = muxCreateSemaphore;

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateSemaphore.rc01: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateSemaphore]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateSemaphore.rc02: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateSemaphore]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateSemaphore.rc03: makes a semaphore",
                 "[muxCreateSemaphore]") {
  check_success(*this, create, muxDestroySemaphore);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxCreateSemaphore.rc03: a semaphore knows its device",
                 "[muxCreateSemaphore]") {
  CHECK(make_semaphore()->device == device);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateSemaphore: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateSemaphore]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateSemaphore: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateSemaphore]") {
  check_out_of_memory(entry_point, *this, create, muxDestroySemaphore);
}

}  // namespace mux::test::mux_create_semaphore
