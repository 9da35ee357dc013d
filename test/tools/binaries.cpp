// Binaries made ahead of time: by muxcc, and by Clang's OpenCL frontend.

#include <catch2/catch.hpp>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

void check_kernels(const std::string &binary) {
  const ProcessResult triad = run_process(
      {MUX_TEST_MUXRUN, binary, "-k", "triad", "-g", "5", "-a", "buffer:float:5", "-a",
       "buffer:float:5:iota", "-a", "buffer:float:5:iota", "-a", "scalar:float:2", "--print", "0"});
  INFO(triad.errors);
  CHECK(triad.exit_code == 0);
  CHECK(triad.output == "0: 0 3 6 9 12\n");

  const ProcessResult reverse =
      run_process({MUX_TEST_MUXRUN, binary, "-k", "reverse", "-g", "6", "-l", "3", "-a",
                   "buffer:int:6:iota", "-a", "local:12", "--print", "0"});
  INFO(reverse.errors);
  CHECK(reverse.exit_code == 0);
  CHECK(reverse.output == "0: 2 1 0 5 4 3\n");

  const ProcessResult wrong =
      run_process({MUX_TEST_MUXRUN, binary, "-k", "triad", "-g", "5", "-a", "buffer:float:5", "-a",
                   "buffer:float:5", "-a", "buffer:float:5", "-a", "scalar:double:2"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.errors, Catch::Contains("is a value of 4 bytes"));
}

}  // namespace

TEST_CASE("muxrun runs what muxcc wrote", "[binaries]") {
  const ScratchDirectory scratch;
  const std::string binary = scratch.path("kernels.mux");
  const std::vector<std::string> ways[] = {
      {}, {"--native"}, {"-cl-std=CL1.2"}, {"--options", "-cl-std=CL3.0"}};
  for (const std::vector<std::string> &way : ways) {
    std::vector<std::string> command = {MUX_TEST_MUXCC, MUX_TEST_KERNELS};
    command.insert(command.end(), way.begin(), way.end());
    command.insert(command.end(), {"-o", binary});
    const ProcessResult result = run_process(command);
    INFO(result.errors);
    REQUIRE(result.exit_code == 0);
    check_kernels(binary);
  }
}

TEST_CASE("muxrun runs bitcode as Clang's OpenCL frontend writes it", "[binaries]") {
  const ScratchDirectory scratch;
  for (const char *level : {"-O0", "-O2"}) {
    const std::string binary = scratch.path(std::string("kernels") + level + ".bc");
    const ProcessResult result =
        run_process({MUX_TEST_CLANG, "-cl-std=CL3.0", "-target", "spir64", "-emit-llvm", "-c",
                     level, MUX_TEST_KERNELS, "-o", binary});
    INFO(level << result.errors);
    REQUIRE(result.exit_code == 0);
    check_kernels(binary);
  }
}
