#include "gallium/state/bound_constants.h"

#include <cstring>

#include "gallium/screen/capabilities.h"
#include "gallium/support/failure.h"

namespace mux::gallium {
namespace {

/// Names of constants for what is bound, around the slot's number.
struct BoundName {
  BoundConstant::Kind kind;
  const char *before;
  const char *after;
  uint32_t slots;
  uint32_t count;
};
constexpr BoundName bound_names[] = {
    {BoundConstant::Kind::image_format, "image_", "_format", image_slots, 1},
    {BoundConstant::Kind::view, "texture_", "_view", view_slots, 4},
    {BoundConstant::Kind::sampler, "texture_", "_sampler", view_slots, 1},
};

}  // namespace

bool has_constant(mux_executable_t executable, const char *name, uint64_t size) {
  uint64_t count = 0;
  check(muxGetExecutableConstantCount(executable, &count));
  for (uint64_t index = 0; index < count; ++index) {
    mux_constant_info_t info{};
    check(muxGetExecutableConstantInfo(executable, index, &info));
    if (info.name != nullptr && std::strcmp(info.name, name) == 0) {
      return info.size == size && info.is_fixed == 0;
    }
  }
  return false;
}

std::vector<BoundConstant> find_bound_constants(mux_executable_t executable) {
  std::vector<BoundConstant> found;
  for (const BoundName &family : bound_names) {
    for (uint32_t slot = 0; slot < family.slots; ++slot) {
      std::string name = family.before + std::to_string(slot) + family.after;
      if (has_constant(executable, name.c_str(), family.count * sizeof(uint32_t))) {
        found.push_back({std::move(name), family.kind, slot, family.count});
      }
    }
  }
  return found;
}

void add_values(std::span<const BoundConstant> constants, std::span<const uint32_t> numbers,
                std::vector<mux_constant_value_t> &values) {
  for (const BoundConstant &constant : constants) {
    values.push_back({constant.name.c_str(), 0, constant.count * sizeof(uint32_t), numbers.data()});
    numbers = numbers.subspan(constant.count);
  }
}

}  // namespace mux::gallium
