#include "gallium/screen/screen.h"

#include <algorithm>

#include "gallium/screen/capabilities.h"

namespace mux::gallium {

void FlushBoard::publish(const void *context, Ref<client::Event> flush) {
  const std::lock_guard guard(lock_);
  const auto found = std::ranges::find(entries_, context, &Entry::context);
  if (found != entries_.end()) {
    found->flush = std::move(flush);
  } else {
    entries_.push_back({context, std::move(flush)});
  }
  version_.fetch_add(1, std::memory_order_release);
}

void FlushBoard::remove(const void *context) {
  const std::lock_guard guard(lock_);
  std::erase_if(entries_, [&](const Entry &entry) { return entry.context == context; });
}

std::vector<Ref<client::Event>> FlushBoard::others(const void *context) const {
  const std::lock_guard guard(lock_);
  std::vector<Ref<client::Event>> flushes;
  for (const Entry &entry : entries_) {
    if (entry.context != context && !entry.flush->is_complete()) {
      flushes.push_back(entry.flush);
    }
  }
  return flushes;
}

Screen::Screen(mux_device_t device, mux_allocator_info_t allocator)
    : device_(device), allocator_(allocator), info_(describe_screen(device)) {
  require((device->info->allocation_capabilities & mux_allocation_capabilities_coherent_host) != 0,
          mux_error_feature_unsupported, "the device has no coherent host memory");
  check(muxGetQueue(device, mux_queue_type_compute, 0, &queue_));
}

RefCounted &Screen::shared_object(client::FunctionRef<Ref<RefCounted>()> make) {
  const std::lock_guard guard(shared_object_lock_);
  if (!shared_object_) {
    shared_object_ = make();
  }
  return *shared_object_;
}

}  // namespace mux::gallium
