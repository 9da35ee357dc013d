/// @file
/// Buffers and textures.
///
/// The storage of a resource may be replaced, when all its contents are discarded while commands
/// use them; commands keep the storage that they were recorded with. Thread-safe.
#pragma once

#include <mux/gallium/screen.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "gallium/resource/layout.h"
#include "gallium/resource/sparse_memory.h"
#include "gallium/resource/storage.h"
#include "gallium/stream/uses.h"
#include "gallium/support/object.h"

namespace mux::gallium {

class Resource final : public Shared, public mux_gallium_resource_s {
 public:
  using HandleType = mux_gallium_resource_t;
  static constexpr const char *is_null = "the resource is NULL";

  /// @param description of checked_template().
  Resource(Screen &screen, const ResourceTemplate &description);
  /// Uses memory of the program.
  Resource(Screen &screen, const ResourceTemplate &description, void *memory, uint64_t memory_size);
  ~Resource() override;

  const ResourceTemplate &description() const { return description_; }
  const FormatInfo &format() const { return *format_; }
  const Layout &layout() const { return layout_; }
  uint64_t size() const { return layout_.size(); }
  bool is_buffer() const { return description_.target == mux_gallium_target_buffer; }
  bool is_multisampled() const { return layout_.samples() > 1; }
  bool has_flag(mux_gallium_resource_flag_e flag) const { return (description_.flags & flag) != 0; }
  bool has_bind(mux_gallium_bind_e bind) const { return (description_.bind & bind) != 0; }
  /// NULL unless it is sparse.
  SparseMemory *sparse() const { return sparse_.get(); }

  Ref<Storage> storage() const;
  /// Replaces the storage by a new one with undefined contents, unless mappings or the program
  /// refer to its address. Returns whether it did.
  bool replace_storage();
  /// Whether a transfer of it is mapped persistently, or its address was given out.
  void pin_storage() noexcept { pins_.fetch_add(1, std::memory_order_relaxed); }
  void unpin_storage() noexcept { pins_.fetch_sub(1, std::memory_order_relaxed); }

  Uses &uses() { return uses_; }
  Screen &screen() const { return *screen_; }

  /// Changes whenever a command is recorded that writes, and when a mapping for writing begins or
  /// ends.
  uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }
  void note_write() noexcept { version_.fetch_add(1, std::memory_order_acq_rel); }
  void begin_mapped_write() noexcept;
  void end_mapped_write() noexcept;
  /// Whether the program may write at any time without a change of the version.
  bool is_written_unnoticed() const noexcept;

 private:
  Ref<Screen> screen_;
  ResourceTemplate description_;
  const FormatInfo *format_;
  Layout layout_;
  std::unique_ptr<SparseMemory> sparse_;
  bool replaceable_;
  std::atomic<uint32_t> pins_{0};
  std::atomic<uint64_t> version_{0};
  std::atomic<uint32_t> mapped_writes_{0};
  mutable std::mutex lock_;
  Ref<Storage> storage_;
  Uses uses_;
};

}  // namespace mux::gallium
