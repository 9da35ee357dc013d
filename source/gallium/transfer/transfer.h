/// @file
/// Mappings of boxes of resources.
///
/// A mapping is the resource's own memory. Only a box whose contents are discarded while commands
/// use the resource gets memory of its own, from which a command copies at the end, so that the
/// program need not wait.
#pragma once

#include <mux/gallium/transfer.h>

#include "gallium/context/context.h"

namespace mux::gallium {

/// What is to be mapped, checked.
struct MapRequest {
  Resource &resource;
  uint32_t level;
  uint32_t usage;
  Box box;
  BlockBox blocks;

  bool has(mux_gallium_map_e flag) const { return (usage & flag) != 0; }
};

/// Checks a request. Fails as muxGalliumTransferMap() says.
MapRequest checked_request(Resource &resource, uint32_t level, uint32_t usage, const Box *box);

class Transfer final : public OfContext, public mux_gallium_transfer_s {
 public:
  using HandleType = mux_gallium_transfer_t;
  static constexpr const char *is_null = "the transfer is NULL";

  Transfer(const void *context, const MapRequest &request);
  ~Transfer() override;

  bool is_mapped() const { return data_ != nullptr; }
  mux_gallium_transfer_info_t info() const;

  /// Maps the box, waiting as the flags say. Returns the address of its first byte.
  std::byte *map(Context &context);
  /// Writes a range, relative to the box, of a transfer that is flushed explicitly.
  void flush_region(Context &context, const Box &range);
  /// Ends the mapping: writes what was mapped, unless it is flushed explicitly.
  void unmap(Context &context);

 private:
  bool has(mux_gallium_map_e flag) const { return (usage_ & flag) != 0; }
  /// Makes the resource usable by the program. Returns false if the box needs memory of its own.
  bool synchronize(Context &context);
  void map_own_memory(Context &context);
  /// Ends what map() began at the resource.
  void release_resource() noexcept;
  /// Copies a part of the own memory to the resource, in the context's order.
  void write_back(Context &context, const Box &box, const BlockBox &from);

  Ref<Resource> resource_;
  uint32_t level_;
  uint32_t usage_;
  Box box_;
  BlockBox blocks_;
  std::byte *data_ = nullptr;
  /// The memory that is mapped, which is not the resource's if `is_staged_`.
  Ref<Storage> storage_;
  bool is_staged_ = false;
  bool is_pinned_ = false;
  /// Whether the program writes to the resource's memory.
  bool is_writing_ = false;
};

}  // namespace mux::gallium
