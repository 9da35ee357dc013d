/// @file
/// The sync-points of a command buffer: each stands for a command until the command buffer is reset
/// or destroyed.
///
/// A program may hand over any pointer as a sync-point, one of before a reset as well. So nothing
/// is read through what it hands over: find() compares addresses with those handed out. After a
/// reset the memory of sync-points is not used again at once, so that old ones are told from new
/// ones: that of the `kept_after_reset` given up last stays as it is.
///
/// Belongs to the command buffer, which serializes access.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "host/support/allocator.h"

namespace mux::host {

class SyncPoints {
 public:
  static constexpr uint64_t kept_after_reset = 1024;

  explicit SyncPoints(const Allocator &allocator) noexcept : allocator_(allocator) {}
  ~SyncPoints();
  SyncPoints(const SyncPoints &) = delete;
  SyncPoints &operator=(const SyncPoints &) = delete;

  /// Makes room for one more. Returns false if there is no memory.
  [[nodiscard]] bool reserve();
  /// Gives back room that was made and not used.
  void trim();
  /// A sync-point for a command. Never fails; reserve() made the room.
  mux_sync_point_t add(mux_command_buffer_t command_buffer, uint32_t command);
  /// The command that a sync-point stands for; nothing if the pointer is none of those that add()
  /// returned since the last reset.
  std::optional<uint32_t> find(const mux_sync_point_s *sync_point) const;
  /// None of them is valid any more.
  void reset();

 private:
  struct SyncPoint : mux_sync_point_s {
    uint32_t command;
  };

  /// Sync-points that lie next to each other, behind this header.
  struct Block {
    Block *newer;
    /// How many were made before.
    uint64_t first;
    uint64_t size;
    uint64_t capacity;

    SyncPoint *begin() { return reinterpret_cast<SyncPoint *>(this + 1); }
  };

  bool has_room() const { return newest_ != nullptr && newest_->size < newest_->capacity; }

  Allocator allocator_;
  Block *oldest_ = nullptr;
  /// The first that has, or will have, a valid sync-point.
  Block *first_valid_ = nullptr;
  Block *newest_ = nullptr;
  /// How many were made, ever, and how many of these are no longer valid.
  uint64_t made_ = 0;
  uint64_t given_up_ = 0;
};

}  // namespace mux::host
