// Output of muxcc about passes of the kernel compiler.

#include <catch2/catch.hpp>
#include <regex>
#include <sstream>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

ProcessResult compile_with(const std::vector<std::string> &options) {
  std::vector<std::string> command = {MUX_TEST_MUXCC, MUX_TEST_KERNELS};
  command.insert(command.end(), options.begin(), options.end());
  return run_process(command);
}

/// Returns the indented lines of a document that follow a line, without the indentation.
std::string indented_block_after(const std::string &document, const std::string &line) {
  const size_t at = document.find(line + "\n\n");
  REQUIRE(at != std::string::npos);
  std::istringstream lines(document.substr(at + line.size() + 2));
  std::string block;
  for (std::string text; std::getline(lines, text) && text.starts_with("    ");) {
    block += text.substr(4) + "\n";
  }
  REQUIRE_FALSE(block.empty());
  return block;
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

TEST_CASE("muxcc prints the times of passes", "[passes]") {
  const ProcessResult result = compile_with({"--time-passes"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.errors,
             Catch::Contains("; passes of triad: ") && Catch::Contains(" x emit_object\n"));
}

TEST_CASE("muxcc explains what the vectorizer considered", "[passes]") {
  const ProcessResult result = compile_with({"--explain", "--cpu", "x86-64-v3"});
  CHECK(result.exit_code == 0);
  const auto explains = [&](const std::string &lines) {
    INFO(lines);
    CHECK(std::regex_search(result.output, std::regex(lines)));
  };
  const std::string number = "[0-9]+\\.[0-9][0-9]( and spills)?";
  const auto costs = [&](const std::string &scalar, const std::string &of_8) {
    return "estimated cost per work-item: scalar: " + number + scalar +
           ", packets of 2: " + number + ", packets of 4: " + number + ", packets of 8: " + number +
           of_8 + "\n";
  };
  const std::string chosen = " \\(chosen\\)";
  const std::string factor =
      "vectorization factor: 8 \\(elements of 32 bits in vectors of 256\\), "
      "interleave count: [0-9]+\n";
  explains("kernel triad: packets of [0-9]+ x 1 work-items\n  " + costs("", chosen) + "  " +
           factor + "kernel where: ");
  explains("kernel add_vector: one work-item at a time: [^\n]*\n  " + costs(chosen, "") +
           "kernel scale_halves: ");
  explains("\n  region 1 of 2: " + costs("", chosen) + "  region 1 of 2: " + factor +
           "  region 2 of 2: " + costs("", chosen) + "  region 2 of 2: " + factor);
  // Alternatives that are not considered have no estimate.
  CHECK_THAT(result.output, Catch::Contains("kernel say: one work-item at a time: it prints") &&
                                Catch::EndsWith("order of work-items\n"));
}

TEST_CASE("muxcc explains the form of each access as the document shows", "[passes]") {
  const std::string document = mux::test::read_file(MUX_TEST_VECTORIZER_DOCUMENT);
  const ScratchDirectory scratch;
  const std::string source =
      scratch.write("lookup.cl", indented_block_after(document, "For this source,"));
  const ProcessResult result =
      run_process({MUX_TEST_MUXCC, "-g", source, "--explain=accesses", "--cpu", "x86-64-v3"});
  CHECK(result.exit_code == 0);
  CHECK(result.output ==
        indented_block_after(document,
                             "`muxcc -g FILE.cl --explain=accesses --cpu x86-64-v3` prints:"));
}

TEST_CASE("muxcc explains accesses only if asked", "[passes]") {
  CHECK_THAT(compile_with({"--explain"}).output, !Catch::Contains("store of float"));
  const ProcessResult result = compile_with({"--explain=accesses"});
  CHECK_THAT(result.output, Catch::Contains("store of float, align 4, argument 0, "));
  const ProcessResult unknown = compile_with({"--explain=everything"});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.errors, Catch::Contains("everything"));
}

TEST_CASE("muxcc fails if the explanation cannot be written", "[passes]") {
  const ProcessResult result =
      run_process({"/bin/sh", "-c", MUX_TEST_MUXCC " --explain " MUX_TEST_KERNELS " > /dev/full"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, Catch::Contains("cannot write to standard output"));
}

TEST_CASE("muxcc explains costs only with --explain", "[passes]") {
  const ScratchDirectory scratch;
  const std::string binary = scratch.path("out.mux");
  REQUIRE(run_process({MUX_TEST_MUXCC, MUX_TEST_KERNELS, "--native", "-o", binary}).exit_code == 0);
  CHECK(mux::test::read_file(binary).find("estimated cost") == std::string::npos);
}

TEST_CASE("muxcc rejects unknown passes", "[passes]") {
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
