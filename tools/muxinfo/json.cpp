#include <nlohmann/json.hpp>

#include "muxinfo/print.h"

namespace mux::info {

std::string json(const std::vector<DeviceDescription> &devices) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const DeviceDescription &device : devices) {
    nlohmann::ordered_json object = {{"index", device.index}};
    for (const Section &section : device.sections) {
      for (const Property &property : section.properties) {
        std::visit([&](const auto &value) { object[property.key] = value; }, property.value);
      }
    }
    list.push_back(std::move(object));
  }
  const std::string version = std::to_string(MUX_MAJOR_VERSION) + "." +
                              std::to_string(MUX_MINOR_VERSION) + "." +
                              std::to_string(MUX_PATCH_VERSION);
  const nlohmann::ordered_json document = {{"version", version}, {"devices", std::move(list)}};
  // A device name that is not UTF-8 is no reason to print nothing.
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace mux::info
