/// @file
/// Compute programs, and their executables for values of inlinable constants and
/// formats of images.
#pragma once

#include <mux/gallium/compute.h>
#include <mux/gallium/shader_abi.h>

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
  /// The images whose formats executable_for() takes, ascending.
  std::span<const uint32_t> format_slots() const { return format_slots_; }
  /// For values of inlinable constants and formats of images, if the program takes them and there
  /// are not too many others already. Lives as long as the program. For the context's thread.
  /// @param formats format_constant() of each of format_slots().
  const Executable &executable_for(std::span<const uint32_t> inlined,
                                   std::span<const uint32_t> formats);
  /// The value of a program's constant for the format of an image; not 0.
  static uint32_t format_constant(const mux_gallium_image_layout_t &layout) {
    return layout.encoding | layout.texel_bytes << 8;
  }

 private:
  /// For values of inlinable constants, followed by formats.
  struct Variant {
    std::vector<uint32_t> values;
    std::unique_ptr<Executable> executable;
  };

  void load(const void *binary, uint64_t size);
  std::unique_ptr<Executable> load_variant(std::span<const uint32_t> inlined,
                                           std::span<const uint32_t> formats) const;

  Ref<Screen> screen_;
  uint32_t static_shared_memory_;
  uint32_t input_size_;
  /// Of the description; 0 if the program does not take values.
  uint32_t inlinable_count_;
  std::vector<uint32_t> format_slots_;
  std::unique_ptr<Executable> executable_;
  /// For variants; empty if there are none.
  std::vector<std::byte> binary_;
  std::vector<Variant> variants_;
};

}  // namespace mux::gallium
