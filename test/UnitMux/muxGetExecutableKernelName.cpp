#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "fixtures.h"

namespace mux::test::mux_get_executable_kernel_name {

namespace {
constexpr EntryPoint entry_point("muxGetExecutableKernelName");
}

TEST_CASE_METHOD(KernelFixture, "muxGetExecutableKernelName: names every kernel",
                 "[muxGetExecutableKernelName]") {
  mux_executable_t executable = load(
      compile("kernel void blur() {}\nkernel void a_longer_name_1() {}\nkernel void z() {}\n"));
  std::set<std::string> names;
  for (uint64_t i = 0; i < 3; ++i) {
    const char *name = nullptr;
    REQUIRE(muxGetExecutableKernelName(executable, i, &name) == mux_success);
    names.insert(name);
  }
  CHECK(names == std::set<std::string>{"blur", "a_longer_name_1", "z"});
}

TEST_CASE_METHOD(KernelFixture, "muxGetExecutableKernelName: rejects invalid arguments",
                 "[muxGetExecutableKernelName]") {
  mux_executable_t executable = load(compile("kernel void k() {}"));
  const char *name = nullptr;
  for (mux_executable_t invalid : InvalidObjects<mux_executable_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxGetExecutableKernelName(invalid, 0, &name));
  }
  for (const uint64_t index : {uint64_t{1}, ~uint64_t{0}}) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetExecutableKernelName(executable, index, &name));
  }
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetExecutableKernelName(executable, 0, nullptr));
}

}  // namespace mux::test::mux_get_executable_kernel_name
