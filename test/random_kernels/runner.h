/// @file
/// Runs a kernel in different ways and compares all that it writes, byte for byte.

#pragma once

#include <mux/mux.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "case.h"

namespace mux::random_kernels {

/// A way to run a kernel.
struct Variant {
  /// The value of MUX_VECTOR_WIDTH.
  std::string width = "scalar";
  /// Compiled with -cl-opt-disable.
  bool unoptimized = false;
  /// Dispatched again and again, until it is compiled once more for its local size.
  bool repeated = false;
  /// Compiled for its local size and the values of its arguments by the first dispatches.
  bool specialized = false;
  /// Compiled for all ND-ranges, and not for those that are seen.
  bool generic = false;

  bool operator==(const Variant &) const = default;
};

std::string print_variant(const Variant &variant);
/// Every width, optimized, code for the local size, and code for all; without the first width,
/// which all others are compared with.
std::vector<Variant> all_variants();

/// One way for each seed, for compiling takes the time: often what is run unless asked for, seldom
/// the widest.
std::vector<Variant> one_variant(uint64_t seed);

struct Failure {
  enum class Kind {
    /// The source has an error: the generator's, not the library's.
    not_compiled,
    /// No executable could be made from it.
    refused,
    /// It could not be run, or reported an error.
    not_run,
    /// It wrote something else than the reference.
    different,
    /// It wrote outside of its memory.
    out_of_bounds,
    /// The process ended.
    crashed,
    /// Nothing happened for too long.
    hung,
  };

  Kind kind = Kind::different;
  /// The way it was run when it failed.
  Variant variant;
  std::string text;
};

const char *kind_name(Failure::Kind kind);

/// Owns a device. One thread at a time; changes the environment of the process.
class Runner {
 public:
  /// Runs the kernel one work-item at a time and then in each of the ways, until one fails. A
  /// kernel whose result is known is only run in the ways, if there are any.
  ///
  /// @param before is called before each step with what comes next.
  std::optional<Failure> run(const Case &kernel, const std::vector<Variant> &variants,
                             const std::function<void(const Variant &)> &before);

  /// How the kernel's work-items are run, for people. Throws mux::Error.
  std::string explain(const Case &kernel, const Variant &variant);

 private:
  mux::Device device_;
};

}  // namespace mux::random_kernels
