// What muxcc shows of the kernel compiler.

#include <catch2/catch.hpp>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;

namespace {

ProcessResult compile_with(const std::vector<std::string> &options) {
  std::vector<std::string> command = {MUX_TEST_MUXCC, MUX_TEST_KERNELS};
  command.insert(command.end(), options.begin(), options.end());
  return run_process(command);
}

}  // namespace

TEST_CASE("muxcc prints a kernel before and after a pass", "[passes]") {
  const ProcessResult result =
      compile_with({"--print-before", "linearize", "--print-after", "linearize,widen"});
  CHECK(result.exit_code == 0);
  CHECK(result.output.empty());
  CHECK_THAT(result.errors, Catch::Contains("; before linearize: work_item.triad") &&
                                Catch::Contains("; after linearize: work_item.triad") &&
                                Catch::Contains("; after widen: "));
  CHECK_THAT(result.errors, !Catch::Contains("; after simplify"));
}

TEST_CASE("muxcc prints a kernel after all passes", "[passes]") {
  const ProcessResult result = compile_with({"--print-after", "all", "--explain"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, Catch::Contains("kernel triad: "));
  CHECK_THAT(result.errors,
             Catch::Contains("; after find_kernels: ") && Catch::Contains("; after emit_object: "));
}

TEST_CASE("muxcc stops after a pass", "[passes]") {
  const ProcessResult result =
      compile_with({"--print-after", "all", "--stop-after", "make_work_item_function"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.errors, Catch::Contains("; after make_work_item_function: ") &&
                                !Catch::Contains("; after split_at_barriers: "));
}

TEST_CASE("muxcc says how long passes take", "[passes]") {
  const ProcessResult result = compile_with({"--time-passes"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.errors,
             Catch::Contains("; passes of triad: ") && Catch::Contains(" x emit_object\n"));
}

TEST_CASE("muxcc refuses what is no pass", "[passes]") {
  for (const char *option : {"--print-before", "--print-after", "--stop-after"}) {
    CAPTURE(option);
    const ProcessResult result = compile_with({option, "linearise"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors,
               Catch::Contains("names 'linearise', which is no pass; the nearest is 'linearize'"));
  }
  const ProcessResult some = compile_with({"--print-after", "widen,,all"});
  CHECK(some.exit_code == 2);
  CHECK_THAT(some.errors, Catch::Contains("names '', which is no pass"));
}
