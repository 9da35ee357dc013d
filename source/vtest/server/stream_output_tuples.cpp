#include "vtest/server/stream_output_tuples.h"

#include <algorithm>

namespace mux::vtest {

bool StreamOutputTuples::begins(const Targets &targets) {
  Tuple tuple{};
  std::ranges::transform(targets, tuple.begin(), &stream::Object::handle);
  if (tuples_.size() >= max_tuples) {
    tuples_.clear();
  }
  return tuples_.insert(tuple).second;
}

void StreamOutputTuples::forget(stream::Object target) {
  std::erase_if(tuples_, [&](const Tuple &tuple) {
    return std::ranges::find(tuple, target.handle) != tuple.end();
  });
}

}  // namespace mux::vtest
