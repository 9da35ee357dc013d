#include "host/record/sync_points.h"

#include <algorithm>
#include <new>

#include "host/support/object_id.h"

namespace mux::host {
namespace {

/// A block has room for as many sync-points as are valid, within these bounds, so that there are
/// few blocks.
constexpr uint64_t smallest_block = 16;
constexpr uint64_t largest_block = 4096;

}  // namespace

SyncPoints::~SyncPoints() {
  while (Block *block = oldest_) {
    oldest_ = block->newer;
    allocator_.release(block);
  }
}

bool SyncPoints::reserve() {
  if (has_room()) {
    return true;
  }
  static_assert(sizeof(Block) % alignof(SyncPoint) == 0);
  const uint64_t capacity = std::clamp(made_ - given_up_, smallest_block, largest_block);
  void *memory = allocator_.allocate(sizeof(Block) + capacity * sizeof(SyncPoint), alignof(Block));
  if (memory == nullptr) {
    return false;
  }
  auto *block = new (memory) Block{nullptr, made_, 0, capacity};
  (newest_ != nullptr ? newest_->newer : oldest_) = block;
  newest_ = block;
  if (first_valid_ == nullptr) {
    first_valid_ = block;
  }
  return true;
}

void SyncPoints::trim() {
  if (newest_ == nullptr || newest_->size != 0) {
    return;
  }
  Block *older = nullptr;
  for (Block *block = oldest_; block != newest_; block = block->newer) {
    older = block;
  }
  if (first_valid_ == newest_) {
    first_valid_ = older;
  }
  (older != nullptr ? older->newer : oldest_) = nullptr;
  allocator_.release(newest_);
  newest_ = older;
}

mux_sync_point_t SyncPoints::add(mux_command_buffer_t command_buffer, uint32_t command) {
  ++made_;
  return new (newest_->begin() + newest_->size++)
      SyncPoint{{object_id(mux_object_id_sync_point), command_buffer}, command};
}

std::optional<uint32_t> SyncPoints::find(const mux_sync_point_s *sync_point) const {
  const auto address = reinterpret_cast<uintptr_t>(sync_point);
  for (Block *block = first_valid_; block != nullptr; block = block->newer) {
    // Wraps around for an address below the block.
    const uintptr_t offset = address - reinterpret_cast<uintptr_t>(block->begin());
    const uint64_t index = offset / sizeof(SyncPoint);
    if (index < block->size) {
      const bool is_valid = offset % sizeof(SyncPoint) == 0 && block->first + index >= given_up_;
      return is_valid ? std::optional(block->begin()[index].command) : std::nullopt;
    }
  }
  return std::nullopt;
}

void SyncPoints::reset() {
  given_up_ = made_;
  // The newest block may get more.
  first_valid_ = newest_;
  while (oldest_ != newest_ && made_ - oldest_->newer->first >= kept_after_reset) {
    Block *block = oldest_;
    oldest_ = block->newer;
    allocator_.release(block);
  }
}

}  // namespace mux::host
