/// @file
/// How many work-items run at once, and which.
///
/// A packet is `lanes * parts` work-items that one function runs side by side. The lanes of a part
/// are neighbours in x and share vectors; several parts share what is the same for all of them, and
/// overlap what each has to wait for.

#pragma once

namespace mux::compiler {

enum class PartDirection {
  /// Part p starts lanes * p work-items further in x.
  x,
  /// Part p is p rows further in y.
  y,
};

struct Packet {
  /// Elements of a vector, a power of two, at least 2.
  unsigned lanes = 16;
  /// At least 1.
  unsigned parts = 1;
  PartDirection direction = PartDirection::x;
};

}  // namespace mux::compiler
