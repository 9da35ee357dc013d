#include "muxbench/start/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mux::bench {
namespace {

constexpr double nanoseconds_of_ms = 1e6;

void print_line(std::FILE *out, const StartRow &row, const char *moment, const Start &start) {
  std::fprintf(out, "%-14s %-28s %s", row.name.c_str(), row.runtime.c_str(), moment);
  for (const NamedFigure<Start> &each : start_figures) {
    std::fprintf(out, " %9.2f", start.*each.value / nanoseconds_of_ms);
  }
}

template <class Figures, size_t Count>
nlohmann::ordered_json json_of(const Figures &figures, const NamedFigure<Figures> (&names)[Count]) {
  nlohmann::ordered_json object;
  for (const NamedFigure<Figures> &each : names) {
    object[each.key] = figures.*each.value;
  }
  return object;
}

// Ratios of a runtime's process times to Mux's.
struct Ratios {
  std::string runtime;
  std::vector<double> cold;
  std::vector<double> warm;
};

Ratios &ratios_of(const std::string &runtime, std::vector<Ratios> &all) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Ratios &each) { return each.runtime == runtime; });
  return found != all.end() ? *found : all.emplace_back(Ratios{runtime, {}, {}});
}

}  // namespace

void print_start_heading(std::FILE *out) {
  std::fprintf(out, "%-14s %-28s %s", "ms", "", "    ");
  for (const NamedFigure<Start> &each : start_figures) {
    std::fprintf(out, " %9s", each.heading);
  }
  std::fprintf(out, "   of Mux's compiler\n");
}

void print_start_row(std::FILE *out, const StartRow &row) {
  print_line(out, row, "cold", row.cold);
  const char *separator = "   ";
  if (row.stages) {
    for (const NamedFigure<CompileStages> &each : compile_stages) {
      std::fprintf(out, "%s%s %.2f", separator, each.heading,
                   (*row.stages).*each.value / nanoseconds_of_ms);
      separator = ", ";
    }
  }
  std::fprintf(out, "\n");
  print_line(out, row, "warm", row.warm);
  std::fprintf(out, "\n");
  std::fflush(out);
}

void print_start_means(std::FILE *out, const std::vector<StartRow> &rows) {
  std::vector<Ratios> all;
  const StartRow *ours = nullptr;
  for (const StartRow &row : rows) {
    if (row.stages) {
      ours = &row;
      continue;
    }
    Ratios &ratios = ratios_of(row.runtime, all);
    ratios.cold.push_back(row.cold.process_ns / ours->cold.process_ns);
    ratios.warm.push_back(row.warm.process_ns / ours->warm.process_ns);
  }
  const char *separator = "processes, other / mux, geometric means: ";
  for (const Ratios &each : all) {
    std::fprintf(out, "%s%s cold %.2f, warm %.2f", separator, each.runtime.c_str(),
                 geometric_mean(each.cold), geometric_mean(each.warm));
    separator = "; ";
  }
  if (!all.empty()) {
    std::fprintf(out, "\n");
  }
}

void print_start_json(std::FILE *out, const std::vector<StartRow> &rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const StartRow &row : rows) {
    nlohmann::ordered_json object = {{"name", row.name},
                                     {"runtime", row.runtime},
                                     {"cold", json_of(row.cold, start_figures)},
                                     {"warm", json_of(row.warm, start_figures)}};
    if (row.stages) {
      object["stages"] = json_of(*row.stages, compile_stages);
    }
    list.push_back(std::move(object));
  }
  std::fprintf(out, "%s\n", list.dump(2).c_str());
}

}  // namespace mux::bench
