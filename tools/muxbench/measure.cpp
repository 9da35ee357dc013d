#include "muxbench/measure.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <stdexcept>

namespace mux::bench {
namespace {

// Collects the iteration times of all repetitions, by benchmark name.
class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context &) override { return true; }

  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs) {
      if (run.run_type == Run::RT_Iteration && !run.error_occurred) {
        times_[run.run_name.function_name].push_back(run.real_accumulated_time /
                                                     static_cast<double>(run.iterations));
      }
    }
  }

  // Seconds.
  double median(const std::string &name) {
    std::vector<double> &times = times_[name];
    if (times.empty()) {
      throw std::runtime_error("'" + name + "' was not measured");
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

 private:
  std::map<std::string, std::vector<double>> times_;
};

// Runs a contender once: for a number of iterations, or, if that is 0, for a duration.
void run(const std::string &name, const Contender &contender, int iterations, double seconds,
         benchmark::BenchmarkReporter &reporter) {
  benchmark::ClearRegisteredBenchmarks();
  auto *registered = benchmark::RegisterBenchmark(name.c_str(), contender.body)->UseRealTime();
  if (iterations != 0) {
    registered->Iterations(iterations);
  } else {
    registered->MinTime(seconds);
  }
  benchmark::RunSpecifiedBenchmarks(&reporter);
}

}  // namespace

std::vector<double> measure_in_turn(const std::vector<Contender> &contenders, int iterations,
                                    const Effort &effort) {
  // Contenders may have the same name.
  const auto label = [](size_t index) { return std::to_string(index); };
  // Repetitions alternate between contenders, whereas Google Benchmark does all repetitions of one
  // contender first.
  Collector collector;
  for (int repetition = 0; repetition < effort.repetitions; ++repetition) {
    for (size_t index = 0; index < contenders.size(); ++index) {
      run(label(index), contenders[index], iterations, effort.seconds, collector);
    }
  }
  std::vector<double> times;
  times.reserve(contenders.size());
  for (size_t index = 0; index < contenders.size(); ++index) {
    times.push_back(collector.median(label(index)));
  }
  return times;
}

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Comparison> measure(const Row &row, const std::vector<Contender> &contenders,
                                const Effort &effort) {
  std::vector<Comparison> comparisons;
  for (size_t index = 1; index < contenders.size(); ++index) {
    const std::vector<Contender> pair = {contenders[0], contenders[index]};
    // Warm-up: thread creation and page faults are not measured.
    measure_in_turn(pair, 1, {.repetitions = 1, .seconds = 0});
    const std::vector<double> times = measure_in_turn(pair, row.iterations, effort);
    const double nanoseconds = 1e9 / row.units;
    comparisons.push_back({row.name, row.unit, times[0] * nanoseconds, contenders[index].name,
                           times[1] * nanoseconds});
  }
  return comparisons;
}

}  // namespace mux::bench
