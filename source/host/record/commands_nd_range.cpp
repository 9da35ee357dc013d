// Recording ND-ranges: checks the descriptors and sizes against the kernel.

#include <exception>
#include <limits>
#include <new>
#include <string>

#include "compiler/abi/tiny_groups.h"
#include "host/objects/device_info.h"
#include "host/objects/kernel.h"
#include "host/record/argument_checks.h"
#include "host/record/argument_properties.h"
#include "host/record/command_buffer.h"
#include "host/record/commands.h"
#include "host/record/kernel_arguments.h"
#include "host/record/nd_range.h"
#include "host/record/record.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

using compiler::KernelDescription;
using compiler::NdRange;

mux_result_t check_local_size(const KernelDescription &kernel, const NdRange &range) {
  uint64_t work_items = 1;
  for (int dimension = 0; dimension < 3; ++dimension) {
    const uint64_t size = range.local_size[dimension];
    const uint64_t required = kernel.required_local_size[dimension];
    if (required != 0 && size != required) {
      return fail(mux_error_invalid_value,
                  "local_size[%d] is %llu, but kernel '%s' requires a work-group size of %llu",
                  dimension, static_cast<unsigned long long>(size), kernel.name.c_str(),
                  static_cast<unsigned long long>(required));
    }
    work_items *= size;
  }
  if (work_items > max_work_group_size) {
    return fail(mux_error_invalid_value,
                "a work-group of %llu work-items is larger than the device's limit of %u",
                static_cast<unsigned long long>(work_items), max_work_group_size);
  }
  return mux_success;
}

/// Fills the range from the options, apart from properties of arguments. Dimensions beyond those
/// given have size 1 and offset 0.
mux_result_t fill_range(const mux_ndrange_options_t &options, CommandRange &range,
                        uint64_t &group_count) {
  range.dimensions = options.dimensions;
  range.nontemporal_threshold = nontemporal_threshold();
  group_count = 1;
  for (size_t dimension = 0; dimension < 3; ++dimension) {
    const bool given = dimension < options.dimensions;
    const uint64_t global = given ? options.global_size[dimension] : 1;
    const uint64_t local = given ? options.local_size[dimension] : 1;
    const uint64_t groups = global / local + (global % local != 0 ? 1 : 0);
    range.global_size[dimension] = global;
    range.local_size[dimension] = local;
    range.global_offset[dimension] = given ? options.global_offset[dimension] : 0;
    range.group_count[dimension] = groups;
    if (__builtin_mul_overflow(group_count, groups, &group_count)) {
      return fail(mux_error_invalid_value, "the ND-range has more than 2^64 work-groups");
    }
    if (range.global_offset[dimension] > std::numeric_limits<uint64_t>::max() - global) {
      return fail(mux_error_invalid_value,
                  "global_offset[%zu] plus global_size[%zu] does not fit 64 bits", dimension,
                  dimension);
    }
  }
  return mux_success;
}

/// Whether descriptors are missing, which is allowed for a range without work-items.
bool lacks_descriptors(const NdRangeRecord &record, const mux_ndrange_options_t &options) {
  return record.group_count == 0 && options.descriptors_length == 0;
}

/// Checks the descriptors, collects their properties and copies them, in one pass. Without an
/// arena, or if an allocation fails, which is not an error here, the record gets no descriptors.
mux_result_t take_descriptors(const KernelDescription &kernel, const mux_ndrange_options_t &options,
                              mux_device_t device, Arena *arena, NdRangeRecord &record,
                              uint64_t &local_memory) {
  const size_t count = kernel.arguments.size();
  if (options.descriptors_length != count) {
    return fail(mux_error_invalid_value, "kernel '%s' has %zu arguments, but got %llu descriptors",
                kernel.name.c_str(), count,
                static_cast<unsigned long long>(options.descriptors_length));
  }
  const DescriptorStorage copies =
      arena == nullptr ? DescriptorStorage{} : allocate_descriptors(kernel, *arena);
  record.descriptors = copies.descriptors;
  const ArgumentChanges unchanged{};
  ArgumentCollector collector(kernel, options.descriptors, unchanged,
                              kernel.distinct_buffers_matter, record.range);
  for (size_t index = 0; index < count; ++index) {
    const mux_descriptor_info_t &descriptor = options.descriptors[index];
    const mux_result_t result = check_descriptor(kernel, index, descriptor, device);
    if (result != mux_success) {
      return result;
    }
    collector.add(index);
    if (copies.descriptors != nullptr) {
      copy_descriptor(kernel, index, descriptor, copies);
    }
  }
  return collector.finish(local_memory);
}

/// As take_descriptors(), for a range that may lack descriptors.
mux_result_t fill_arguments(const Kernel &kernel, const mux_ndrange_options_t &options,
                            Arena *arena, NdRangeRecord &record, uint64_t &local_memory) {
  const KernelDescription &description = kernel.description();
  if (!lacks_descriptors(record, options)) {
    return take_descriptors(description, options, kernel.device, arena, record, local_memory);
  }
  record.range.has_distinct_buffers = false;
  record.range.opaque_arguments = {};
  record.range.local_blocks = {};
  record.descriptors = arena == nullptr ? nullptr : make_empty_descriptors(description, *arena);
  return mux_success;
}

/// Chooses the code of a command by its checked range.
/// @param choose called with the range and a string for an error text.
template <typename Choose>
mux_result_t choose_code(const char *name, Choose choose, NdRangeRecord &record) {
  try {
    std::string error;
    const ChosenCode chosen = choose(record.range, error);
    if (chosen.code.function == nullptr) {
      return fail(mux_error_internal, "kernel '%s' cannot be compiled: %s", name, error.c_str());
    }
    record.kernel = chosen.code.description;
    record.function = chosen.code.function;
    record.variant = chosen.variant;
    return mux_success;
  } catch (const std::bad_alloc &) {
    return fail(mux_error_out_of_memory, "no memory, or no thread, to compile kernel '%s'", name);
  } catch (const std::exception &exception) {
    return fail(mux_error_internal, "compiling kernel '%s' failed: %s", name, exception.what());
  }
}

mux_result_t build_record(const Kernel &kernel, const mux_ndrange_options_t &options, Arena &arena,
                          NdRangeRecord &record) {
  const mux_result_t result = check_nd_range(kernel, options, &arena, record);
  if (result != mux_success) {
    return result;
  }
  return record.descriptors != nullptr ? mux_success : fail_to_record();
}

/// Sends the vectorization hint. Called after recording, because the program may record from its
/// callback.
void send_vectorization_hint(const CommandBuffer &command_buffer, Kernel &kernel) {
  if (!command_buffer.messages().has_callback() || !kernel.take_vectorization_hint()) {
    return;
  }
  const KernelDescription &description = kernel.description();
  try {
    command_buffer.messages().send(
        "kernel '" + description.name + "' is not fully vectorized: " + description.vectorization,
        mux_message_kind_vectorization);
  } catch (const std::bad_alloc &) {
    // A hint that cannot be allocated is dropped.
  }
}

mux_result_t record_nd_range(Recording &recording, const Kernel &kernel,
                             const mux_ndrange_options_t &options, mux_sync_point_t *sync_point) {
  if (!recording.open()) {
    return mux_error_invalid_value;
  }
  // Constructed in place: copying a record right after writing its members stalls on store
  // forwarding, which took a tenth of the recording time.
  auto *record = recording.arena().allocate_array<NdRangeRecord>(1);
  if (record == nullptr) {
    return fail_to_record();
  }
  const mux_result_t result = build_record(kernel, options, recording.arena(), *record);
  if (result != mux_success) {
    return result;
  }
  RecordedCommand command{};
  command.kind = CommandKind::nd_range;
  command.nd_range = record;
  return recording.commit(command, sync_point);
}

}  // namespace

void set_local_memory(NdRangeRecord &record, uint64_t local_memory) {
  const uint64_t(&local_size)[3] = record.range.local_size;
  const uint64_t groups = compiler::most_joined_groups(local_size);
  record.range.work_item_storage_offset = groups * local_memory;
  record.scratch_size =
      groups * local_memory +
      record.kernel->context_array(groups * local_size[0] * local_size[1] * local_size[2]);
}

uint64_t local_memory_of(const NdRangeRecord &record) {
  return record.range.work_item_storage_offset /
         compiler::most_joined_groups(record.range.local_size);
}

mux_result_t check_nd_range(const Kernel &kernel, const mux_ndrange_options_t &options,
                            Arena *arena, NdRangeRecord &record) {
  const KernelDescription &description = kernel.description();
  mux_result_t result = fill_range(options, record.range, record.group_count);
  if (result == mux_success) {
    result = check_local_size(description, record.range);
  }
  uint64_t local_memory = 0;
  if (result == mux_success) {
    result = fill_arguments(kernel, options, arena, record, local_memory);
  }
  record.code_source = kernel.code_source();
  if (result == mux_success) {
    result = choose_code(
        description.name.c_str(),
        [&](const CommandRange &range, std::string &error) {
          return kernel.choose_code(range, error);
        },
        record);
  }
  if (result == mux_success) {
    set_local_memory(record, local_memory);
  }
  return result;
}

mux_result_t rechoose_code(NdRangeRecord &record) {
  return choose_code(
      record.kernel->name.c_str(),
      [&](const CommandRange &range, std::string &error) {
        return record.code_source.choose(range, error);
      },
      record);
}

mux_result_t command_nd_range(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                              mux_ndrange_options_t options, uint32_t wait_length,
                              const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Kernel &recorded = *static_cast<Kernel *>(kernel);
  mux_result_t result = mux_success;
  {
    Recording recording(command_buffer, {wait_length, wait_list});
    result = record_nd_range(recording, recorded, options, sync_point);
  }
  if (result == mux_success) {
    send_vectorization_hint(CommandBuffer::of(command_buffer), recorded);
  }
  return result;
}

}  // namespace mux::host
