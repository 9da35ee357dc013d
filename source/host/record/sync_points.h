/// @file
/// Sync-points of a command buffer: each refers to a command, until the command buffer is reset or
/// destroyed.
///
/// A program may pass any pointer as a sync-point, including one from before a reset. So passed
/// pointers are never dereferenced: find() compares them with the addresses of valid sync-points.
/// After a reset, memory of the latest `kept_after_reset` invalid sync-points is not reused, so
/// that stale pointers are recognized.
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

  /// Reserves memory for one more. Returns false if an allocation fails.
  [[nodiscard]] bool reserve();
  /// Frees reserved memory that was not used.
  void trim();
  /// Creates a sync-point for a command. Cannot fail after reserve().
  mux_sync_point_t add(mux_command_buffer_t command_buffer, uint32_t command);
  /// Returns the command of a sync-point; nothing if the pointer was not returned by add() since
  /// the last reset.
  std::optional<uint32_t> find(const mux_sync_point_s *sync_point) const;
  /// Invalidates all sync-points.
  void reset();

 private:
  struct SyncPoint : mux_sync_point_s {
    uint32_t command;
  };

  /// Header of a block of contiguous sync-points, which follow it.
  struct Block {
    Block *newer;
    /// Number of sync-points in older blocks.
    uint64_t first;
    uint64_t size;
    uint64_t capacity;

    SyncPoint *begin() { return reinterpret_cast<SyncPoint *>(this + 1); }
  };

  bool has_room() const { return newest_ != nullptr && newest_->size < newest_->capacity; }

  Allocator allocator_;
  Block *oldest_ = nullptr;
  /// The oldest block that may contain valid sync-points.
  Block *first_valid_ = nullptr;
  Block *newest_ = nullptr;
  /// Number of sync-points created so far, and how many of them are invalid.
  uint64_t made_ = 0;
  uint64_t given_up_ = 0;
};

}  // namespace mux::host
