#include "muxbench/math_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mux/mux.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <regex>
#include <vector>

#include "common/command_line.h"
#include "muxbench/math_functions.h"
#include "muxbench/math_sleef.h"
#include "muxbench/measure.h"
#include "muxbench/opencl.h"

namespace mux::bench {
namespace {

// Numbers of a run: arguments and results fill the L2 cache.
constexpr size_t math_count = 131072;
constexpr size_t math_group = 256;
// Applications of a function in a run: waiting for the end takes processor time as well. Measured:
// 9 us on a shared EPYC, a quarter of the time for one square root of each number.
constexpr int applications = 8;

// Ratios to SLEEF's time above this are marked.
constexpr double marked_ratio = 1.1;

// A way to do one run.
struct MathRunner {
  std::string name;
  std::function<void()> run;
};

double seconds_of_run(const MathRunner &runner, double least) {
  // Warms up the caches, which the previous runner used.
  runner.run();
  const double start = processor_seconds();
  double end = start;
  int runs = 0;
  while (end - start < least) {
    runner.run();
    ++runs;
    end = processor_seconds();
  }
  return (end - start) / runs;
}

// Processor seconds of a run for each runner: medians of repetitions, in each of which all are
// measured in turn.
std::vector<double> measure_processor_time(const std::vector<MathRunner> &runners,
                                           const Effort &effort) {
  std::vector<std::vector<double>> seconds(runners.size());
  for (int repetition = 0; repetition < effort.repetitions; ++repetition) {
    for (size_t i = 0; i < runners.size(); ++i) {
      seconds[i].push_back(seconds_of_run(runners[i], effort.seconds));
    }
  }
  std::vector<double> medians;
  for (std::vector<double> &each : seconds) {
    std::nth_element(each.begin(), each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2),
                     each.end());
    medians.push_back(each[each.size() / 2]);
  }
  return medians;
}

template <typename T>
struct Arguments {
  std::vector<T> x;
  std::vector<T> y;
};

template <typename T>
Arguments<T> make_arguments(const MathFunction &function) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<T> number(static_cast<T>(function.low),
                                           static_cast<T>(function.high));
  Arguments<T> arguments{std::vector<T>(math_count), std::vector<T>(math_count)};
  for (size_t i = 0; i < math_count; ++i) {
    arguments.x[i] = number(random);
    arguments.y[i] = number(random);
  }
  return arguments;
}

template <typename T>
std::string kernel_name(const MathFunction &function) {
  return std::string(function.name) + (sizeof(T) == sizeof(float) ? "_float" : "_double");
}

// A device with all kernels, without generated code.
struct MathOnMux {
  explicit MathOnMux(const std::string &source)
      : queue(device.queue()), executable(device, Compilation(source, "-cl-std=CL3.0").binary()) {}

  Device device;
  Queue queue;
  Executable executable;
};

template <typename T>
class MathKernel {
 public:
  MathKernel(const MathOnMux &mux, const MathFunction &function, const Arguments<T> &arguments)
      : queue_(mux.queue),
        kernel_(mux.executable, kernel_name<T>(function)),
        x_(mux.device, math_count * sizeof(T)),
        y_(mux.device, math_count * sizeof(T)),
        out_(mux.device, math_count * sizeof(T)),
        commands_(mux.device),
        fence_(mux.device) {
    x_.write(std::as_bytes(std::span(arguments.x)));
    y_.write(std::as_bytes(std::span(arguments.y)));
    std::vector<mux_descriptor_info_t> descriptors = {argument(x_)};
    if (function.takes_two) {
      descriptors.push_back(argument(y_));
    }
    descriptors.push_back(argument(out_));
    for (int i = 0; i < applications; ++i) {
      commands_.nd_range(kernel_, descriptors, NdRange({math_count}, {math_group}));
    }
    commands_.finalize();
  }

  void run() {
    queue_.dispatch(commands_, fence_.get());
    queue_.wait(fence_);
    fence_.reset();
  }

 private:
  const Queue &queue_;
  Kernel kernel_;
  Buffer x_;
  Buffer y_;
  Buffer out_;
  CommandBuffer commands_;
  Fence fence_;
};

template <typename T>
MathRunner on_opencl(const OpenClDevice &device, cl_program program, const MathFunction &function,
                     const Arguments<T> &arguments) {
  const cl_kernel kernel = device.create_kernel(program, kernel_name<T>(function).c_str());
  const auto buffer = [&] { return device.create_buffer(math_count * sizeof(T)); };
  const cl_mem x = buffer();
  const cl_mem y = buffer();
  const cl_mem out = buffer();
  device.write(x, std::as_bytes(std::span(arguments.x)));
  device.write(y, std::as_bytes(std::span(arguments.y)));
  if (function.takes_two) {
    device.set_buffers(kernel, {x, y, out});
  } else {
    device.set_buffers(kernel, {x, out});
  }
  return {device.name(), [&device, kernel] {
            for (int i = 0; i < applications; ++i) {
              device.enqueue(kernel, math_count, math_group);
            }
            device.finish();
          }};
}

template <typename T>
void apply(const MathFunction &function, const Arguments<T> &arguments, std::vector<T> &out) {
  if (function.takes_two) {
    for (size_t i = 0; i < math_count; ++i) {
      out[i] = function.binary<T>()(arguments.x[i], arguments.y[i]);
    }
  } else {
    for (size_t i = 0; i < math_count; ++i) {
      out[i] = function.unary<T>()(arguments.x[i]);
    }
  }
}

struct MathFigures {
  std::string name;
  // Names of contenders with nanoseconds for one result.
  std::vector<std::pair<std::string, double>> nanoseconds;

  std::optional<double> of(const std::string &contender) const {
    for (const auto &[name, value] : nanoseconds) {
      if (name == contender) {
        return value;
      }
    }
    return std::nullopt;
  }
};

// All runners of the functions.
class MathBench {
 public:
  explicit MathBench(const Effort &effort)
      : effort_(effort), source_(math_source()), mux_(source_), opencl_(find_opencl_devices()) {
    for (const OpenClDevice &device : opencl_) {
      programs_.push_back(device.build_program(source_.c_str()));
    }
  }

  template <typename T>
  MathFigures measure(const MathFunction &function) {
    const Arguments<T> arguments = make_arguments<T>(function);
    std::vector<T> out(math_count);
    MathKernel<T> kernel(mux_, function, arguments);
    std::vector<MathRunner> runners = {{"mux", [&kernel] { kernel.run(); }}};
    if (const ArrayFunction<T> sleef = function.sleef == nullptr
                                           ? ArrayFunction<T>{}
                                           : find_sleef<T>(function.sleef, function.takes_two)) {
      runners.push_back({"SLEEF", [sleef, &arguments, &out] {
                           for (int i = 0; i < applications; ++i) {
                             sleef(arguments.x, arguments.y, std::span<T>(out));
                           }
                         }});
    }
    if (function.unary<T>() != nullptr || function.binary<T>() != nullptr) {
      runners.push_back({"libm", [&] {
                           for (int i = 0; i < applications; ++i) {
                             apply(function, arguments, out);
                           }
                         }});
    }
    for (size_t i = 0; i < opencl_.size(); ++i) {
      runners.push_back(on_opencl(opencl_[i], programs_[i], function, arguments));
    }
    const std::vector<double> seconds = measure_processor_time(runners, effort_);
    MathFigures figures{kernel_name<T>(function), {}};
    for (size_t i = 0; i < runners.size(); ++i) {
      figures.nanoseconds.emplace_back(runners[i].name,
                                       seconds[i] * 1e9 / (applications * math_count));
    }
    return figures;
  }

  std::vector<std::string> contenders() const {
    std::vector<std::string> names = {"mux", "SLEEF", "libm"};
    for (const OpenClDevice &device : opencl_) {
      names.push_back(device.name());
    }
    return names;
  }

 private:
  Effort effort_;
  std::string source_;
  MathOnMux mux_;
  std::vector<OpenClDevice> opencl_;
  std::vector<cl_program> programs_;
};

bool is_slower_than_sleef(const MathFigures &figures) {
  const std::optional<double> sleef = figures.of("SLEEF");
  return sleef && *figures.of("mux") > marked_ratio * *sleef;
}

void print_figures(std::FILE *out, const MathFigures &figures,
                   const std::vector<std::string> &contenders) {
  std::fprintf(out, "%-20s", figures.name.c_str());
  for (const std::string &contender : contenders) {
    if (const std::optional<double> value = figures.of(contender)) {
      std::fprintf(out, " %9.2f", *value);
    } else {
      std::fprintf(out, " %9s", "");
    }
  }
  std::fprintf(out, "%s\n", is_slower_than_sleef(figures) ? "  slower than SLEEF" : "");
  std::fflush(out);
}

void print_means(std::FILE *out, const std::vector<MathFigures> &all,
                 const std::vector<std::string> &contenders) {
  for (const std::string &contender : contenders) {
    double logarithms = 0;
    int count = 0;
    for (const MathFigures &each : all) {
      if (const std::optional<double> value = each.of(contender); value && contender != "mux") {
        logarithms += std::log(*value / *each.of("mux"));
        ++count;
      }
    }
    if (count != 0) {
      std::fprintf(out, "%s: %.2f times the time of mux, geometric mean of %d\n", contender.c_str(),
                   std::exp(logarithms / count), count);
    }
  }
}

void print_math_json(const std::vector<MathFigures> &all) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MathFigures &each : all) {
    nlohmann::ordered_json row = {{"name", each.name}};
    for (const auto &[contender, nanoseconds] : each.nanoseconds) {
      row["nanoseconds"][contender] = nanoseconds;
    }
    list.push_back(row);
  }
  std::printf("%s\n", list.dump(2).c_str());
}

std::vector<const MathFunction *> wanted_functions(const std::string &pattern) {
  const std::regex filter(pattern);
  std::vector<const MathFunction *> functions;
  for (const MathFunction &each : math_functions()) {
    if (std::regex_search(each.name, filter)) {
      functions.push_back(&each);
    }
  }
  if (functions.empty()) {
    throw mux::tools::UsageError("no function matches '" + pattern + "'; see math --list");
  }
  return functions;
}

}  // namespace

tools::ArgumentParser add_math_command(tools::ArgumentParser &program, MathOptions &options) {
  tools::ArgumentParser command = program.add_command(
      "math",
      "Compare mathematical functions with SLEEF, the C library and other OpenCL, on one thread");
  command.add("filter", options.filter, "A regular expression: the functions to measure");
  return command;
}

int run_math(const MathOptions &options) {
  const std::vector<const MathFunction *> functions = wanted_functions(options.filter);
  if (options.list) {
    for (const MathFunction *each : functions) {
      std::printf("%s\n", each->name);
    }
    return mux::tools::exit_success;
  }
  setenv("MUX_COMPUTE_UNITS", "1", 1);
  setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
  MathBench bench(options.effort);
  const std::vector<std::string> contenders = bench.contenders();
  std::FILE *const table = options.json ? stderr : stdout;
  std::fprintf(table, "%-20s", "ns for one result");
  for (const std::string &contender : contenders) {
    std::fprintf(table, " %9.9s", contender.c_str());
  }
  std::fprintf(table, "\n");
  std::vector<MathFigures> all;
  for (const MathFunction *each : functions) {
    all.push_back(bench.measure<float>(*each));
    print_figures(table, all.back(), contenders);
    if (each->takes_double) {
      all.push_back(bench.measure<double>(*each));
      print_figures(table, all.back(), contenders);
    }
  }
  print_means(table, all, contenders);
  if (options.json) {
    print_math_json(all);
  }
  return mux::tools::exit_success;
}

}  // namespace mux::bench
