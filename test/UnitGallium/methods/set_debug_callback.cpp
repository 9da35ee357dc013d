#include "fixtures.h"

namespace gallium_test::set_debug_callback {

TEST_CASE("F29 set_debug_callback: errors of calls arrive, until another receiver is set") {
  Context context;
  std::vector<std::string> messages;
  const mux_gallium_debug_sink_t sink = {
      [](void *user_data, mux_gallium_debug_type_e type, const char *text) {
        if (type == mux_gallium_debug_error) {
          static_cast<std::vector<std::string> *>(user_data)->emplace_back(text);
        }
      },
      &messages, false};
  succeed(muxGalliumSetDebugCallback(context, &sink));
  refuse(muxGalliumMemoryBarrier(context, ~0U), mux_error_invalid_value, "unknown");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].find("unknown") != std::string::npos);
  succeed(muxGalliumMemoryBarrier(context, 0));
  CHECK(messages.size() == 1);
  succeed(muxGalliumSetDebugCallback(context, nullptr));
  refuse(muxGalliumMemoryBarrier(context, ~0U), mux_error_invalid_value, "unknown");
  CHECK(messages.size() == 1);
}

}  // namespace gallium_test::set_debug_callback
