/// @file
/// Compute programs, and their executables for values of inlinable constants, formats of images,
/// and textures.
#pragma once

#include <mux/gallium/compute.h>
#include <mux/gallium/shader_abi.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gallium/state/bound_constants.h"
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
  /// Whether the program samples textures by itself, so that it gets decoded texels of compressed
  /// formats. Others get the blocks.
  bool samples_textures() const { return samples_textures_; }
  /// The constants whose values executable_for() takes.
  std::span<const BoundConstant> bound_constants() const { return bound_constants_; }
  /// For values of inlinable constants and of bound_constants(), if the program takes them and
  /// there are not too many others already. Lives as long as the program. For the context's thread.
  /// @param bound the numbers of all bound_constants(), one after the other.
  const Executable &executable_for(std::span<const uint32_t> inlined,
                                   std::span<const uint32_t> bound);
  /// The value of a program's constant for the format of an image; not 0.
  static uint32_t format_constant(const mux_gallium_image_layout_t &layout) {
    return layout.encoding | layout.texel_bytes << 8;
  }

 private:
  /// For values of inlinable constants, followed by those of bound_constants().
  struct Variant {
    std::vector<uint32_t> values;
    std::unique_ptr<Executable> executable;
  };

  void load(const void *binary, uint64_t size);
  std::unique_ptr<Executable> load_variant(std::span<const uint32_t> inlined,
                                           std::span<const uint32_t> bound) const;

  Ref<Screen> screen_;
  uint32_t static_shared_memory_;
  uint32_t input_size_;
  /// Of the description; 0 if the program does not take values.
  uint32_t inlinable_count_;
  bool samples_textures_;
  std::vector<BoundConstant> bound_constants_;
  std::unique_ptr<Executable> executable_;
  /// For variants; empty if there are none.
  std::vector<std::byte> binary_;
  std::vector<Variant> variants_;
};

}  // namespace mux::gallium
