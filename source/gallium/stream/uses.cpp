#include "gallium/stream/uses.h"

#include <algorithm>

namespace mux::gallium {

void Uses::note(Timeline &timeline, uint64_t number, Access access) {
  const std::lock_guard guard(lock_);
  auto found =
      std::ranges::find_if(uses_, [&](const Use &use) { return use.timeline.get() == &timeline; });
  if (found == uses_.end()) {
    std::erase_if(uses_, [](const Use &use) {
      return use.timeline->is_complete(std::max(use.read, use.write));
    });
    found = uses_.insert(uses_.end(), {Ref<Timeline>(timeline), 0, 0});
  }
  if (access.reads) {
    found->read = number;
  }
  if (access.writes) {
    found->write = number;
  }
}

std::vector<Uses::Command> Uses::pending(uint64_t Use::*kind) {
  const std::lock_guard guard(lock_);
  std::vector<Command> commands;
  for (const Use &use : uses_) {
    const uint64_t number = use.*kind;
    if (number != 0 && !use.timeline->is_complete(number)) {
      commands.push_back({use.timeline, number});
    }
  }
  return commands;
}

}  // namespace mux::gallium
