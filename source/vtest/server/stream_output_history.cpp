#include "vtest/server/stream_output_history.h"

#include <algorithm>

namespace mux::vtest {

bool StreamOutputHistory::bind(const Targets &targets) {
  Tuple tuple{};
  std::ranges::transform(targets, tuple.begin(), &stream::Object::handle);
  for (const uint32_t handle : bound_) {
    if (handle != 0 && std::ranges::find(tuple, handle) == tuple.end()) {
      std::erase(unbound_, handle);
      unbound_.push_back(handle);
    }
  }
  if (unbound_.size() > max_unbound) {
    unbound_.erase(unbound_.begin());
  }
  bound_ = tuple;
  if (tuples_.size() >= max_tuples) {
    tuples_.clear();
  }
  return tuples_.insert(tuple).second;
}

void StreamOutputHistory::forget(stream::Object target) {
  std::erase_if(tuples_, [&](const Tuple &tuple) {
    return std::ranges::find(tuple, target.handle) != tuple.end();
  });
  std::erase(unbound_, target.handle);
}

}  // namespace mux::vtest
