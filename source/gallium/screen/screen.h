/// @file
/// The screen: the device, the allocator of mux objects, and what orders contexts.
///
/// Thread-safe.
#pragma once

#include <mux/gallium/screen.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "client/event.h"
#include "client/function_ref.h"
#include "gallium/support/object.h"

namespace mux::gallium {

/// The last flush of each context: other contexts order their commands after it.
class FlushBoard {
 public:
  /// Replaces the flush of a context.
  /// @param flush completes when all flushed commands have ended, failed or not.
  void publish(const void *context, Ref<client::Event> flush);
  /// Forgets a context, all of whose commands have ended.
  void remove(const void *context);
  /// Increases with each publication.
  uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }
  /// The flushes of all contexts but one that have not completed.
  std::vector<Ref<client::Event>> others(const void *context) const;

 private:
  struct Entry {
    const void *context;
    Ref<client::Event> flush;
  };

  mutable std::mutex lock_;
  std::vector<Entry> entries_;
  std::atomic<uint64_t> version_{0};
};

class Screen final : public RefCounted, public mux_gallium_screen_s {
 public:
  using HandleType = mux_gallium_screen_t;
  static constexpr const char *is_null = "the screen is NULL";

  /// Fails with mux_error_feature_unsupported if the device has no coherent host memory.
  Screen(mux_device_t device, mux_allocator_info_t allocator);

  mux_device_t device() const { return device_; }
  mux_queue_t queue() const { return queue_; }
  mux_allocator_info_t allocator() const { return allocator_; }
  const mux_gallium_screen_info_t &info() const { return info_; }
  FlushBoard &flush_board() { return flush_board_; }
  /// An object that the layers above make once for a screen.
  RefCounted &shared_object(client::FunctionRef<Ref<RefCounted>()> make);

 private:
  mux_device_t device_;
  mux_queue_t queue_ = nullptr;
  mux_allocator_info_t allocator_;
  mux_gallium_screen_info_t info_;
  FlushBoard flush_board_;
  std::mutex shared_object_lock_;
  Ref<RefCounted> shared_object_;
};

}  // namespace mux::gallium
