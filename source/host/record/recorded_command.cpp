#include "host/record/recorded_command.h"

#include "host/objects/buffer.h"
#include "host/objects/image.h"
#include "host/record/kernel_arguments.h"
#include "host/support/allocator.h"

namespace mux::host {
namespace {

/// Copies a record; `copy_parts` replaces its pointers by copies.
template <typename Record, typename CopyParts>
Record *copy_with_parts(const Record &record, Arena &arena, CopyParts copy_parts) {
  Record copy = record;
  return copy_parts(copy) ? arena.copy(copy) : nullptr;
}

bool copy_query_parts(QueryWork &record, Arena &arena) {
  QueryRange *ranges = arena.copy_array(record.ranges, record.range_count);
  for (uint64_t index = 0; ranges != nullptr && index < record.range_count; ++index) {
    QueryRange &range = ranges[index];
    if (range.counters != nullptr) {
      range.counters = arena.copy_array(range.counters, range.count);
      if (range.counters == nullptr) {
        return false;
      }
    }
  }
  record.ranges = ranges;
  return ranges != nullptr;
}

uint64_t bytes_of(const RegionsRecord &record) {
  uint64_t bytes = 0;
  for (uint64_t index = 0; index < record.region_count; ++index) {
    const mux_extent_3d_t &extent = record.regions[index].region;
    bytes += extent.x * extent.y * extent.z;
  }
  return bytes;
}

}  // namespace

std::byte *Address::resolve() const {
  if (buffer != nullptr) {
    return buffer->address() + offset;
  }
  return image != nullptr ? image->address() + offset : reinterpret_cast<std::byte *>(offset);
}

Amount amount_of(const RecordedCommand &command) {
  Amount amount;
  switch (command.kind) {
    case CommandKind::copy:
      amount.bytes = command.copy->size;
      break;
    case CommandKind::copy_regions:
      amount.bytes = bytes_of(*command.regions);
      break;
    case CommandKind::fill:
      amount.bytes = command.fill->size;
      break;
    case CommandKind::fill_image: {
      const mux_extent_3d_t &box = command.fill_image->box;
      amount.bytes = box.x * box.y * box.z;
      break;
    }
    case CommandKind::nd_range: {
      const uint64_t *size = command.nd_range->range.global_size;
      amount.work_groups = command.nd_range->group_count;
      amount.work_items = size[0] * size[1] * size[2];
      break;
    }
    case CommandKind::nothing:
    case CommandKind::barrier:
    case CommandKind::user_callback:
    case CommandKind::begin_query:
    case CommandKind::end_query:
    case CommandKind::reset_query_pool:
      break;
  }
  return amount;
}

bool copy_record(const RecordedCommand &record, Arena &arena, RecordedCommand &copy) {
  copy = record;
  copy.waits = arena.copy_array(record.waits, record.wait_count);
  if (copy.waits == nullptr) {
    return false;
  }
  if (record.completion != nullptr) {
    copy.completion = arena.copy(*record.completion);
    if (copy.completion == nullptr) {
      return false;
    }
  }
  switch (record.kind) {
    case CommandKind::nothing:
    case CommandKind::barrier:
      return true;
    case CommandKind::copy:
      copy.copy = arena.copy(*record.copy);
      return copy.copy != nullptr;
    case CommandKind::copy_regions:
      copy.regions = copy_with_parts(*record.regions, arena, [&](RegionsRecord &made) {
        made.regions = arena.copy_array(made.regions, made.region_count);
        return made.regions;
      });
      return copy.regions != nullptr;
    case CommandKind::fill:
      copy.fill = copy_with_parts(*record.fill, arena, [&](FillRecord &made) {
        made.pattern = arena.copy_bytes(made.pattern, made.pattern_size, alignof(std::max_align_t));
        return made.pattern;
      });
      return copy.fill != nullptr;
    case CommandKind::fill_image:
      copy.fill_image = arena.copy(*record.fill_image);
      return copy.fill_image != nullptr;
    case CommandKind::nd_range:
      copy.nd_range = copy_with_parts(*record.nd_range, arena, [&](NdRangeRecord &made) {
        made.descriptors = copy_descriptors(*made.kernel, made.descriptors, arena);
        return made.descriptors;
      });
      return copy.nd_range != nullptr;
    case CommandKind::user_callback:
      copy.user_callback = arena.copy(*record.user_callback);
      return copy.user_callback != nullptr;
    case CommandKind::begin_query:
    case CommandKind::end_query:
    case CommandKind::reset_query_pool:
      copy.query = copy_with_parts(*record.query, arena,
                                   [&](QueryWork &made) { return copy_query_parts(made, arena); });
      return copy.query != nullptr;
  }
  return false;
}

}  // namespace mux::host
