/// @file
/// Objects of features that the host device does not offer yet, made by hand from their public
/// members: what validation sees of them is complete, and no target ever touches them.

#pragma once

#include "fixtures.h"

namespace mux::test {

/// Adds a two-dimensional image of 16 by 8 pixels and a three-dimensional one of 8 by 8 by 4.
class ImageFixture : public CommandBufferFixture {
 public:
  ImageFixture() {
    image.id = mux_object_id_image | target_of(device->id);
    image.memory_requirements = {uint64_t{16} * 8 * 4, 64, 1};
    image.type = mux_image_type_2d;
    image.format = mux_image_format_R8G8B8A8_unorm;
    image.pixel_size = 4;
    image.size = {16, 8, 1};
    image.array_layers = 0;
    image.row_size = uint64_t{16} * 4;
    image.slice_size = uint64_t{16} * 8 * 4;
    image.tiling = mux_image_tiling_linear;
    volume = image;
    volume.memory_requirements.size = uint64_t{8} * 8 * 4 * 4;
    volume.type = mux_image_type_3d;
    volume.size = {8, 8, 4};
    volume.row_size = uint64_t{8} * 4;
    volume.slice_size = uint64_t{8} * 8 * 4;
  }

  mux_image_s image{};
  mux_image_s volume{};
};

/// Adds a query pool of four slots.
class QueryPoolFixture : public CommandBufferFixture {
 public:
  QueryPoolFixture() {
    pool.id = mux_object_id_query_pool | target_of(device->id);
    pool.type = mux_query_type_duration;
    pool.count = 4;
  }

  mux_query_pool_s pool{};
};

}  // namespace mux::test
