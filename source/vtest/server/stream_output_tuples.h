/// @file
/// Where stream output starts: the protocol does not say it.
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "vtest/stream/values.h"

namespace mux::vtest {

/// The sets of targets that a client has bound, by their handles. OpenGL begins with new targets,
/// and resumes after a pause with the same ones.
class StreamOutputTuples {
 public:
  using Targets = stream::Limited<stream::Object, 4>;

  /// Whether targets are bound for the first time, so that they are written from their start.
  bool begins(const Targets &targets);
  /// Forgets the tuples of a target.
  void forget(stream::Object target);

 private:
  using Tuple = std::array<uint32_t, 4>;
  /// A limit for clients that only bind: those bound before are then written from their start.
  static constexpr size_t max_tuples = 4096;

  std::set<Tuple> tuples_;
};

}  // namespace mux::vtest
