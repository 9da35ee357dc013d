#include <algorithm>
#include <catch2/catch.hpp>
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
                                       "chain_kernel", "chain_fill", "finalize", "fan_out_in",
                                       "bandwidth_mix", "copy_1GiB"});
  const ProcessResult filtered = run_process({MUX_TEST_MUXBENCH, "--list", "^chain_f"});
  CHECK_THAT(filtered.output, Catch::StartsWith("chain_fill "));
  CHECK(std::count(filtered.output.begin(), filtered.output.end(), '\n') == 1);
}

TEST_CASE("muxbench refuses filters that match nothing or are none", "[muxbench]") {
  for (const char *filter : {"no_such_row", "("}) {
    const ProcessResult result = run_process({MUX_TEST_MUXBENCH, filter});
    INFO(filter << "\n" << result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, Catch::StartsWith("muxbench: "));
  }
}

TEST_CASE("muxbench prints JSON with the keys that are documented", "[muxbench]") {
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
