#include "host/record/accesses.h"

#include "host/record/argument_properties.h"

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

}  // namespace

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
