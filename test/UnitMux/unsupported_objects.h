/// @file
/// Objects of features that the host device does not offer yet, made by hand from their public
/// members: what validation sees of them is complete, and no target ever touches them.

#pragma once

#include "fixtures.h"

namespace mux::test {

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
