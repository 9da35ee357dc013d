#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;

TEST_CASE("muxbench lists its rows", "[muxbench]") {
  const ProcessResult result = run_process({MUX_TEST_MUXBENCH, "--list"});
  CHECK(result.exit_code == 0);
  std::set<std::string> names;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    names.insert(line.substr(0, line.find(' ')));
  }
  CHECK(names == std::set<std::string>{"dispatch_wait", "dispatch_wait_sleeping", "semaphore_hop",
                                       "chain_kernel", "chain_fill", "finalize", "linear_chain",
                                       "linear_fan", "linear_overlaps", "linear_buffers",
                                       "fan_out_in", "bandwidth_mix", "copy_1GiB"});
  const ProcessResult filtered = run_process({MUX_TEST_MUXBENCH, "--list", "^chain_f"});
  CHECK_THAT(filtered.output, Catch::StartsWith("chain_fill "));
  CHECK(std::count(filtered.output.begin(), filtered.output.end(), '\n') == 1);
}

TEST_CASE("muxbench rejects filters that match nothing or are invalid", "[muxbench]") {
  for (const char *filter : {"no_such_row", "("}) {
    const ProcessResult result = run_process({MUX_TEST_MUXBENCH, filter});
    INFO(filter << "\n" << result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, Catch::StartsWith("muxbench: "));
  }
}

TEST_CASE("muxbench prints JSON with the documented keys", "[muxbench]") {
  const ProcessResult result = run_process(
      {MUX_TEST_MUXBENCH, "--json", "--repetitions", "1", "--seconds", "0.001", "^chain_fill$"});
  INFO(result.output << result.errors);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  REQUIRE(rows.is_array());
  REQUIRE_FALSE(rows.empty());
  for (const nlohmann::json &row : rows) {
    CHECK(row.size() == 5);
    CHECK(row.at("name") == "chain_fill");
    CHECK_FALSE(row.at("yardstick").get<std::string>().empty());
    const double ours = row.at("ours_ns");
    const double yardstick = row.at("yardstick_ns");
    CHECK(ours > 0);
    CHECK(yardstick > 0);
    CHECK(row.at("ratio").get<double>() == Approx(yardstick / ours));
  }
  CHECK_THAT(result.errors, Catch::Contains("chain_fill"));
}

namespace {

const std::set<std::string> kernel_classes = {
    "triad",     "matmul",  "matmul_tiled", "nbody", "mandelbrot", "black_scholes", "reduction",
    "histogram", "stencil", "transpose",    "spmv",  "math_mix",   "scan",          "bitonic_sort"};

// Kernels with a general form for any work-group size.
const std::set<std::string> kernels_with_two_forms = {"matmul_tiled", "reduction", "histogram",
                                                      "transpose",    "scan",      "bitonic_sort"};

nlohmann::json kernels_json(const std::vector<std::string> &options) {
  std::vector<std::string> command = {MUX_TEST_MUXBENCH, "kernels", "--quick", "--json"};
  command.insert(command.end(), options.begin(), options.end());
  const ProcessResult result = run_process(command);
  INFO(result.output << result.errors);
  REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.output);
}

// Checks that a ratio is the other's time divided by Mux's, or null if one of them is.
void check_ratio(const nlohmann::json &ratio, const nlohmann::json &other,
                 const nlohmann::json &ours) {
  if (ours.is_null() || other.is_null()) {
    CHECK(ratio.is_null());
  } else {
    CHECK(ours.get<double>() > 0);
    CHECK(other.get<double>() > 0);
    CHECK(ratio.get<double>() == Approx(other.get<double>() / ours.get<double>()));
  }
}

}  // namespace

TEST_CASE("muxbench lists the kernels", "[muxbench]") {
  const ProcessResult result = run_process({MUX_TEST_MUXBENCH, "kernels", "--list"});
  CHECK(result.exit_code == 0);
  std::set<std::string> names;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    names.insert(line.substr(0, line.find(' ')));
  }
  CHECK(names == kernel_classes);
}

TEST_CASE("muxbench runs a kernel of each class on all runtimes, with the same results",
          "[muxbench]") {
  const nlohmann::json rows = kernels_json({});
  std::set<std::string> names;
  for (const nlohmann::json &row : rows) {
    INFO(row.dump(2));
    names.insert(row.at("name").get<std::string>());
    CHECK(row.size() == 16);
    CHECK_FALSE(row.at("size").get<std::string>().empty());
    CHECK(row.at("goal").get<double>() > 1);
    CHECK(row.at("ours_ns").get<double>() > 0);
    CHECK(row.at("general_ns").is_null() ==
          !kernels_with_two_forms.contains(row.at("name").get<std::string>()));
    check_ratio(row.at("ratio_general"), row.at("general_ns"), row.at("ours_ns"));
    check_ratio(row.at("ratio_opencl"), row.at("opencl_ns"), row.at("ours_ns"));
    check_ratio(row.at("ratio_cpp"), row.at("cpp_ns"), row.at("ours_ns"));
    check_ratio(row.at("ratio_copy"), row.at("copy_ns"), row.at("ours_ns"));
    CHECK(row.at("opencl_name").is_null() == row.at("opencl_ns").is_null());
    CHECK(row.at("cpp_name").is_null() == row.at("cpp_ns").is_null());
    // Without other runtimes nothing is compared.
    const bool alone = row.at("opencl_ns").is_null() && row.at("cpp_ns").is_null() &&
                       row.at("general_ns").is_null();
    CHECK(row.at("checked").get<bool>() == !alone);
    if (row.at("opencl_name") == "Portable Computing Language") {
      CHECK(row.at("goal_met").get<bool>() ==
            (row.at("ratio_opencl").get<double>() >= row.at("goal").get<double>()));
    } else {
      CHECK(row.at("goal_met").is_null());
    }
  }
  CHECK(names == kernel_classes);
}

TEST_CASE("muxbench runs hand-written kernels at the requested level", "[muxbench]") {
  // The best level was measured before.
  const std::string level = "x86-64-v3";
  const ProcessResult result =
      run_process({MUX_TEST_MUXBENCH, "kernels", "--quick", "--json", "--level", level});
  INFO(result.output << result.errors);
  if (result.exit_code == 2) {
    CHECK_THAT(result.errors, Catch::Contains("this machine cannot run code for " + level));
    return;
  }
  REQUIRE(result.exit_code == 0);
  for (const nlohmann::json &row : nlohmann::json::parse(result.output)) {
    INFO(row.dump(2));
    CHECK_THAT(row.at("cpp_name").get<std::string>(), Catch::Contains(level));
    CHECK(row.at("checked").get<bool>());
  }
}

TEST_CASE("muxbench runs kernels only on the requested runtime", "[muxbench]") {
  const nlohmann::json rows = kernels_json({"--runtime", "mux", "^(triad|scan)$"});
  REQUIRE(rows.size() == 2);
  for (const nlohmann::json &row : rows) {
    INFO(row.dump(2));
    CHECK(row.at("ours_ns").get<double>() > 0);
    CHECK(row.at("opencl_ns").is_null());
    CHECK(row.at("cpp_ns").is_null());
    CHECK(row.at("copy_ns").is_null());
    CHECK(row.at("checked").get<bool>() == kernels_with_two_forms.contains(row.at("name")));
  }
  for (const std::vector<std::string> &options :
       {std::vector<std::string>{"no_such_kernel"}, std::vector<std::string>{"("},
        std::vector<std::string>{"--runtime", "cuda"},
        std::vector<std::string>{"--level", "x86-64-v9"}}) {
    std::vector<std::string> command = {MUX_TEST_MUXBENCH, "kernels"};
    command.insert(command.end(), options.begin(), options.end());
    const ProcessResult result = run_process(command);
    INFO(options.front() << "\n" << result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, Catch::StartsWith("muxbench: "));
  }
}

TEST_CASE("muxbench runs plain kernels with all strategies, with the same results", "[muxbench]") {
  const ProcessResult result =
      run_process({MUX_TEST_MUXBENCH, "plain", "--quick", "--json", "^(control|private) [a-m]"});
  INFO(result.output << result.errors);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  CHECK(rows.size() > 5);
  for (const nlohmann::json &row : rows) {
    INFO(row.dump(2));
    CHECK(row.size() == 8);
    CHECK((row.at("kind") == "control" || row.at("kind") == "private"));
    CHECK_FALSE(row.at("name").get<std::string>().empty());
    const double vectorized = row.at("auto_ns").get<double>();
    const double others =
        std::min(row.at("loops_ns").get<double>(), row.at("scalar_ns").get<double>());
    CHECK(vectorized > 0);
    CHECK(others > 0);
    CHECK(row.at("ratio").get<double>() == Approx(vectorized / others));
    CHECK(row.at("ratio_of_estimate").get<double>() ==
          Approx(row.at("estimate_ns").get<double>() / others));
  }
}

TEST_CASE("muxbench measures mathematical functions", "[muxbench]") {
  const ProcessResult result = run_process(
      {MUX_TEST_MUXBENCH, "math", "--json", "--repetitions", "1", "--seconds", "0.001", "^fmod$"});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  const auto rows = nlohmann::json::parse(result.output);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["name"] == "fmod_float");
  CHECK(rows[1]["name"] == "fmod_double");
  for (const auto &row : rows) {
    CHECK(row["nanoseconds"]["mux"] > 0);
    CHECK(row["nanoseconds"]["libm"] > 0);
  }
}

TEST_CASE("muxbench measures kernels from SPIR-V, or reports missing programs", "[muxbench]") {
  std::vector<std::string> command = {MUX_TEST_MUXBENCH, "spirv", "--json", "--repetitions", "1",
                                      "--seconds",       "0.001", "^triad$"};
  const ProcessResult result = run_process(command);
  INFO(result.errors);
  if (result.exit_code == 0) {
    const auto rows = nlohmann::json::parse(result.output);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0]["name"] == "triad");
    CHECK(rows[0]["ratio"] > 0);
    CHECK(rows[0]["read_module_ns"] > 0);
    CHECK(rows[0]["equal"] == true);
  } else {
    CHECK_THAT(result.errors, Catch::Contains("clang-15 and llvm-spirv-15 are needed"));
  }
  command.insert(command.end(), {"--clang", "no-such-program"});
  const ProcessResult missing = run_process(command);
  CHECK(missing.exit_code == 2);
  CHECK_THAT(missing.errors, Catch::Contains("clang-15 and llvm-spirv-15 are needed"));
}

namespace {

// Checks that all figures of a start exist, and that the process takes longer than its stages.
void check_start(const nlohmann::json &start) {
  CHECK(start.size() == 6);
  double stages = 0;
  for (const char *key :
       {"devices_ns", "build_ns", "kernel_ns", "first_launch_ns", "next_launch_ns"}) {
    INFO(key);
    const double stage = start.at(key);
    CHECK(stage > 0);
    stages += stage;
  }
  CHECK(start.at("process_ns").get<double>() > stages);
}

// The build consists of parsing and the executable; passes are not part of it.
void check_stages_of_mux(const nlohmann::json &row) {
  const nlohmann::json &stages = row.at("stages");
  CHECK(stages.size() == 5);
  const double parse = stages.at("parse_ns");
  CHECK(parse > 0);
  CHECK(parse < row.at("cold").at("build_ns").get<double>());
  for (const char *key : {"vectorize_ns", "optimize_ns", "generate_ns"}) {
    INFO(key);
    CHECK(stages.at(key).get<double>() > 0);
  }
  const double load = stages.at("load_ns");
  CHECK(load >= 0);
  CHECK(load < row.at("cold").at("first_launch_ns").get<double>());
}

// Runs `muxbench start` with these folders for temporary files and for ICD files.
ProcessResult run_start(const std::string &temporary, const std::string &implementations,
                        const std::string &filter) {
  return run_process({"/usr/bin/env", "TMPDIR=" + temporary, "OCL_ICD_VENDORS=" + implementations,
                      MUX_TEST_MUXBENCH, "start", "--repetitions", "1", "--json", filter});
}

}  // namespace

TEST_CASE("muxbench measures the stages of program starts", "[muxbench]") {
  const mux::test::ScratchDirectory scratch;
  // Empty: the loader's default folder.
  const ProcessResult result = run_start(scratch.path(""), "", "^triad$");
  INFO(result.output << result.errors);
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.errors, Catch::Contains("process"));
  const nlohmann::json rows = nlohmann::json::parse(result.output);
  REQUIRE_FALSE(rows.empty());
  CHECK(rows.front().at("runtime") == "mux");
  for (const nlohmann::json &row : rows) {
    INFO(row.dump(2));
    CHECK(row.at("name") == "triad");
    check_start(row.at("cold"));
    check_start(row.at("warm"));
    if (row.at("runtime") == "mux") {
      CHECK(row.size() == 5);
      check_stages_of_mux(row);
    } else {
      CHECK(row.size() == 4);
    }
  }
  CHECK(std::filesystem::is_empty(scratch.path("")));
}

TEST_CASE("muxbench measures starts without other implementations", "[muxbench]") {
  const mux::test::ScratchDirectory scratch;
  const mux::test::ScratchDirectory implementations;
  implementations.write("absent.icd", "libno-such-implementation.so\n");
  std::vector<std::string> choices = {implementations.path(""), implementations.path("absent.icd"),
                                      implementations.path("no-such-folder")};
#ifdef MUX_TEST_ICD_FOLDER
  // Mux's own OpenCL is not another implementation.
  choices.emplace_back(MUX_TEST_ICD_FOLDER);
#endif
  for (const std::string &choice : choices) {
    const ProcessResult result = run_start(scratch.path(""), choice, "^triad$");
    INFO(choice << "\n" << result.output << result.errors);
    REQUIRE(result.exit_code == 0);
    CHECK(nlohmann::json::parse(result.output).size() == 1);
  }
}

TEST_CASE("muxbench reports why starts cannot be measured", "[muxbench]") {
  const mux::test::ScratchDirectory scratch;
  for (const char *filter : {"no_such_kernel", "("}) {
    const ProcessResult result = run_start(scratch.path(""), "", filter);
    INFO(filter << "\n" << result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, Catch::StartsWith("muxbench: "));
  }
  const ProcessResult homeless = run_start(scratch.path("no-such-folder"), "", "^triad$");
  CHECK(homeless.exit_code == 2);
  CHECK_THAT(homeless.errors, Catch::StartsWith("muxbench: no folder for temporary"));
  for (const char *request : {"nobody", "mux:no_such_kernel"}) {
    const ProcessResult result = run_process({MUX_TEST_MUXBENCH, "start", "--process", request});
    INFO(request << "\n" << result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, Catch::StartsWith("muxbench: "));
  }
}

TEST_CASE("muxbench lists the plain kernels and rejects filters that match none", "[muxbench]") {
  const ProcessResult list = run_process({MUX_TEST_MUXBENCH, "plain", "--list"});
  CHECK(list.exit_code == 0);
  std::set<std::string> kinds;
  std::istringstream lines(list.output);
  for (std::string line; std::getline(lines, line);) {
    kinds.insert(line.substr(0, line.find(' ')));
  }
  CHECK(kinds == std::set<std::string>{"memory", "integers", "floats", "control", "private",
                                       "vectors", "groups", "windows"});
  for (const char *filter : {"no_such_kernel", "("}) {
    const ProcessResult result = run_process({MUX_TEST_MUXBENCH, "plain", filter});
    INFO(result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, Catch::StartsWith("muxbench: "));
  }
}
