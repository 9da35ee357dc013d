/// @file
/// The resources of one client, with the memory that it shares.
#pragma once

#include <mux/gallium.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "vtest/server/handles.h"
#include "vtest/server/log.h"
#include "vtest/server/shared_memory.h"
#include "vtest/wire/message.h"

namespace mux::vtest {

/// A resource as the client made it.
struct ResourceEntry {
  ResourceCreate description;
  /// Empty for fences, and if the layer refused it.
  ResourceHandle resource;
  /// Empty if the resource has none, or the server has no addresses for it.
  SharedMemory memory;
  uint32_t block_bytes = 1;
  uint32_t block_width = 1;
  uint32_t block_height = 1;
  /// Whether a query puts its results into the shared memory, which transfers must not overwrite.
  bool has_query_results = false;
  /// A resource that stands for a fence: those of all work before its creation.
  std::vector<FenceHandle> fences;

  bool is_buffer() const noexcept { return description.target == mux_gallium_target_buffer; }
  /// Bytes of a row of the blocks of a box, and the number of rows of a slice; 0 if the box is
  /// empty or its extent is negative.
  uint64_t row_bytes(const mux_gallium_box_t &box) const noexcept;
  uint64_t rows(const mux_gallium_box_t &box) const noexcept;
};

/// Rows of a box in shared memory.
struct Placement {
  std::span<std::byte> bytes;
  uint64_t stride = 0;
  uint64_t layer_stride = 0;
  /// Bytes of a row of blocks, and rows of a slice.
  uint64_t row_bytes = 0;
  uint64_t rows = 0;
  uint64_t slices = 0;
};

/// The table of a client's resources.
class Resources {
 public:
  Resources(mux_gallium_screen_t screen, ClientLog &log) : screen_(screen), log_(log) {}

  /// Whether a resource stands for a fence: it has no contents, only a busy state.
  static bool is_fence(const ResourceCreate &create) noexcept;

  /// Creates a resource. A resource that the layer refuses is in the table nevertheless, so that
  /// the client gets its memory: it has no means to learn about errors.
  ///
  /// @param[out] file receives the memory file to send, if `data_size` is not 0. Empty if there is
  /// none, and for fences.
  /// @return the entry; not in the table if its handle is 0, or if there are too many. Throws
  /// std::bad_alloc.
  std::shared_ptr<ResourceEntry> create(const ResourceCreate &create, Descriptor &file);

  /// The memory file that all fences share; an invalid descriptor if there is none.
  const Descriptor &fence_file();

  /// Removes a resource from the table. Objects that use it keep it. False if there is none.
  bool remove(uint32_t handle) { return entries_.erase(handle) != 0; }

  /// Returns the entry of a handle; nullptr if there is none.
  std::shared_ptr<ResourceEntry> find(uint32_t handle) const;

  /// Finds where a box of a resource lies in memory.
  ///
  /// @param resource the resource whose level and box are meant.
  /// @param memory shared memory, of the resource or of a staging buffer, or data of a command.
  /// @param offset of the box's first block in the memory.
  /// @param stride bytes; 0 for that of the level.
  /// @param layer_stride bytes; 0 for that of the level.
  /// @return nothing if the box is empty, not in the level, or not in the memory; the reason is
  /// logged.
  std::optional<Placement> place(const ResourceEntry &resource, uint32_t level,
                                 const mux_gallium_box_t &box, std::span<std::byte> memory,
                                 uint64_t offset, uint64_t stride, uint64_t layer_stride);

 private:
  /// Most resources of a client: a limit for clients that only create.
  static constexpr size_t max_entries = 1U << 18;

  void create_in_layer(ResourceEntry &entry);

  mux_gallium_screen_t screen_;
  ClientLog &log_;
  Descriptor fence_file_;
  std::unordered_map<uint32_t, std::shared_ptr<ResourceEntry>> entries_;
};

}  // namespace mux::vtest
