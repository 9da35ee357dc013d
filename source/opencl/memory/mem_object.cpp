#include "opencl/memory/mem_object.h"

#include <algorithm>
#include <cstring>

#include "opencl/platform/limits.h"
#include "opencl/support/service.h"

namespace mux::opencl {
namespace {

bool uses_host(cl_mem_flags flags) {
  return (flags & CL_MEM_USE_HOST_PTR) != 0;
}

}  // namespace

MemObject::MemObject(Context &context, Description description)
    : _cl_mem(Kind::memory),
      context_(context),
      type_(description.type),
      flags_(description.flags),
      properties_(std::move(description.properties)),
      offset_(0),
      size_(description.size) {
  const std::span<const Ref<Device>> devices = context.devices();
  if (uses_host(flags_)) {
    allocation_ = context.shared_allocations().find(description.host);
    own_storage_.emplace(devices, description.host, size_);
  } else {
    own_storage_.emplace(devices, size_, limits::base_alignment);
    if (description.host != nullptr) {
      std::memcpy(own_storage_->data(), description.host, size_);
    }
  }
  storage_ = &*own_storage_;
  data_ = storage_->data();
}

MemObject::MemObject(MemObject &parent, Description description, size_t offset_in_parent)
    : _cl_mem(Kind::memory),
      context_(parent.context()),
      type_(description.type),
      flags_(description.flags),
      properties_(std::move(description.properties)),
      parent_(parent),
      allocation_(parent.allocation_),
      storage_(parent.storage_),
      offset_(parent.offset_ + offset_in_parent),
      data_(static_cast<std::byte *>(parent.data_) + offset_in_parent),
      size_(description.size) {}

MemObject::~MemObject() {
  for (auto function = destructors_.rbegin(); function != destructors_.rend(); ++function) {
    try {
      service::post(std::move(*function));
    } catch (const std::bad_alloc &) {
      // Better here than never.
      (*function)();
    }
  }
}

void MemObject::add_mapping(const void *pointer) {
  const std::lock_guard guard(lock_);
  mappings_.push_back(pointer);
}

bool MemObject::remove_mapping(const void *pointer) {
  const std::lock_guard guard(lock_);
  const auto found = std::ranges::find(mappings_, pointer);
  if (found == mappings_.end()) {
    return false;
  }
  mappings_.erase(found);
  return true;
}

cl_uint MemObject::mappings() const {
  const std::lock_guard guard(lock_);
  return static_cast<cl_uint>(mappings_.size());
}

void MemObject::on_destruction(std::function<void()> function) {
  const std::lock_guard guard(lock_);
  destructors_.push_back(std::move(function));
}

}  // namespace mux::opencl
