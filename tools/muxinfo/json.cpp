#include <nlohmann/json.hpp>

#include "muxinfo/print.h"

namespace mux::info {

namespace {

void add(nlohmann::ordered_json &object, const std::vector<Property> &properties) {
  for (const Property &property : properties) {
    std::visit([&](const auto &value) { object[property.key] = value; }, property.value);
  }
}

}  // namespace

std::string json(const std::vector<DeviceDescription> &devices) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const DeviceDescription &device : devices) {
    nlohmann::ordered_json object = {{"index", device.index}};
    for (const Section &section : device.sections) {
      add(object, section.properties);
    }
    nlohmann::ordered_json counters = nlohmann::ordered_json::array();
    for (const std::vector<Property> &counter : device.query_counters) {
      add(counters.emplace_back(nlohmann::ordered_json::object()), counter);
    }
    object["query_counters"] = std::move(counters);
    list.push_back(std::move(object));
  }
  const std::string version = std::to_string(MUX_MAJOR_VERSION) + "." +
                              std::to_string(MUX_MINOR_VERSION) + "." +
                              std::to_string(MUX_PATCH_VERSION);
  const nlohmann::ordered_json document = {{"version", version}, {"devices", std::move(list)}};
  // Invalid UTF-8 in a device name is replaced, so that it does not prevent all output.
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace mux::info
