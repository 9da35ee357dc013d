#include "muxdemo/demonstration.h"

#include <chrono>
#include <cstdio>
#include <exception>

#include "common/argument_parser.h"
#include "common/command_line.h"
#include "muxdemo/difference.h"
#include "muxdemo/progress.h"
#include "muxdemo/reference.h"
#include "muxdemo/report.h"

namespace mux::demo {
namespace {

struct Options {
  std::string input;
  std::string output = "demo.png";
  unsigned repeat = 5;
};

int demonstrate(const Demonstration &demonstration, const Options &options) {
  using Clock = std::chrono::steady_clock;
  Progress progress(4);

  progress.step("reading " + options.input);
  std::string warning;
  const Picture picture = read_picture(options.input, warning);
  if (!warning.empty()) {
    progress.clear();
    std::fprintf(stderr, "%s: warning: '%s': %s\n", demonstration.name.c_str(),
                 options.input.c_str(), warning.c_str());
  }

  progress.step("developing");
  Timings timings = {};
  UsedDevice device = {};
  const Developed developed = demonstration.develop(
      picture, options.repeat,
      [&](unsigned run) {
        progress.detail("run " + std::to_string(run + 1) + " of " + std::to_string(options.repeat));
      },
      timings, device);

  progress.step("checking against plain C++");
  const Clock::time_point start = Clock::now();
  const Developed expected = develop_reference(picture);
  const std::chrono::nanoseconds plain_time = Clock::now() - start;
  const Difference difference = compare(developed, expected);

  progress.step("writing " + options.output);
  tools::write_png(options.output, developed.picture);
  progress.clear();

  tools::write_output(
      report_text({options.input, options.output, picture, device, demonstration.way,
                   options.repeat, timings, plain_time, difference}));
  return difference.within_tolerance() ? tools::exit_success : tools::exit_failure;
}

}  // namespace

int run(const Demonstration &demonstration, int argc, const char *const *argv) noexcept try {
  tools::ArgumentParser parser(demonstration.purpose, demonstration.name);
  parser.footer(
      "Exit codes: 0 success, 1 the run failed or the result differs, 2 invalid arguments.");
  Options options;
  parser.add("picture", options.input, "The photograph, PNG or JPEG").required();
  parser.add("-o,--output", options.output, "The PNG file to write").show_default();
  parser.add("--repeat", options.repeat, "Runs to take the fastest of")
      .show_default()
      .between(1, 1000000);
  if (const std::optional<int> exit_code = parser.parse(argc, argv)) {
    return *exit_code;
  }
  return demonstrate(demonstration, options);
} catch (const std::exception &error) {
  return tools::report(demonstration.name, error);
}

}  // namespace mux::demo
