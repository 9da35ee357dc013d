#include "muxbench/plain_command.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "muxbench/kernels_check.h"
#include "muxbench/kernels_runner.h"
#include "muxbench/plain_kernels.h"

namespace mux::bench {
namespace {

// Ratios above this to the faster of the non-vectorized strategies are listed; smaller ones are
// within the noise of a busy machine.
constexpr double listed_ratio = 1.1;

// Values of MUX_VECTOR_WIDTH.
enum Strategy : uint8_t { automatic, estimate, loops, scalar };
constexpr std::array<const char *, 4> strategies = {"auto", "estimate", "loops", "scalar"};

// Warm-up runs. Outside of tests: enough for all comparisons of strategies, most of which are two
// with some 30 dispatches each, unless a kernel runs for long.
constexpr int min_warm_up_runs = 2;
constexpr int max_warm_up_runs = 100;
constexpr double seconds_before = 0.5;

struct PlainFigures {
  const PlainKernel *kernel = nullptr;
  // Indexed by strategy.
  std::array<double, strategies.size()> nanoseconds = {};

  // The time relative to the faster of the non-vectorized strategies.
  double ratio_of(Strategy strategy) const {
    return nanoseconds[strategy] / std::min(nanoseconds[loops], nanoseconds[scalar]);
  }
  double ratio() const { return ratio_of(automatic); }
  double ratio_of_estimate() const { return ratio_of(estimate); }
};

std::vector<const PlainKernel *> wanted_kernels(const std::string &pattern) {
  const std::regex filter(pattern);
  std::vector<const PlainKernel *> kernels;
  for (const PlainKernel &each : plain_kernels()) {
    if (std::regex_search(std::string(each.kind) + ' ' + each.name, filter)) {
      kernels.push_back(&each);
    }
  }
  if (kernels.empty()) {
    throw mux::tools::UsageError("no kernel matches '" + pattern + "'; see plain --list");
  }
  return kernels;
}

// The runner for one strategy, with all code that it will use. Code is generated while the
// environment selects the strategy: the first dispatch waits for code specialized for the local
// size, the second for specialization by argument values, the third for another strategy, which
// then is tried.
std::unique_ptr<Runner> make_runner(const PlainKernel &kernel, const Workload &workload,
                                    const char *strategy, Scale scale) {
  setenv("MUX_SPECIALIZE", "at-once", 1);
  setenv("MUX_VECTOR_WIDTH", strategy, 1);
  std::unique_ptr<Runner> runner =
      make_mux_runner(kernel_class_source(kernel.source()), "CL3.0", kernel.name, workload);
  const int most_runs = scale == Scale::quick ? min_warm_up_runs : max_warm_up_runs;
  const auto start = std::chrono::steady_clock::now();
  for (int run = 0; run < most_runs; ++run) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (run >= min_warm_up_runs && time.count() > seconds_before) {
      break;
    }
    runner->run();
  }
  return runner;
}

class StrategiesToRun {
 public:
  StrategiesToRun(const PlainKernel &kernel, Scale scale)
      : kernel_(kernel), workload_(plain_workload(kernel, scale)) {
    for (const char *strategy : strategies) {
      runners_.push_back(make_runner(kernel, workload_, strategy, scale));
    }
  }

  // Prints the differences of results. Returns whether there are none.
  bool agree() {
    std::vector<std::vector<std::byte>> results;
    for (const auto &runner : runners_) {
      runner->restore();
      runner->run();
      results.push_back(runner->read(1));
    }
    bool all_agree = true;
    for (size_t strategy = 1; strategy < strategies.size(); ++strategy) {
      const std::string wrong = compare_results(Element::uint8, {}, results[0], results[strategy]);
      if (!wrong.empty()) {
        std::fprintf(stderr, "%s: %s and %s disagree: %s\n", kernel_.name, strategies[0],
                     strategies[strategy], wrong.c_str());
        all_agree = false;
      }
    }
    return all_agree;
  }

  PlainFigures measure(const Effort &effort) {
    std::vector<Contender> contenders;
    for (const auto &each : runners_) {
      contenders.push_back({each->name(), [&runner = *each](benchmark::State &state) {
                              // Warms up the caches, which the previous contender used.
                              runner.run();
                              for (auto _ : state) {
                                runner.run();
                              }
                              runner.rest();
                            }});
    }
    const std::vector<double> seconds = measure_in_turn(contenders, 0, effort);
    PlainFigures figures;
    figures.kernel = &kernel_;
    for (size_t strategy = 0; strategy < strategies.size(); ++strategy) {
      figures.nanoseconds[strategy] = seconds[strategy] * 1e9;
    }
    return figures;
  }

 private:
  const PlainKernel &kernel_;
  const Workload workload_;
  std::vector<std::unique_ptr<Runner>> runners_;
};

void print_line(std::FILE *out, const PlainFigures &figures) {
  std::fprintf(out, "%-9s %-28s", figures.kernel->kind, figures.kernel->name);
  for (const double nanoseconds : figures.nanoseconds) {
    std::fprintf(out, " %10.1f", nanoseconds * 1e-3);
  }
  std::fprintf(out, " %8.2f %8.2f%s\n", figures.ratio(), figures.ratio_of_estimate(),
               figures.ratio() > listed_ratio ? " slower" : "");
  std::fflush(out);
}

void print_summary(std::FILE *out, const std::vector<PlainFigures> &all) {
  double logarithms = 0;
  size_t slower = 0;
  size_t slower_as_estimated = 0;
  for (const PlainFigures &each : all) {
    logarithms += std::log(each.ratio());
    slower += each.ratio() > listed_ratio ? 1 : 0;
    slower_as_estimated += each.ratio_of_estimate() > listed_ratio ? 1 : 0;
  }
  std::fprintf(
      out,
      "%zu kernels, geometric mean %.2f; %zu more than %.1f times as slow, %zu before both "
      "strategies were tried\n",
      all.size(), std::exp(logarithms / static_cast<double>(all.size())), slower, listed_ratio,
      slower_as_estimated);
}

void print_json(const std::vector<PlainFigures> &all) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PlainFigures &each : all) {
    nlohmann::ordered_json row = {{"kind", each.kernel->kind}, {"name", each.kernel->name}};
    for (size_t strategy = 0; strategy < strategies.size(); ++strategy) {
      row[std::string(strategies[strategy]) + "_ns"] = each.nanoseconds[strategy];
    }
    row["ratio"] = each.ratio();
    row["ratio_of_estimate"] = each.ratio_of_estimate();
    list.push_back(row);
  }
  std::printf("%s\n", list.dump(2).c_str());
}

}  // namespace

tools::ArgumentParser add_plain_command(tools::ArgumentParser &program, PlainOptions &options) {
  tools::ArgumentParser command = program.add_command(
      "plain",
      "Compare small kernels vectorized, as loops over work-items, and one work-item at a time");
  command.add("filter", options.filter,
              "A regular expression for 'kind name': the kernels to measure");
  command.add_flag(
      "--quick", options.quick,
      "A few work-groups and one repetition, to compare results; times are not meaningful");
  return command;
}

int run_plain(const PlainOptions &options) {
  const std::vector<const PlainKernel *> kernels = wanted_kernels(options.filter);
  if (options.list) {
    for (const PlainKernel *each : kernels) {
      std::printf("%-9s %s\n", each->kind, each->name);
    }
    return mux::tools::exit_success;
  }
  std::FILE *const table = options.json ? stderr : stdout;
  std::fprintf(table, "%-38s", "us a run");
  for (const char *strategy : strategies) {
    std::fprintf(table, " %10s", strategy);
  }
  std::fprintf(table, " %8s %8s\n", "ratio", "estimate");
  const Effort effort = options.quick ? Effort{.repetitions = 1, .seconds = 1e-4} : options.effort;
  std::vector<PlainFigures> all;
  bool all_agree = true;
  for (const PlainKernel *each : kernels) {
    StrategiesToRun each_strategy(*each, options.quick ? Scale::quick : Scale::full);
    all_agree = each_strategy.agree() && all_agree;
    all.push_back(each_strategy.measure(effort));
    print_line(table, all.back());
  }
  if (!options.quick) {
    print_summary(table, all);
  }
  if (options.json) {
    print_json(all);
  }
  return all_agree ? mux::tools::exit_success : mux::tools::exit_failure;
}

}  // namespace mux::bench
