#include "muxbench/kernels_command.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <thread>

#include "common/command_line.h"
#include "muxbench/kernels_check.h"
#include "muxbench/kernels_report.h"
#include "muxbench/kernels_runner.h"

namespace mux::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The instruction set level for the hand-written kernels; nullptr if the machine supports none.
const ByHand *wanted_level(const std::string &name) {
  const std::vector<const ByHand *> levels = by_hand_levels();
  if (name.empty()) {
    return levels.empty() ? nullptr : levels.front();
  }
  for (const ByHand *each : levels) {
    if (name == each->level) {
      return each;
    }
  }
  throw mux::tools::UsageError("this machine cannot run code for " + name);
}

// Redirects PoCL's kernel cache to a temporary folder, so that earlier runs have no effect, unless
// the environment sets a folder.
class PoclCache {
 public:
  PoclCache() {
    if (std::getenv("POCL_CACHE_DIR") != nullptr) {
      return;
    }
    std::string name = (std::filesystem::temp_directory_path() / "muxbench-pocl-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) {
      directory_ = name;
      setenv("POCL_CACHE_DIR", name.c_str(), 1);
    }
  }
  PoclCache(const PoclCache &) = delete;
  PoclCache &operator=(const PoclCache &) = delete;
  ~PoclCache() {
    if (!directory_.empty()) {
      std::error_code ignored;
      std::filesystem::remove_all(directory_, ignored);
    }
  }

 private:
  std::filesystem::path directory_;
};

// All ways to run a workload: first the runners of Mux, then the OpenCL implementations, the
// hand-written kernel and the copy.
struct Runners {
  Runner *ours = nullptr;
  // The general form of the kernel, on Mux.
  Runner *general = nullptr;
  std::vector<Runner *> opencl;
  Runner *cpp = nullptr;
  Runner *copy = nullptr;
  std::vector<std::unique_ptr<Runner>> all;

  Runner *add(std::unique_ptr<Runner> runner) {
    all.push_back(std::move(runner));
    return all.back().get();
  }
};

Runners make_runners(const KernelClass &kernel, const Workload &workload,
                     const KernelsOptions &options, const std::vector<OpenClDevice> &devices) {
  const auto wanted = [&](const char *runtime) {
    return options.runtime.empty() || options.runtime == runtime;
  };
  Runners runners;
  if (wanted("mux")) {
    runners.ours = runners.add(
        make_mux_runner(kernel_class_source(kernel.name), "CL1.2", kernel.name, workload));
  }
  if (wanted("mux") && workload.general_local_memory) {
    runners.general =
        runners.add(make_mux_runner(kernel_class_source(kernel.name + "_general"), "CL1.2",
                                    kernel.name, workload, *workload.general_local_memory));
  }
  if (wanted("opencl")) {
    for (const OpenClDevice &device : devices) {
      runners.opencl.push_back(runners.add(make_opencl_runner(kernel.name, workload, device)));
    }
  }
  const ByHand *by_hand = wanted_level(options.level);
  if (wanted("cpp") && by_hand != nullptr) {
    runners.cpp = runners.add(make_by_hand_runner(workload, *by_hand));
  }
  // The copy is only of use in a comparison.
  if (workload.copied_bytes != 0 && (runners.cpp != nullptr || !runners.opencl.empty())) {
    runners.copy = runners.add(make_copy_runner(workload.copied_bytes));
  }
  return runners;
}

// Runs the workload once on each runner and compares the results pairwise. Returns the number of
// pairs that disagree, and prints the differences.
int count_disagreements(const KernelClass &kernel, const Workload &workload,
                        const std::vector<Runner *> &runners) {
  for (Runner *runner : runners) {
    runner->restore();
    runner->run();
    runner->rest();
  }
  int disagreements = 0;
  for (size_t array = 0; array < workload.arrays.size(); ++array) {
    const Array &checked = workload.arrays[array];
    if (!checked.tolerance) {
      continue;
    }
    std::vector<std::vector<std::byte>> results;
    results.reserve(runners.size());
    for (Runner *runner : runners) {
      results.push_back(runner->read(array));
    }
    for (size_t one = 0; one < runners.size(); ++one) {
      for (size_t other = one + 1; other < runners.size(); ++other) {
        const std::string wrong =
            compare_results(checked.element, *checked.tolerance, results[one], results[other]);
        if (!wrong.empty()) {
          ++disagreements;
          std::fprintf(stderr, "%s: %s and %s disagree in argument %zu: %s\n", kernel.name.c_str(),
                       runners[one]->name().c_str(), runners[other]->name().c_str(), array,
                       wrong.c_str());
        }
      }
    }
  }
  return disagreements;
}

// Runs until background compilation and the comparison of strategies, which start after some
// dispatches, have ended.
void warm_up(Runner &runner) {
  constexpr int least_runs = 20;
  constexpr std::chrono::seconds least_time(2);
  // Time limit, also if there were fewer runs.
  constexpr std::chrono::seconds max_warm_up_time(3);
  const Clock::time_point start = Clock::now();
  for (int runs = 0;; ++runs) {
    const Clock::duration passed = Clock::now() - start;
    if ((runs >= least_runs && passed >= least_time) || passed >= max_warm_up_time) {
      return;
    }
    runner.restore();
    runner.run();
  }
}

Contender contender(Runner &runner, bool restored) {
  return {runner.name(), [&runner, restored](benchmark::State &state) {
            // Let spinning threads of other runtimes fall asleep.
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            // Warm up threads and caches, which the previous contender used.
            runner.run();
            for (auto _ : state) {
              if (restored) {
                state.PauseTiming();
                runner.restore();
                state.ResumeTiming();
              }
              runner.run();
            }
            runner.rest();
          }};
}

// Nanoseconds of a run for each runner.
using Times = std::map<const Runner *, double>;

Times measure_runners(const Runners &runners, const Workload &workload,
                      const KernelsOptions &options) {
  std::vector<Contender> contenders;
  contenders.reserve(runners.all.size());
  for (const auto &runner : runners.all) {
    contenders.push_back(contender(*runner, workload.restored));
    if (!options.quick) {
      warm_up(*runner);
      runner->rest();
    }
  }
  const Effort effort = options.quick ? Effort{.repetitions = 1, .seconds = 1e-3} : options.effort;
  const std::vector<double> seconds = measure_in_turn(contenders, 0, effort);
  Times times;
  for (size_t index = 0; index < seconds.size(); ++index) {
    times[runners.all[index].get()] = seconds[index] * 1e9;
  }
  return times;
}

// The figures of a class, one entry for each OpenCL implementation.
std::vector<KernelFigures> figures_of(const KernelClass &kernel, const Runners &runners,
                                      const Times &times) {
  KernelFigures figures;
  figures.name = kernel.name;
  figures.size = kernel.size;
  figures.goal = kernel.goal;
  if (runners.ours != nullptr) {
    figures.ours_ns = times.at(runners.ours);
  }
  if (runners.general != nullptr) {
    figures.general_ns = times.at(runners.general);
  }
  if (runners.cpp != nullptr) {
    figures.cpp = Timing{runners.cpp->name(), times.at(runners.cpp)};
  }
  if (runners.copy != nullptr) {
    figures.copy_ns = times.at(runners.copy);
  }
  if (runners.opencl.empty()) {
    return {figures};
  }
  std::vector<KernelFigures> list;
  for (const Runner *each : runners.opencl) {
    figures.opencl = Timing{each->name(), times.at(each)};
    list.push_back(figures);
  }
  return list;
}

}  // namespace

std::vector<KernelClass> wanted_kernel_classes(const std::string &pattern) {
  std::vector<KernelClass> classes;
  for (auto part :
       {memory_kernel_classes, matrix_kernel_classes, math_kernel_classes, group_kernel_classes}) {
    for (KernelClass &each : part()) {
      classes.push_back(std::move(each));
    }
  }
  const std::regex filter(pattern);
  std::erase_if(classes,
                [&](const KernelClass &each) { return !std::regex_search(each.name, filter); });
  if (classes.empty()) {
    throw mux::tools::UsageError("no kernel matches '" + pattern + "'; see kernels --list");
  }
  return classes;
}

tools::ArgumentParser add_kernels_command(tools::ArgumentParser &program, KernelsOptions &options) {
  tools::ArgumentParser command = program.add_command(
      "kernels",
      "Compare one kernel of each class with OpenCL implementations and hand-written C++");
  command.add("filter", options.filter, "A regular expression: the kernels to measure");
  command.add_flag("--quick", options.quick,
                   "Small sizes and one repetition, to compare results; times are not meaningful");
  command.add("--runtime", options.runtime, "Measure only this runtime")
      .one_of({"mux", "opencl", "cpp"});
  command.add("--level", options.level, "Instruction set level of the hand-written kernels")
      .one_of({by_hand_x86_64_v3.level, by_hand_x86_64_v4.level});
  return command;
}

int run_kernels(const KernelsOptions &options) {
  const std::vector<KernelClass> classes = wanted_kernel_classes(options.filter);
  if (options.list) {
    for (const KernelClass &each : classes) {
      std::printf("%-24s %s\n", each.name.c_str(), each.size.c_str());
    }
    return mux::tools::exit_success;
  }
  const PoclCache cache;
  const std::vector<OpenClDevice> devices = find_opencl_devices();
  std::FILE *const table = options.json ? stderr : stdout;
  print_kernel_heading(table);
  std::vector<KernelFigures> all;
  int disagreements = 0;
  for (const KernelClass &kernel : classes) {
    const Workload workload = kernel.make(options.quick ? Scale::quick : Scale::full);
    const Runners runners = make_runners(kernel, workload, options, devices);
    std::vector<Runner *> compared;
    for (const auto &runner : runners.all) {
      if (runner.get() != runners.copy) {
        compared.push_back(runner.get());
      }
    }
    const int disagreeing = count_disagreements(kernel, workload, compared);
    disagreements += disagreeing;
    for (KernelFigures &figures :
         figures_of(kernel, runners, measure_runners(runners, workload, options))) {
      figures.checked = compared.size() > 1 && disagreeing == 0;
      print_kernel_line(table, figures);
      all.push_back(figures);
    }
  }
  if (!options.quick) {
    print_missed_goals(table, all);
  }
  if (options.json) {
    print_kernel_json(stdout, all);
  }
  return disagreements == 0 ? mux::tools::exit_success : mux::tools::exit_failure;
}

}  // namespace mux::bench
