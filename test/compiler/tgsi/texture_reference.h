/// @file
/// A slow sampler of textures in double, written from the rules of GL's coordinates, for
/// comparison with translated shaders.

#pragma once

#include <mux/gallium/shader_abi.h>

#include <array>
#include <cstdint>
#include <vector>

namespace mux::test {

using Color = std::array<double, 4>;

/// A texture of R32G32B32A32_FLOAT with random texels.
struct ReferenceTexture {
  /// @param dimensions 1 to 3.
  /// @param layers of arrays and cubes; 1 of others.
  ReferenceTexture(unsigned dimensions, std::array<uint32_t, 3> size, uint32_t layers,
                   uint32_t level_count, uint32_t seed);

  struct Level {
    uint32_t width;
    uint32_t height;
    /// Slices or layers.
    uint32_t depth;
    std::vector<Color> texels;
  };

  const Color &texel(uint32_t level, int x, int y, int z) const;
  /// The texels in memory.
  std::vector<uint32_t> words() const;
  mux_gallium_view_layout_t layout() const;

  unsigned dimensions;
  std::vector<Level> levels;
};

/// What is sampled, and where.
struct ReferenceSample {
  bool is_cube = false;
  bool has_layers = false;
  bool is_rectangle = false;
  bool compares = false;
  std::array<double, 3> coordinates = {};
  double layer = 0;
  double reference = 0;
  double level = 0;
  std::array<int, 3> offset = {};
};

/// The color that TXL gives.
Color sample_reference(const ReferenceTexture &texture, const mux_gallium_sampler_layout_t &sampler,
                       const ReferenceSample &sample);
/// The four texels that TG4 gives of a component.
Color gather_reference(const ReferenceTexture &texture, const mux_gallium_sampler_layout_t &sampler,
                       const ReferenceSample &sample, unsigned component);

}  // namespace mux::test
