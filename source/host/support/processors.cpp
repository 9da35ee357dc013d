#include "host/support/processors.h"

#include <sched.h>

#include <algorithm>
#include <iterator>

namespace mux::host {

bool ProcessorSet::empty() const {
  return std::all_of(std::begin(words_), std::end(words_), [](uint64_t word) { return word == 0; });
}

bool ProcessorSet::add(uint32_t processor) {
  if (processor >= MUX_MAX_PROCESSORS) {
    return false;
  }
  words_[processor / bits] |= uint64_t{1} << processor % bits;
  return true;
}

bool ProcessorSet::is_part_of(const ProcessorSet &other) const {
  return std::equal(std::begin(words_), std::end(words_), std::begin(other.words_),
                    [](uint64_t own, uint64_t others) { return (own & ~others) == 0; });
}

ProcessorSet ProcessorSet::of_this_thread() {
  ProcessorSet set;
  if (sched_getaffinity(0, sizeof set.words_, reinterpret_cast<cpu_set_t *>(set.words_)) != 0) {
    return {};
  }
  return set;
}

bool ProcessorSet::bind_this_thread() const {
  return sched_setaffinity(0, sizeof words_, reinterpret_cast<const cpu_set_t *>(words_)) == 0;
}

ProcessorBinding::ProcessorBinding(const ProcessorSet &processors) : bound_(!processors.empty()) {
  if (bound_) {
    before_ = ProcessorSet::of_this_thread();
    bound_ = processors.bind_this_thread();
  }
}

ProcessorBinding::~ProcessorBinding() {
  if (bound_ && !before_.empty()) {
    before_.bind_this_thread();
  }
}

}  // namespace mux::host
