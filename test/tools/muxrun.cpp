#include <catch2/catch.hpp>
#include <cstring>
#include <regex>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

ProcessResult muxrun(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {MUX_TEST_MUXRUN, MUX_TEST_KERNELS});
  return run_process(arguments);
}

void check_output(const ProcessResult &result, const std::string &expected) {
  INFO(result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.output == expected);
}

}  // namespace

TEST_CASE("muxrun runs triad and prints the result", "[muxrun]") {
  check_output(
      muxrun({"-k", "triad", "-g", "8", "-a", "buffer:float:8", "-a", "buffer:float:8:iota", "-a",
              "buffer:float:8:iota", "-a", "scalar:float:0.5", "--print", "0", "--print", "1:3"}),
      "0: 0 1.5 3 4.5 6 7.5 9 10.5\n1: 0 1 2\n");
}

TEST_CASE("muxrun prints the output of kernels", "[muxrun]") {
  check_output(muxrun({"-k", "say", "-g", "2", "-l", "2", "-a", "scalar:int:255"}),
               "0 says 0xff\n1 says 0xff\n");
}

TEST_CASE("muxrun saves raw bytes and reads them again", "[muxrun]") {
  const ScratchDirectory scratch;
  const std::string saved = scratch.path("with:a colon=and more.bin");
  const ProcessResult first =
      muxrun({"-k", "triad", "-g", "1000", "-a", "buffer:float:1000", "-a",
              "buffer:float:1000:random=7", "-a", "buffer:float:1000:iota", "-a", "scalar:float:3",
              "--save", "0=" + saved, "--save", "1=" + scratch.path("b")});
  check_output(first, "");
  const std::string a = mux::test::read_file(saved);
  const std::string b = mux::test::read_file(scratch.path("b"));
  REQUIRE(a.size() == 4000);
  REQUIRE(b.size() == 4000);
  size_t wrong = 0;
  for (size_t i = 0; i < 1000; ++i) {
    float sum = 0;
    float addend = 0;
    std::memcpy(&sum, a.data() + i * 4, 4);
    std::memcpy(&addend, b.data() + i * 4, 4);
    const float expected = addend + 3.0f * static_cast<float>(i);
    wrong += addend < 0 || addend >= 1 || std::abs(sum - expected) > 1e-3f ? 1 : 0;
  }
  CHECK(wrong == 0);

  // b = a - 3 c, except for rounding.
  const ProcessResult second =
      muxrun({"-k", "triad", "-g", "1000", "-a", "buffer:float:1000", "-a",
              "buffer:float:1000:file=" + saved, "-a", "buffer:float:1000:zero", "-a",
              "scalar:float:3", "--save", "0=" + scratch.path("copy")});
  check_output(second, "");
  CHECK(mux::test::read_file(scratch.path("copy")) == a);
}

TEST_CASE("muxrun fills buffers with the same random values for the same seed", "[muxrun]") {
  const auto values = [](const std::string &content) {
    const ProcessResult result =
        muxrun({"-k", "count_runs", "-g", "1", "-a", "buffer:int:16:" + content, "--print", "0"});
    CHECK(result.exit_code == 0);
    return result.output;
  };
  CHECK(values("random=1") == values("random=1"));
  CHECK(values("random=1") != values("random=2"));
  CHECK(values("random") == values("random=0"));
}

TEST_CASE("muxrun takes three dimensions, a work-group size and an offset", "[muxrun]") {
  check_output(muxrun({"-k", "where", "-g", "3,2,2", "-l", "2,1,2", "-o", "1,2,3", "-a",
                       "buffer:int:12", "--print", "0"}),
               "0: 30201 30202 30203 30301 30302 30303 40201 40202 40203 40301 40302 40303\n");
}

TEST_CASE("muxrun passes local memory", "[muxrun]") {
  check_output(muxrun({"-k", "reverse", "-g", "8", "-l", "4", "-a", "buffer:int:8:iota", "-a",
                       "local:16", "--print", "0"}),
               "0: 3 2 1 0 7 6 5 4\n");
}

TEST_CASE("muxrun passes vectors, by component or the same for all", "[muxrun]") {
  check_output(muxrun({"-k", "add_vector", "-g", "2", "-a", "buffer:float4:2:iota", "-a",
                       "scalar:float4:0.5,1,-2,1e3", "--print", "0"}),
               "0: (0.5,2,0,1003) (4.5,6,4,1007)\n");
  check_output(muxrun({"-k", "add_vector", "-g", "2", "-a", "buffer:float:8:iota", "-a",
                       "scalar:float4:1", "--print", "0"}),
               "0: 1 2 3 4 5 6 7 8\n");
}

TEST_CASE("muxrun passes small and large integers", "[muxrun]") {
  check_output(
      muxrun({"-k", "add_bytes", "-g", "3", "-a", "buffer:uchar:3:iota", "-a", "scalar:uchar:255",
              "-a", "scalar:long:-9223372036854775808", "--print", "0"}),
      "0: 255 0 1\n");
}

TEST_CASE("muxrun passes and prints halves", "[muxrun]") {
  check_output(muxrun({"-k", "scale_halves", "-g", "3", "-a", "buffer:half:3:iota", "-a",
                       "scalar:half2:0,0.1", "--print", "0"}),
               "0: 0 0.1 0.2\n");
}

TEST_CASE("muxrun passes a null buffer", "[muxrun]") {
  check_output(
      muxrun({"-k", "is_null", "-g", "1", "-a", "buffer:int:1", "-a", "null", "--print", "0"}),
      "0: 1\n");
}

TEST_CASE("muxrun passes macros and build options on", "[muxrun]") {
  check_output(muxrun({"-k", "defined_value", "-g", "2", "-a", "buffer:int:2", "--define",
                       "VALUE=(40 + 2)", "--options", "-cl-std=CL1.2 -DUNUSED", "--print", "0"}),
               "0: 42 42\n");
}

TEST_CASE("muxrun repeats runs and prints their times", "[muxrun]") {
  const ProcessResult result = muxrun(
      {"-k", "count_runs", "-g", "10", "-a", "buffer:int:1", "--repeat", "7", "--print", "0"});
  INFO(result.output << result.errors);
  CHECK(result.exit_code == 0);
  const std::regex line(
      "0: 70\n"
      "dispatch min [0-9.]+ us, median [0-9.]+ us, max [0-9.]+ us over 7\n");
  CHECK(std::regex_match(result.output, line));
}

TEST_CASE("muxrun chooses a work-group size no larger than the global size", "[muxrun]") {
  const ProcessResult result =
      muxrun({"-k", "local_sizes", "-g", "3", "-a", "buffer:int:3", "--print", "0:1"});
  INFO(result.output << result.errors);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, Catch::Matches("0: [123]\n"));
}

TEST_CASE("muxrun --help", "[muxrun]") {
  const ProcessResult result = run_process({MUX_TEST_MUXRUN, "--help"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, Catch::Contains("buffer:TYPE:COUNT") && Catch::Contains("--repeat"));
}
