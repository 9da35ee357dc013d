#include <algorithm>
#include <cstdio>

#include "muxinfo/print.h"

namespace mux::info {

namespace {

// "256 KiB (262144 bytes)": in the largest unit that needs at most two decimals.
std::string bytes_text(uint64_t bytes) {
  static constexpr const char *units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  double amount = static_cast<double>(bytes);
  while (amount >= 1024 && unit + 1 < std::size(units)) {
    amount /= 1024;
    ++unit;
  }
  if (unit == 0) {
    return std::to_string(bytes) + " bytes";
  }
  char text[64];
  std::snprintf(text, sizeof(text), "%.4g %s (%llu bytes)", amount, units[unit],
                static_cast<unsigned long long>(bytes));
  return text;
}

template <class List, class Text>
std::string joined(const List &list, Text text) {
  std::string result;
  for (const auto &element : list) {
    result += (result.empty() ? "" : ", ") + text(element);
  }
  return result.empty() ? "none" : result;
}

struct ValueText {
  Unit unit;

  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(uint64_t value) const {
    switch (unit) {
      case Unit::bytes:
        return bytes_text(value);
      case Unit::megahertz:
        return std::to_string(value) + " MHz";
      case Unit::none:
        break;
    }
    return std::to_string(value);
  }
  std::string operator()(const std::string &value) const { return value.empty() ? "none" : value; }
  std::string operator()(const Names &names) const {
    return joined(names, [](const std::string &name) { return name; });
  }
  std::string operator()(const std::vector<uint64_t> &values) const {
    return joined(values, [](uint64_t value) { return std::to_string(value); });
  }
};

// The query counters of a device as a table: one line for each, with its description last.
std::string counters_text(const std::vector<std::vector<Property>> &counters) {
  if (counters.empty()) {
    return "";
  }
  std::vector<std::vector<std::string>> rows(1);
  for (const Property &property : counters.front()) {
    rows[0].push_back(property.key);
  }
  for (const std::vector<Property> &counter : counters) {
    std::vector<std::string> &row = rows.emplace_back();
    for (const Property &property : counter) {
      row.push_back(std::visit(ValueText{property.unit}, property.value));
    }
  }
  std::vector<size_t> widths(rows[0].size());
  for (const std::vector<std::string> &row : rows) {
    for (size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  std::string text = "\nQuery counters\n";
  for (const std::vector<std::string> &row : rows) {
    for (size_t column = 0; column < row.size(); ++column) {
      const bool last = column + 1 == row.size();
      text += "  " + row[column] + std::string(last ? 0 : widths[column] - row[column].size(), ' ');
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string readable(const std::vector<DeviceDescription> &devices) {
  size_t widest = 0;
  for (const DeviceDescription &device : devices) {
    for (const Section &section : device.sections) {
      for (const Property &property : section.properties) {
        widest = std::max(widest, property.key.size());
      }
    }
  }
  std::string text =
      std::to_string(devices.size()) + (devices.size() == 1 ? " device\n" : " devices\n");
  for (const DeviceDescription &device : devices) {
    for (const Section &section : device.sections) {
      const bool first = &section == &device.sections.front();
      text += "\n" + section.title + (first ? " " + std::to_string(device.index) : "") + "\n";
      for (const Property &property : section.properties) {
        text += "  " + property.key + std::string(widest + 2 - property.key.size(), ' ') +
                std::visit(ValueText{property.unit}, property.value) + "\n";
      }
    }
    text += counters_text(device.query_counters);
  }
  return text;
}

}  // namespace mux::info
