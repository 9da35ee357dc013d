#include "entry_point.h"

#include <mux/target.h>

#include <catch2/catch.hpp>
#include <string>

namespace mux::test {

void EntryPoint::fails(mux_result_t expected, mux_result_t result,
                       std::source_location where) const {
  fails_because("", expected, result, where);
}

void EntryPoint::fails_because(std::string_view reason, mux_result_t expected, mux_result_t result,
                               std::source_location where) const {
  const std::string message = muxGetLastErrorMessage();
  INFO("checked at " << where.file_name() << ":" << where.line());
  INFO("last error message: " << message);
  CHECK(result == expected);
  CHECK(message.find(name_) != std::string::npos);
  INFO("the reason expected: " << reason);
  CHECK(message.find(reason) != std::string::npos);
  // So that the next check does not see an old message.
  muxSetLastErrorMessage("");
}

std::array<mux_allocator_info_t, 3> invalid_allocators(mux_allocator_info_t valid) {
  mux_allocator_info_t without_alloc = valid;
  without_alloc.alloc = nullptr;
  mux_allocator_info_t without_free = valid;
  without_free.free = nullptr;
  return {without_alloc, without_free, no_allocator};
}

}  // namespace mux::test
