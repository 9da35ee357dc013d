// Functions of the fixtures that need the compiler.

#include <mux/compiler.h>
#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "fixtures.h"

namespace mux::test {

std::string compile(std::string_view source, const char *options, mux_compile_output_e output) {
  CountingAllocator counter;
  mux_compile_info_t info{};
  info.source = source.data();
  info.source_length = source.size();
  info.options = options;
  info.output = output;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, counter.info(), &compilation);
  const std::string log = muxGetCompilationLog(compilation);
  std::string binary;
  if (result == mux_success) {
    binary.assign(static_cast<const char *>(muxGetCompilationBinary(compilation)),
                  muxGetCompilationBinaryLength(compilation));
  }
  muxDestroyCompilation(compilation, counter.info());
  INFO("build log:\n" << log);
  REQUIRE(result == mux_success);
  REQUIRE(counter.live() == 0);
  return binary;
}

mux_kernel_t KernelFixture::build(std::string_view source, const char *name, const char *options) {
  return make_kernel(load(compile(source, options)), name);
}

std::string KernelFixture::kernel_refusal(std::string_view source, const char *name,
                                          const char *options) {
  mux_executable_t executable = load(compile(source, options));
  const int64_t live = counter.live();
  mux_kernel_t kernel = nullptr;
  CHECK(muxCreateKernel(device, executable, name, std::strlen(name), allocator, &kernel) ==
        mux_error_invalid_binary);
  std::string message = muxGetLastErrorMessage();
  CHECK(kernel == nullptr);
  CHECK(counter.live() == live);
  return message;
}

}  // namespace mux::test
