#include "fixtures.h"

namespace gallium_test::device_reset {

namespace {

mux_gallium_reset_status_e status_of(mux_gallium_context_t context) {
  auto status = mux_gallium_reset_unknown;
  succeed(muxGalliumGetDeviceResetStatus(context, &status));
  return status;
}

struct Report {
  int calls = 0;
  mux_gallium_reset_status_e status = mux_gallium_reset_none;
  std::thread::id thread;
};

void receive(void *user_data, mux_gallium_reset_status_e status) {
  auto &report = *static_cast<Report *>(user_data);
  ++report.calls;
  report.status = status;
  report.thread = std::this_thread::get_id();
}

}  // namespace

TEST_CASE("S30, S31, S35 get_device_reset_status: a reset is reported once") {
  Context context;
  CHECK(status_of(context) == mux_gallium_reset_none);
  for (const auto status : {mux_gallium_reset_innocent, mux_gallium_reset_guilty}) {
    Context own;
    succeed(muxGalliumInjectDeviceReset(own, status));
    CHECK(status_of(own) == status);
    CHECK(status_of(own) == mux_gallium_reset_none);
  }
  CHECK(status_of(context) == mux_gallium_reset_none);
  refuse(muxGalliumInjectDeviceReset(context, mux_gallium_reset_none), mux_error_invalid_value,
         "status");
}

TEST_CASE("S32 get_device_reset_status: the context is unusable, also after the report") {
  Context context;
  const Resource buffer(buffer_of(64));
  const Box box = bytes(0, 64);
  mux_gallium_transfer_t kept = nullptr;
  void *data = nullptr;
  succeed(muxGalliumTransferMap(context, buffer, 0, mux_gallium_map_write, &box, &kept, &data));
  succeed(muxGalliumInjectDeviceReset(context, mux_gallium_reset_guilty));
  for (int round = 0; round < 2; ++round) {
    constexpr uint32_t value = 1;
    refuse(muxGalliumClearBuffer(context, buffer, 0, 64, &value, 4), mux_error_failure, "reset");
    refuse(muxGalliumFlush(context, 0, nullptr), mux_error_failure, "reset");
    mux_gallium_transfer_t transfer = nullptr;
    refuse(muxGalliumTransferMap(context, buffer, 0, mux_gallium_map_read, &box, &transfer, &data),
           mux_error_failure, "reset");
    static_cast<void>(status_of(context));
  }
  succeed(muxGalliumTransferUnmap(context, kept));
  // Others are not affected.
  Context other;
  constexpr uint32_t value = 2;
  succeed(muxGalliumClearBuffer(other, buffer, 0, 64, &value, 4));
  CHECK(other.read_as<uint32_t>(buffer, 0, 1)[0] == 2);
}

TEST_CASE(
    "S33, S34, S31 set_device_reset_callback: called once, inside of a call for the context") {
  Context context;
  const Resource buffer(buffer_of(64));
  Report report;
  succeed(muxGalliumSetDeviceResetCallback(context, receive, &report));
  std::thread([&] { muxGalliumInjectDeviceReset(context, mux_gallium_reset_innocent); }).join();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(report.calls == 0);
  constexpr uint32_t value = 1;
  refuse(muxGalliumClearBuffer(context, buffer, 0, 64, &value, 4), mux_error_failure, "reset");
  CHECK(report.calls == 1);
  CHECK(report.status == mux_gallium_reset_innocent);
  CHECK(report.thread == std::this_thread::get_id());
  refuse(muxGalliumFlush(context, 0, nullptr), mux_error_failure, "reset");
  CHECK(report.calls == 1);
  // It was a report.
  CHECK(status_of(context) == mux_gallium_reset_none);
}

TEST_CASE("S33 set_device_reset_callback: not called after a report by status, nor once removed") {
  Report report;
  Context asked;
  succeed(muxGalliumSetDeviceResetCallback(asked, receive, &report));
  succeed(muxGalliumInjectDeviceReset(asked, mux_gallium_reset_guilty));
  CHECK(status_of(asked) == mux_gallium_reset_guilty);
  refuse(muxGalliumFlush(asked, 0, nullptr), mux_error_failure, "reset");
  Context removed;
  succeed(muxGalliumSetDeviceResetCallback(removed, receive, &report));
  succeed(muxGalliumSetDeviceResetCallback(removed, nullptr, nullptr));
  succeed(muxGalliumInjectDeviceReset(removed, mux_gallium_reset_guilty));
  refuse(muxGalliumFlush(removed, 0, nullptr), mux_error_failure, "reset");
  CHECK(report.calls == 0);
}

}  // namespace gallium_test::device_reset
