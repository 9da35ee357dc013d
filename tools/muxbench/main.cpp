#include <cstdlib>
#include <regex>

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "muxbench/kernels_command.h"
#include "muxbench/math_command.h"
#include "muxbench/measure.h"
#include "muxbench/plain_command.h"
#include "muxbench/report.h"
#include "muxbench/spirv_command.h"
#include "muxbench/start/command.h"

namespace {

using namespace mux::bench;

std::vector<Row> all_rows() {
  std::vector<Row> rows = dispatch_rows();
  for (auto more : {chain_rows, parallel_rows}) {
    for (Row &row : more()) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

struct Options {
  std::string filter = ".*";
  bool json = false;
  bool list = false;
  Effort effort;
};

std::vector<Row> wanted_rows(const Options &options) {
  std::vector<Row> rows = all_rows();
  const std::regex filter(options.filter);
  std::erase_if(rows, [&](const Row &row) { return !std::regex_search(row.name, filter); });
  if (rows.empty()) {
    throw mux::tools::UsageError("no row matches '" + options.filter + "'; see --list");
  }
  return rows;
}

int run(const Options &options) {
  const std::vector<Row> rows = wanted_rows(options);
  if (options.list) {
    for (const Row &row : rows) {
      std::printf("%-24s per %s\n", row.name.c_str(), row.unit.c_str());
    }
    return 0;
  }
  const std::vector<OpenClDevice> opencl_devices = find_opencl_devices();
  std::vector<Comparison> comparisons;
  for (const Row &row : rows) {
    for (const Comparison &comparison : measure(row, row.set_up(opencl_devices), options.effort)) {
      comparisons.push_back(comparison);
      print_table_line(options.json ? stderr : stdout, comparison);
    }
  }
  if (options.json) {
    print_json(stdout, comparisons);
  }
  return 0;
}

}  // namespace

int main(int argc, char **argv) try {
  // The cost of compilation is measured too, and must not depend on previous runs.
  setenv("MUX_CACHE", "0", /*overwrite=*/0);
  mux::tools::ArgumentParser parser("Compares Mux with other ways to do the same work.",
                                    "muxbench");
  Options options;
  parser.add("filter", options.filter, "A regular expression: the rows to measure");
  parser.add_flag("--json", options.json, "Print JSON; the table goes to standard error");
  parser.add_flag("--list", options.list, "List the rows");
  parser
      .add("--repetitions", options.effort.repetitions,
           "Number of repetitions; results are their medians")
      .between(1, 1000);
  parser.add("--seconds", options.effort.seconds, "Duration of each repetition")
      .between(0.001, 60.0);
  KernelsOptions kernels;
  const mux::tools::ArgumentParser kernels_command = add_kernels_command(parser, kernels);
  PlainOptions plain;
  const mux::tools::ArgumentParser plain_command = add_plain_command(parser, plain);
  MathOptions math;
  const mux::tools::ArgumentParser math_command = add_math_command(parser, math);
  SpirvOptions spirv;
  const mux::tools::ArgumentParser spirv_command = add_spirv_command(parser, spirv);
  StartOptions start;
  const mux::tools::ArgumentParser start_command = add_start_command(parser, start);
  if (const auto exit_code = parser.parse(argc, argv)) {
    return *exit_code;
  }
  if (kernels_command.was_given()) {
    kernels.json = options.json;
    kernels.list = options.list;
    kernels.effort = options.effort;
    return run_kernels(kernels);
  }
  if (plain_command.was_given()) {
    plain.json = options.json;
    plain.list = options.list;
    plain.effort = options.effort;
    return run_plain(plain);
  }
  if (math_command.was_given()) {
    math.json = options.json;
    math.list = options.list;
    math.effort = options.effort;
    return run_math(math);
  }
  if (spirv_command.was_given()) {
    spirv.json = options.json;
    spirv.effort = options.effort;
    return run_spirv(spirv);
  }
  if (start_command.was_given()) {
    start.json = options.json;
    start.effort = options.effort;
    return run_start(start);
  }
  return run(options);
} catch (const std::regex_error &error) {
  return mux::tools::report("muxbench",
                            mux::tools::UsageError("the filter: " + std::string(error.what())));
} catch (const std::exception &error) {
  return mux::tools::report("muxbench", error);
}
