#include "gallium/resource/resource.h"

#include <cstring>

namespace mux::gallium {
namespace {

Ref<Storage> storage_in(Screen &screen, void *memory, uint64_t memory_size, uint64_t size) {
  require_valid(memory_size >= size, "the memory is smaller than the resource");
  return make_ref<Storage>(screen, memory, size);
}

/// Sparse buffers reserve addresses only, so that memory does not limit them.
uint64_t size_limit(const Screen &screen, const ResourceTemplate &description) {
  constexpr uint64_t addresses = uint64_t{1} << 40U;
  const bool is_sparse = (description.flags & mux_gallium_resource_flag_sparse) != 0;
  return is_sparse ? addresses : screen.info().max_resource_size;
}

}  // namespace

Resource::Resource(Screen &screen, const ResourceTemplate &description)
    : screen_(screen),
      description_(description),
      format_(&checked_format(description.format)),
      layout_(description, size_limit(screen, description)),
      replaceable_(!has_flag(mux_gallium_resource_flag_sparse)) {
  if (has_flag(mux_gallium_resource_flag_sparse)) {
    sparse_ = std::make_unique<SparseMemory>(size());
    storage_ = make_ref<Storage>(screen, sparse_->data(), size());
  } else {
    storage_ = make_ref<Storage>(screen, size());
    if (is_buffer()) {
      std::memset(storage_->data(), 0, size());
    }
  }
}

Resource::Resource(Screen &screen, const ResourceTemplate &description, void *memory,
                   uint64_t memory_size)
    : screen_(screen),
      description_(description),
      format_(&checked_format(description.format)),
      layout_(description, screen.info().max_resource_size),
      replaceable_(false),
      storage_(storage_in(screen, memory, memory_size, size())) {}

Resource::~Resource() {
  // Before the addresses of a sparse buffer.
  storage_ = {};
}

Ref<Storage> Resource::storage() const {
  const std::lock_guard guard(lock_);
  return storage_;
}

void Resource::begin_mapped_write() noexcept {
  mapped_writes_.fetch_add(1, std::memory_order_acq_rel);
  note_write();
}

void Resource::end_mapped_write() noexcept {
  note_write();
  mapped_writes_.fetch_sub(1, std::memory_order_acq_rel);
}

bool Resource::is_written_unnoticed() const noexcept {
  return !replaceable_ || pins_.load(std::memory_order_acquire) != 0 ||
         mapped_writes_.load(std::memory_order_acquire) != 0;
}

bool Resource::replace_storage() {
  if (!replaceable_ || pins_.load(std::memory_order_relaxed) != 0) {
    return false;
  }
  Ref<Storage> made = make_ref<Storage>(*screen_, size());
  const std::lock_guard guard(lock_);
  storage_ = std::move(made);
  return true;
}

}  // namespace mux::gallium
