#include "muxbench/report.h"

#include <nlohmann/json.hpp>

namespace mux::bench {

void print_table_line(std::FILE *out, const Comparison &comparison) {
  std::fprintf(out, "%-24s %14.1f ns   %-36s %14.1f ns   %8.2f   per %s\n", comparison.name.c_str(),
               comparison.ours_ns, comparison.yardstick.c_str(), comparison.yardstick_ns,
               comparison.ratio(), comparison.unit.c_str());
  std::fflush(out);
}

void print_json(std::FILE *out, const std::vector<Comparison> &comparisons) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Comparison &comparison : comparisons) {
    list.push_back({{"name", comparison.name},
                    {"ours_ns", comparison.ours_ns},
                    {"yardstick", comparison.yardstick},
                    {"yardstick_ns", comparison.yardstick_ns},
                    {"ratio", comparison.ratio()}});
  }
  std::fprintf(out, "%s\n", list.dump(2).c_str());
}

}  // namespace mux::bench
