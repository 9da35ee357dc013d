#include <mux/extensions.h>
#include <mux/target.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "../run_in_threads.h"
#include "fixtures.h"

namespace mux::test::mux_get_last_error_message {

TEST_CASE("muxGetLastErrorMessage: never null, empty on a thread where nothing failed",
          "[muxGetLastErrorMessage]") {
  const auto lengths = run_in_threads([](unsigned) {
    const char *message = muxGetLastErrorMessage();
    return message == nullptr ? SIZE_MAX : std::strlen(message);
  });
  CHECK(all_zero(lengths));
}

TEST_CASE("muxGetLastErrorMessage: each thread has its own text", "[muxGetLastErrorMessage]") {
  const auto failures = run_in_threads([](unsigned thread) {
    int failed = 0;
    for (int i = 0; i < 100; ++i) {
      if (thread % 2 == 0) {
        muxResetFence(nullptr);
      } else {
        muxResetSemaphore(nullptr);
      }
      const char *expected = thread % 2 == 0 ? "muxResetFence" : "muxResetSemaphore";
      failed += std::strstr(muxGetLastErrorMessage(), expected) == nullptr;
    }
    return failed;
  });
  CHECK(all_zero(failures));
}

TEST_CASE("muxGetLastErrorMessage: a long text is truncated", "[muxGetLastErrorMessage]") {
  const std::string text(5000, 'x');
  muxSetLastErrorMessage(text.c_str());
  CHECK(std::strlen(muxGetLastErrorMessage()) == 511);
  muxSetLastErrorMessage("");
  CHECK(std::strlen(muxGetLastErrorMessage()) == 0);
}

TEST_CASE_METHOD(DeviceFixture, "muxGetLastErrorMessage: has the reason of a failure",
                 "[muxGetLastErrorMessage]") {
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(device, 0, allocator, &buffer) == mux_error_invalid_value);
  const std::string message = muxGetLastErrorMessage();
  CHECK(message.find("muxCreateBuffer") != std::string::npos);
  CHECK(message.find("size") != std::string::npos);
}

}  // namespace mux::test::mux_get_last_error_message
