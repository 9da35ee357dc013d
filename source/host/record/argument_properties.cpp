#include "host/record/argument_properties.h"

#include <algorithm>

#include "host/objects/buffer.h"
#include "host/objects/device_info.h"
#include "host/objects/image.h"
#include "host/objects/sampler.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;
using compiler::KernelDescription;

bool overlap(const MemoryRange &one, const MemoryRange &other) {
  return one.size != 0 && other.size != 0 && one.begin < other.begin + other.size &&
         other.begin < one.begin + one.size;
}

/// Size or offset in local memory as an element of LocalBlocks.
constexpr uint16_t in_units(uint64_t size) {
  static_assert(shared_local_memory_size / compiler::local_memory_alignment <= UINT16_MAX);
  return static_cast<uint16_t>(size / compiler::local_memory_alignment);
}

/// Whether the kernel writes through one of two arguments, and may access memory through the other.
bool may_conflict(const KernelArgument &one, const KernelArgument &other) {
  return (one.writes && (other.reads || other.writes)) || (one.reads && other.writes);
}

/// Whether memory of an argument overlaps that of an earlier one, and the kernel writes one of
/// them.
/// @param descriptor_of called with the index of an argument.
template <typename DescriptorOf>
bool overlaps_earlier(const KernelDescription &kernel, size_t index, DescriptorOf descriptor_of) {
  const KernelArgument *arguments = kernel.arguments.data();
  const MemoryRange range = range_of(descriptor_of(index));
  for (size_t earlier = 0; earlier < index; ++earlier) {
    if (may_conflict(arguments[index], arguments[earlier]) &&
        overlap(range, range_of(descriptor_of(earlier)))) {
      return true;
    }
  }
  return false;
}

}  // namespace

MemoryRange range_of(const mux_descriptor_info_t &descriptor) {
  if (descriptor.type == mux_descriptor_info_type_buffer) {
    const auto &buffer = *static_cast<const Buffer *>(descriptor.buffer_descriptor.buffer);
    return {buffer.address(), buffer.size()};
  }
  // NULL in commands recorded without descriptors.
  if (descriptor.type == mux_descriptor_info_type_image &&
      descriptor.image_descriptor.image != nullptr) {
    const Image &image = Image::of(descriptor.image_descriptor.image);
    return {image.address(), image.memory_requirements.size};
  }
  if (descriptor.type == mux_descriptor_info_type_custom_buffer) {
    const auto &custom = descriptor.custom_buffer_descriptor;
    // Clamped to the end of the address space, whatever size the program states.
    const uint64_t most = UINTPTR_MAX - reinterpret_cast<uintptr_t>(custom.data);
    return {static_cast<const std::byte *>(custom.data), std::min<uint64_t>(custom.size, most)};
  }
  return {};
}

bool are_distinct(const KernelDescription &kernel, const mux_descriptor_info_t *descriptors) {
  const auto descriptor_of = [&](size_t index) -> const auto & { return descriptors[index]; };
  for (size_t index = 0; index < kernel.arguments.size(); ++index) {
    if (overlaps_earlier(kernel, index, descriptor_of)) {
      return false;
    }
  }
  return true;
}

ArgumentCollector::ArgumentCollector(const KernelDescription &kernel,
                                     const mux_descriptor_info_t *recorded,
                                     const ArgumentChanges &changes, bool compares_buffers,
                                     CommandRange &range)
    : kernel_(kernel),
      recorded_(recorded),
      changes_(changes),
      range_(range),
      local_memory_(align_local(kernel.local_memory_size)) {
  range.has_distinct_buffers = compares_buffers;
  range.opaque_arguments = {};
  range.local_blocks = {};
}

void ArgumentCollector::compare_memory(size_t index) {
  range_.has_distinct_buffers = !overlaps_earlier(
      kernel_, index, [this](size_t other) -> const auto & { return descriptor(other); });
}

void ArgumentCollector::add_local_block(size_t index) {
  constexpr uint64_t available = shared_local_memory_size;
  const uint64_t wanted = local_size_of(descriptor(index));
  if (rejected_.has_value() || wanted > available - std::min(local_memory_, available)) {
    rejected_ = rejected_.value_or(index);
    return;
  }
  compiler::LocalBlocks &blocks = range_.local_blocks;
  if (block_count_ == 0) {
    blocks[0] = in_units(local_memory_);
  }
  local_memory_ += align_local(wanted);
  ++block_count_;
  if (block_count_ < blocks.size()) {
    std::fill(blocks.begin() + block_count_, blocks.end(), in_units(local_memory_));
  } else {
    // More blocks than can be described.
    blocks = {};
  }
}

void ArgumentCollector::add_opaque(size_t index) {
  if (!kernel_.opaque_arguments_matter || opaque_count_ == range_.opaque_arguments.size()) {
    return;
  }
  uint16_t &value = range_.opaque_arguments[opaque_count_++];
  const mux_descriptor_info_t &added = descriptor(index);
  if (kernel_.arguments[index].kind == ArgumentKind::sampler) {
    value = static_cast<uint16_t>(sampler_bits_of(added.sampler_descriptor.sampler));
  } else if (added.image_descriptor.image != nullptr) {
    value = Image::of(added.image_descriptor.image).packed_format();
  }
}

mux_result_t ArgumentCollector::finish(uint64_t &local_memory) const {
  constexpr uint64_t available = shared_local_memory_size;
  if (kernel_.local_memory_size > available) {
    return fail(mux_error_invalid_value,
                "kernel '%s' declares %llu bytes of local memory; the device has %llu",
                kernel_.name.c_str(), static_cast<unsigned long long>(kernel_.local_memory_size),
                static_cast<unsigned long long>(available));
  }
  if (rejected_.has_value()) {
    const size_t index = *rejected_;
    return fail(mux_error_invalid_value,
                "argument %zu ('%s') of kernel '%s' asks for %llu bytes of local memory; %llu of "
                "the device's %llu are in use",
                index, kernel_.arguments[index].name.c_str(), kernel_.name.c_str(),
                static_cast<unsigned long long>(local_size_of(descriptor(index))),
                static_cast<unsigned long long>(local_memory_),
                static_cast<unsigned long long>(available));
  }
  local_memory = local_memory_;
  return mux_success;
}

mux_result_t collect_properties(const KernelDescription &kernel,
                                const mux_descriptor_info_t *recorded,
                                const ArgumentChanges &changes, bool compares_buffers,
                                CommandRange &range, uint64_t &local_memory) {
  ArgumentCollector collector(kernel, recorded, changes, compares_buffers, range);
  for (size_t index = 0; index < kernel.arguments.size(); ++index) {
    collector.add(index);
  }
  return collector.finish(local_memory);
}

}  // namespace mux::host
