#include "muxbench/start/passes.h"

#include <sstream>

namespace mux::bench {
namespace {

// A parsed line like `     41.13 ms     1 x emit_object`.
struct PassLine {
  double milliseconds = 0;
  std::string pass;
};

std::optional<PassLine> read_pass_line(const std::string &line) {
  std::istringstream words(line);
  PassLine read;
  std::string unit;
  std::string runs;
  std::string times;
  if (words >> read.milliseconds >> unit >> runs >> times >> read.pass && unit == "ms" &&
      times == "x") {
    return read;
  }
  return std::nullopt;
}

double &stage_of(const std::string &pass, CompileStages &stages) {
  if (pass == "emit_object") {
    return stages.generate_ns;
  }
  return pass == "optimize" ? stages.optimize_ns : stages.vectorize_ns;
}

}  // namespace

std::optional<CompileStages> read_pass_report(const std::string &text, const std::string &kernel) {
  const std::string heading = "; passes of " + kernel + ": ";
  const size_t first = text.find(heading);
  if (first == std::string::npos) {
    return std::nullopt;
  }
  const size_t second = text.find(heading, first + heading.size());
  std::istringstream lines(text.substr(second == std::string::npos ? first : second));
  std::string line;
  std::getline(lines, line);
  CompileStages stages;
  bool has_any = false;
  while (std::getline(lines, line)) {
    const std::optional<PassLine> read = read_pass_line(line);
    if (!read) {
      break;
    }
    stage_of(read->pass, stages) += read->milliseconds * 1e6;
    has_any = true;
  }
  return has_any ? std::optional(stages) : std::nullopt;
}

}  // namespace mux::bench
