/// @file
/// Compute programs, and their executables for values of inlinable constants.
#pragma once

#include <mux/gallium/compute.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gallium/state/executable.h"

namespace mux::gallium {

class ComputeState final : public OfContext, public mux_gallium_compute_state_s {
 public:
  using HandleType = mux_gallium_compute_state_t;
  static constexpr const char *is_null = "the compute program is NULL";

  /// Compiles the program.
  /// @param[out] log receives the compiler's messages, also if it fails.
  ComputeState(const void *context, Screen &screen,
               const mux_gallium_compute_template_t &description, std::string &log);

  uint32_t static_shared_memory() const { return static_shared_memory_; }
  uint32_t input_size() const { return input_size_; }
  /// Without inlined constants.
  const Executable &executable() const { return *executable_; }
  /// For values of inlinable constants, if the program takes them and there are not too many others
  /// already. Lives as long as the program. For the context's thread.
  const Executable &executable_for(std::span<const uint32_t> values);

 private:
  /// For values of inlinable constants.
  struct Variant {
    std::vector<uint32_t> values;
    std::unique_ptr<Executable> executable;
  };

  void load(const void *binary, uint64_t size);

  Ref<Screen> screen_;
  uint32_t static_shared_memory_;
  uint32_t input_size_;
  /// Of the description; 0 if the program does not take values.
  uint32_t inlinable_count_;
  std::unique_ptr<Executable> executable_;
  /// For variants; empty if there are none.
  std::vector<std::byte> binary_;
  std::vector<Variant> variants_;
};

}  // namespace mux::gallium
