#include "gallium/draw/prepare/primitives.h"

#include <mux/gallium/draw.h>

#include <array>

namespace mux::gallium {
namespace {

uint32_t after(uint32_t vertex_count, uint32_t needed) {
  return vertex_count > needed ? vertex_count - needed : 0;
}

using Corners = std::array<uint32_t, 3>;

/// As `stream_position` of assembly.cl.
Corners strip_corners(uint32_t primitive, bool provoking_first) {
  if (primitive % 2 == 0) {
    return {primitive, primitive + 1, primitive + 2};
  }
  return provoking_first ? Corners{primitive, primitive + 2, primitive + 1}
                         : Corners{primitive + 1, primitive, primitive + 2};
}

Corners fan_corners(uint32_t primitive, bool first_is_last) {
  return first_is_last ? Corners{primitive + 1, primitive + 2, 0}
                       : Corners{0, primitive + 1, primitive + 2};
}

Corners corners_at(uint32_t mode, uint32_t primitive, uint32_t vertex_count, bool provoking_first) {
  switch (mode) {
    case mux_gallium_primitive_lines:
      return {2 * primitive, 2 * primitive + 1, 0};
    case mux_gallium_primitive_line_strip:
      return {primitive, primitive + 1, 0};
    case mux_gallium_primitive_line_loop:
      return {primitive, (primitive + 1) % vertex_count, 0};
    case mux_gallium_primitive_triangles:
      return {3 * primitive, 3 * primitive + 1, 3 * primitive + 2};
    case mux_gallium_primitive_triangle_strip:
      return strip_corners(primitive, provoking_first);
    case mux_gallium_primitive_triangle_fan:
      return fan_corners(primitive, provoking_first);
    case mux_gallium_primitive_polygon:
      return fan_corners(primitive, !provoking_first);
    case mux_gallium_primitive_lines_adjacency:
      return {4 * primitive + 1, 4 * primitive + 2, 0};
    case mux_gallium_primitive_line_strip_adjacency:
      return {primitive + 1, primitive + 2, 0};
    case mux_gallium_primitive_triangles_adjacency:
      return {6 * primitive, 6 * primitive + 2, 6 * primitive + 4};
    case mux_gallium_primitive_triangle_strip_adjacency: {
      const Corners strip = strip_corners(primitive, provoking_first);
      return {2 * strip[0], 2 * strip[1], 2 * strip[2]};
    }
    default:
      return {primitive, 0, 0};
  }
}

}  // namespace

uint32_t corners_of(uint32_t mode) {
  switch (mode) {
    case mux_gallium_primitive_points:
      return 1;
    case mux_gallium_primitive_lines:
    case mux_gallium_primitive_line_loop:
    case mux_gallium_primitive_line_strip:
    case mux_gallium_primitive_lines_adjacency:
    case mux_gallium_primitive_line_strip_adjacency:
      return 2;
    default:
      return 3;
  }
}

uint32_t primitives_of(uint32_t mode, uint32_t vertex_count) {
  switch (mode) {
    case mux_gallium_primitive_points:
      return vertex_count;
    case mux_gallium_primitive_lines:
      return vertex_count / 2;
    case mux_gallium_primitive_line_loop:
      return vertex_count >= 2 ? vertex_count : 0;
    case mux_gallium_primitive_line_strip:
      return after(vertex_count, 1);
    case mux_gallium_primitive_triangles:
      return vertex_count / 3;
    case mux_gallium_primitive_lines_adjacency:
      return vertex_count / 4;
    case mux_gallium_primitive_line_strip_adjacency:
      return after(vertex_count, 3);
    case mux_gallium_primitive_triangles_adjacency:
      return vertex_count / 6;
    case mux_gallium_primitive_triangle_strip_adjacency:
      return after(vertex_count, 4) / 2;
    default:
      return after(vertex_count, 2);
  }
}

uint32_t list_of(uint32_t mode) {
  switch (corners_of(mode)) {
    case 1:
      return mux_gallium_primitive_points;
    case 2:
      return mux_gallium_primitive_lines;
    default:
      return mux_gallium_primitive_triangles;
  }
}

void add_corners(uint32_t mode, uint32_t first, uint32_t vertex_count, bool provoking_first,
                 std::vector<uint32_t> &positions) {
  const uint32_t corners = corners_of(mode);
  const uint32_t primitives = primitives_of(mode, vertex_count);
  for (uint32_t primitive = 0; primitive < primitives; ++primitive) {
    const Corners of = corners_at(mode, primitive, vertex_count, provoking_first);
    for (uint32_t corner = 0; corner < corners; ++corner) {
      positions.push_back(first + of.at(corner));
    }
  }
}

}  // namespace mux::gallium
