/// @file
/// The targets of stream output that a client has bound: the protocol says neither where stream
/// output starts, nor which target a draw takes its count from.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "vtest/stream/values.h"

namespace mux::vtest {

class StreamOutputHistory {
 public:
  using Targets = stream::Limited<stream::Object, 4>;

  /// Notes that targets are bound. Returns whether it is for the first time, so that they are
  /// written from their start: OpenGL begins with new targets, and resumes after a pause with the
  /// same ones.
  bool bind(const Targets &targets);
  /// Targets that were bound and are not any more, the last one at the end.
  std::span<const uint32_t> unbound() const { return unbound_; }
  /// Forgets a target that is destroyed.
  void forget(stream::Object target);

 private:
  /// Handles.
  using Tuple = std::array<uint32_t, 4>;
  /// Limits for clients that only bind. Targets that were bound before are then written from their
  /// start.
  static constexpr size_t max_tuples = 4096;
  static constexpr size_t max_unbound = 64;

  std::set<Tuple> tuples_;
  Tuple bound_{};
  std::vector<uint32_t> unbound_;
};

}  // namespace mux::vtest
