#include "muxbench/start/command.h"

#include <algorithm>
#include <vector>

#include "common/command_line.h"
#include "muxbench/kernels_command.h"
#include "muxbench/scratch_folder.h"
#include "muxbench/start/report.h"
#include "muxbench/start/request.h"
#include "muxbench/start/runtimes.h"

namespace mux::bench {
namespace {

// Measurements of a kernel on one runtime, one for each repetition.
struct Collected {
  std::vector<Start> cold;
  std::vector<Start> warm;
  std::vector<CompileStages> stages;
  bool has_failed = false;
};

// Environment that redirects the caches of all implementations to the folder.
EnvironmentChanges caches_in(const ScratchFolder &folder) {
  return {{"MUX_CACHE", "1"},
          {"MUX_CACHE_DIR", folder.path("mux")},
          {"POCL_CACHE_DIR", folder.path("pocl")},
          {"XDG_CACHE_HOME", folder.path("others")}};
}

// Combines pass times, measured in a separate process, with launch times of this process.
CompileStages stages_of(const Start &cold, CompileStages passes) {
  const double compiling = passes.vectorize_ns + passes.optimize_ns + passes.generate_ns;
  passes.parse_ns = cold.parse_ns;
  passes.load_ns = std::max(0.0, cold.first_launch_ns - cold.next_launch_ns - compiling);
  return passes;
}

void measure_once(const StartRuntime &runtime, const std::string &kernel, Collected &collected) {
  const ScratchFolder folder("start-cache");
  const EnvironmentChanges caches = caches_in(folder);
  const Start cold = request_start(runtime, kernel, "cold", caches);
  const Start warm = request_start(runtime, kernel, "warm", caches);
  if (runtime.is_mux) {
    collected.stages.push_back(stages_of(cold, request_passes(runtime, kernel)));
  }
  collected.cold.push_back(cold);
  collected.warm.push_back(warm);
}

// A failure of Mux is an error; other runtimes are skipped.
void measure_or_report(const StartRuntime &runtime, const std::string &kernel,
                       Collected &collected) {
  try {
    measure_once(runtime, kernel, collected);
  } catch (const ProcessError &error) {
    if (runtime.is_mux) {
      throw;
    }
    collected.has_failed = true;
    std::fprintf(stderr, "%s\n", error.what());
  }
}

// In turn, because the speed of a shared machine drifts.
std::vector<StartRow> measure_kernel_starts(const std::string &kernel,
                                            const std::vector<StartRuntime> &runtimes,
                                            int repetitions) {
  std::vector<Collected> all(runtimes.size());
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (size_t index = 0; index < runtimes.size(); ++index) {
      if (!all[index].has_failed) {
        measure_or_report(runtimes[index], kernel, all[index]);
      }
    }
  }
  std::vector<StartRow> rows;
  for (size_t index = 0; index < runtimes.size(); ++index) {
    const Collected &each = all[index];
    if (!each.has_failed) {
      rows.push_back(
          {.name = kernel,
           .runtime = runtimes[index].name,
           .cold = median_of(each.cold),
           .warm = median_of(each.warm),
           .stages = each.stages.empty() ? std::nullopt : std::optional(median_of(each.stages))});
    }
  }
  return rows;
}

}  // namespace

tools::ArgumentParser add_start_command(tools::ArgumentParser &program, StartOptions &options) {
  tools::ArgumentParser command = program.add_command(
      "start",
      "Compare the time from program start to the first result with OpenCL implementations");
  command.add("filter", options.filter, "A regular expression: the kernels to measure");
  command.add("--process", options.process, "The request of another muxbench").hidden();
  return command;
}

int run_start(const StartOptions &options) {
  if (!options.process.empty()) {
    return answer_request(options.process);
  }
  const std::vector<KernelClass> classes = wanted_kernel_classes(options.filter);
  const ScratchFolder vendors("start-vendors");
  const std::vector<StartRuntime> runtimes = find_runtimes(vendors);
  std::FILE *const table = options.json ? stderr : stdout;
  print_start_heading(table);
  std::vector<StartRow> all;
  for (const KernelClass &kernel : classes) {
    for (StartRow &row : measure_kernel_starts(kernel.name, runtimes, options.effort.repetitions)) {
      print_start_row(table, row);
      all.push_back(std::move(row));
    }
  }
  print_start_means(table, all);
  if (options.json) {
    print_start_json(stdout, all);
  }
  return mux::tools::exit_success;
}

}  // namespace mux::bench
