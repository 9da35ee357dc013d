#include "opencl/memory/mem_object.h"

#include <algorithm>
#include <cstring>

#include "client/service.h"
#include "opencl/platform/limits.h"

namespace mux::opencl {
namespace {

bool uses_host(cl_mem_flags flags) {
  return (flags & CL_MEM_USE_HOST_PTR) != 0;
}

}  // namespace

MemObject::MemObject(Context &context, Description description)
    : _cl_mem(Kind::memory),
      context_(context),
      number_(context.memory_objects()),
      type_(description.type),
      flags_(description.flags),
      properties_(std::move(description.properties)),
      addressed_(description.addressed),
      imported_memory_(std::move(description.foreign)),
      offset_(0),
      size_(description.size) {
  if (imported_memory_ != nullptr) {
    use_host_memory(imported_memory_->data());
  } else if (uses_host(flags_)) {
    use_host_memory(description.host);
  } else {
    make_memory(description.host);
  }
  // Both branches have set it.
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  storage_ = &*own_storage_;
  data_ = storage_->data();
}

void MemObject::use_host_memory(void *host) {
  allocation_ = context_->shared_allocations().find(host);
  own_storage_.emplace(context_->devices(), host, size_);
}

void MemObject::make_memory(const void *copied) {
  if (addressed_) {
    own_allocation_.emplace(context_->shared_allocations(), context_->devices(), size_,
                            limits::base_alignment, AddressedBuffer{});
    use_host_memory(own_allocation_->base());
  } else {
    own_storage_.emplace(context_->devices(), size_, limits::base_alignment);
  }
  if (copied != nullptr) {
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access): use_host_memory() makes it as well
    std::memcpy(own_storage_->data(), copied, size_);
  }
}

MemObject::MemObject(MemObject &parent, Description description, size_t offset_in_parent)
    : _cl_mem(Kind::memory),
      context_(parent.context()),
      number_(parent.context().memory_objects()),
      type_(description.type),
      flags_(description.flags),
      properties_(std::move(description.properties)),
      addressed_(parent.addressed_),
      parent_(parent),
      allocation_(parent.allocation_),
      storage_(parent.storage_),
      offset_(parent.offset_ + offset_in_parent),
      data_(static_cast<std::byte *>(parent.data_) + offset_in_parent),
      size_(description.size) {}

MemObject::~MemObject() {
  if (MemObject &owner = root(); &owner != this) {
    const std::lock_guard guard(owner.lock_);
    std::erase_if(owner.mappings_, [&](const OwnMapping &own) { return own.object == this; });
  }
  for (auto function = destructors_.rbegin(); function != destructors_.rend(); ++function) {
    try {
      client::service::post(std::move(*function));
    } catch (const std::bad_alloc &) {
      // The service thread could not take the callback; calling it on this thread is better than
      // never.
      (*function)();
    }
  }
}

void MemObject::released() noexcept {
  {
    const std::lock_guard guard(lock_);
    if (destructors_.empty()) {
      return;
    }
  }
  // The destructor callback waits for commands that may be in an open batch.
  try {
    context_->command_sources().flush();
  } catch (...) {
    // Commands that could not be dispatched have ended.
    return;
  }
}

MemObject &MemObject::root() {
  MemObject *object = this;
  while (object->parent_) {
    object = object->parent_.get();
  }
  return *object;
}

bool MemObject::overlap(const OwnMapping &one, const OwnMapping &other) {
  const auto meet = [](uintptr_t begin, size_t size, uintptr_t other_begin, size_t other_size) {
    return begin < other_begin + other_size && other_begin < begin + size;
  };
  const Mapping &a = one.mapping;
  const Mapping &b = other.mapping;
  if (one.object != other.object) {
    return meet(reinterpret_cast<uintptr_t>(a.pointer), a.span,
                reinterpret_cast<uintptr_t>(b.pointer), b.span);
  }
  return meet(a.origin.x, a.region.x, b.origin.x, b.region.x) &&
         meet(a.origin.y, a.region.y, b.origin.y, b.region.y) &&
         meet(a.origin.z, a.region.z, b.origin.z, b.region.z);
}

void MemObject::add_mapping(const Mapping &mapping) {
  MemObject &owner = root();
  const OwnMapping added = {this, mapping};
  const std::lock_guard guard(owner.lock_);
  require(!mapping.writes || std::ranges::none_of(owner.mappings_,
                                                  [&](const OwnMapping &other) {
                                                    return other.mapping.writes &&
                                                           overlap(added, other);
                                                  }),
          CL_INVALID_OPERATION, "the region overlaps a region mapped for writing");
  // Of several mappings at one address, those for writing are unmapped first, because they exclude
  // others.
  owner.mappings_.insert(mapping.writes ? owner.mappings_.begin() : owner.mappings_.end(), added);
}

std::optional<Mapping> MemObject::remove_mapping(const void *pointer) {
  MemObject &owner = root();
  const std::lock_guard guard(owner.lock_);
  const auto found = std::ranges::find_if(owner.mappings_, [&](const OwnMapping &own) {
    return own.object == this && own.mapping.pointer == pointer;
  });
  if (found == owner.mappings_.end()) {
    return std::nullopt;
  }
  const Mapping removed = found->mapping;
  owner.mappings_.erase(found);
  return removed;
}

cl_uint MemObject::mappings() const {
  const MemObject &owner = root();
  const std::lock_guard guard(owner.lock_);
  return static_cast<cl_uint>(std::ranges::count(owner.mappings_, this, &OwnMapping::object));
}

void MemObject::on_destruction(std::function<void()> function) {
  const std::lock_guard guard(lock_);
  destructors_.push_back(std::move(function));
}

}  // namespace mux::opencl
