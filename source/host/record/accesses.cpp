#include "host/record/accesses.h"

#include <algorithm>

#include "host/objects/buffer.h"
#include "host/objects/image.h"

namespace mux::host {
namespace {

using compiler::KernelArgument;
using compiler::KernelDescription;

/// Bytes from the first to the last of a box of rows; no extent is 0.
uint64_t box_size(const mux_extent_3d_t &box, const mux_extent_2d_t &pitches) {
  return (box.z - 1) * pitches.y + (box.y - 1) * pitches.x + box.x;
}

void describe_regions(const RegionsRecord &record, Dependences &dependences) {
  const std::byte *source = record.source.resolve();
  for (uint64_t index = 0; index < record.region_count; ++index) {
    const mux_buffer_region_info_t &region = record.regions[index];
    dependences.reads(source + offset_of(region.src_origin, region.src_desc),
                      box_size(region.region, region.src_desc));
  }
  const std::byte *destination = record.destination.resolve();
  for (uint64_t index = 0; index < record.region_count; ++index) {
    const mux_buffer_region_info_t &region = record.regions[index];
    dependences.writes(destination + offset_of(region.dst_origin, region.dst_desc),
                       box_size(region.region, region.dst_desc));
  }
}

/// Whether the kernel may access memory that its arguments do not determine. Printing counts as
/// such.
bool may_access_any_memory(const KernelDescription &kernel) {
  return kernel.may_access_any_memory || kernel.prints;
}

void describe_nd_range(const NdRangeRecord &record, Dependences &dependences) {
  if (record.group_count == 0) {
    return;
  }
  if (may_access_any_memory(*record.kernel)) {
    dependences.fence();
    return;
  }
  const std::vector<KernelArgument> &arguments = record.kernel->arguments;
  for (size_t index = 0; index < arguments.size(); ++index) {
    const MemoryRange range = range_of(record.descriptors[index]);
    if (arguments[index].reads) {
      dependences.reads(range.begin, range.size);
    }
  }
  for (size_t index = 0; index < arguments.size(); ++index) {
    const MemoryRange range = range_of(record.descriptors[index]);
    if (arguments[index].writes) {
      dependences.writes(range.begin, range.size);
    }
  }
}

void describe(const RecordedCommand &command, Dependences &dependences) {
  switch (command.kind) {
    case CommandKind::nothing:
      break;
    case CommandKind::copy:
      dependences.reads(command.copy->source.resolve(), command.copy->size);
      dependences.writes(command.copy->destination.resolve(), command.copy->size);
      break;
    case CommandKind::copy_regions:
      describe_regions(*command.regions, dependences);
      break;
    case CommandKind::fill:
      dependences.writes(command.fill->destination.resolve(), command.fill->size);
      break;
    case CommandKind::fill_image:
      dependences.writes(command.fill_image->destination.resolve(),
                         box_size(command.fill_image->box, command.fill_image->pitches));
      break;
    case CommandKind::nd_range:
      describe_nd_range(*command.nd_range, dependences);
      break;
    case CommandKind::barrier:
      if (command.wait_count == 0) {
        dependences.fence();
      }
      break;
    case CommandKind::user_callback:
    case CommandKind::begin_query:
    case CommandKind::end_query:
    case CommandKind::reset_query_pool:
      dependences.fence();
      break;
  }
}

bool overlap(const MemoryRange &one, const MemoryRange &other) {
  return one.size != 0 && other.size != 0 && one.begin < other.begin + other.size &&
         other.begin < one.begin + one.size;
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

bool are_distinct(const KernelDescription &kernel, const mux_descriptor_info_t *recorded,
                  const ArgumentChanges &changes) {
  const std::vector<KernelArgument> &arguments = kernel.arguments;
  for (size_t index = 0; index < arguments.size(); ++index) {
    if (!arguments[index].writes) {
      continue;
    }
    const MemoryRange written = range_of(changed_descriptor(index, recorded, changes));
    for (size_t other = 0; written.size != 0 && other < arguments.size(); ++other) {
      // Pairs of two written arguments are compared once.
      const bool is_known = other == index || (other < index && arguments[other].writes);
      if (!is_known && (arguments[other].reads || arguments[other].writes) &&
          overlap(written, range_of(changed_descriptor(other, recorded, changes)))) {
        return false;
      }
    }
  }
  return true;
}

void describe_accesses(const RecordedCommand &command, Dependences &dependences) {
  dependences.begin_command();
  describe(command, dependences);
  for (uint32_t index = 0; index < command.wait_count; ++index) {
    dependences.after(command.waits[index]);
  }
  dependences.end_command();
}

bool accesses_differ(const KernelDescription &kernel, size_t argument,
                     const mux_descriptor_info_t &before, const mux_descriptor_info_t &after) {
  if (may_access_any_memory(kernel)) {
    return false;
  }
  const KernelArgument &described = kernel.arguments[argument];
  const MemoryRange one = range_of(before);
  const MemoryRange other = range_of(after);
  return (described.reads || described.writes) &&
         (one.begin != other.begin || one.size != other.size);
}

}  // namespace mux::host
