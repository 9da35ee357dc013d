/// @file
/// Primitives of a stream of vertices: how many there are, and lists of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mux::gallium {

/// Vertices of a primitive as it is rasterized: 1, 2 or 3.
uint32_t corners_of(uint32_t mode);

/// Primitives of a number of vertices.
uint32_t primitives_of(uint32_t mode, uint32_t vertex_count);

/// The list that draws the primitives of a mode: points, lines or triangles.
uint32_t list_of(uint32_t mode);

/// Adds the positions of the vertices of all primitives of a strip, or of a list or fan.
/// @param first the position of the first vertex.
/// @param provoking_first whether the vertex with the constant values comes first, or last.
void add_corners(uint32_t mode, uint32_t first, uint32_t vertex_count, bool provoking_first,
                 std::vector<uint32_t> &positions);

}  // namespace mux::gallium
