#include "compiler/program/native_description.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler {

namespace {

// Checks that the public header and the internal ABI agree.
#define MUX_SAME_MEMBER(type, other, member) \
  static_assert(offsetof(type, member) == offsetof(other, member))

static_assert(MUX_NATIVE_SCRATCH_ALIGNMENT == local_memory_alignment);
static_assert(MUX_NATIVE_ARGUMENTS_ALIGNMENT == packed_argument_alignment);

// NdRange may have more members after those that native kernels use.
static_assert(sizeof(mux_native_range_t) <= sizeof(NdRange));
MUX_SAME_MEMBER(mux_native_range_t, NdRange, dimensions);
MUX_SAME_MEMBER(mux_native_range_t, NdRange, global_size);
MUX_SAME_MEMBER(mux_native_range_t, NdRange, local_size);
MUX_SAME_MEMBER(mux_native_range_t, NdRange, global_offset);
MUX_SAME_MEMBER(mux_native_range_t, NdRange, group_count);
MUX_SAME_MEMBER(mux_native_range_t, NdRange, work_item_storage_offset);
static_assert(sizeof(mux_native_range_t::global_size) == sizeof(NdRange::global_size));

static_assert(sizeof(mux_native_image_t) <= sizeof(ImageView));
MUX_SAME_MEMBER(mux_native_image_t, ImageView, pixels);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, width);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, height);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, depth);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, array_layers);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, row_pitch);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, slice_pitch);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, channel_order);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, channel_type);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, pixel_size);
MUX_SAME_MEMBER(mux_native_image_t, ImageView, type);
#undef MUX_SAME_MEMBER

constexpr bool same(mux_native_argument_kind_e kind, ArgumentKind other) {
  return static_cast<uint32_t>(kind) == static_cast<uint32_t>(other);
}
static_assert(same(mux_native_argument_buffer, ArgumentKind::buffer));
static_assert(same(mux_native_argument_plain_old_data, ArgumentKind::plain_old_data));
static_assert(same(mux_native_argument_local_buffer, ArgumentKind::local_buffer));
static_assert(same(mux_native_argument_image, ArgumentKind::image));
static_assert(same(mux_native_argument_sampler, ArgumentKind::sampler));

static_assert(mux_native_sampler_normalized_coordinates == sampler_bits::normalized_coordinates);
static_assert(mux_native_sampler_address_mask == sampler_bits::address_mask);
static_assert(mux_native_sampler_address_none == sampler_bits::address_none);
static_assert(mux_native_sampler_address_clamp_to_edge == sampler_bits::address_clamp_to_edge);
static_assert(mux_native_sampler_address_clamp == sampler_bits::address_clamp);
static_assert(mux_native_sampler_address_repeat == sampler_bits::address_repeat);
static_assert(mux_native_sampler_address_mirrored_repeat == sampler_bits::address_mirrored_repeat);
static_assert(mux_native_sampler_filter_mask == sampler_bits::filter_mask);
static_assert(mux_native_sampler_filter_nearest == sampler_bits::filter_nearest);
static_assert(mux_native_sampler_filter_linear == sampler_bits::filter_linear);

/// Limits that are greater than realistic values, and small enough that sums and products of them
/// do not overflow.
constexpr uint64_t max_packed_bytes = 1 << 16;
constexpr uint64_t max_scratch_bytes = uint64_t{1} << 40;
constexpr uint64_t most_work_items = uint64_t{1} << 20;

const char *or_empty(const char *text) {
  return text == nullptr ? "" : text;
}

class Describer {
 public:
  Describer(const mux_native_kernel_t &kernel, KernelDescription &description, std::string &error)
      : kernel_(kernel), description_(description), error_(error) {}

  bool describe() {
    if (kernel_.header.version != MUX_NATIVE_VERSION ||
        kernel_.header.size != sizeof(mux_native_kernel_t)) {
      error_ = "the kernels were compiled with version " + std::to_string(kernel_.header.version) +
               " of mux/native_kernel.h, this library reads version " +
               std::to_string(MUX_NATIVE_VERSION);
      return false;
    }
    description_.name = or_empty(kernel_.name);
    if (description_.name.empty()) {
      error_ = "a native kernel has no name";
      return false;
    }
    if (kernel_.reach > mux_native_reach_arguments) {
      return fail("has an invalid value of `reach`");
    }
    description_.may_access_any_memory = kernel_.reach != mux_native_reach_arguments;
    return describe_arguments() && describe_scratch() && describe_local_sizes();
  }

 private:
  bool describe_arguments() {
    if (kernel_.argument_count != 0 && kernel_.arguments == nullptr) {
      return fail("has arguments, but `arguments` is NULL");
    }
    description_.arguments.resize(kernel_.argument_count);
    for (uint32_t i = 0; i < kernel_.argument_count; ++i) {
      if (!describe_argument(i)) {
        return false;
      }
    }
    return check_overlaps();
  }

  bool describe_argument(uint32_t index) {
    const mux_native_argument_t &from = kernel_.arguments[index];
    KernelArgument &to = description_.arguments[index];
    if (from.kind > mux_native_argument_sampler || from.access > mux_native_access_none) {
      return fail_argument(index, "is of an unknown kind");
    }
    to.kind = static_cast<ArgumentKind>(from.kind);
    const bool is_value = to.kind == ArgumentKind::plain_old_data;
    if (from.size == 0 || (!is_value && from.size != sizeof(uint64_t))) {
      return fail_argument(index, "has a wrong size");
    }
    if (!is_value && from.offset % sizeof(uint64_t) != 0) {
      return fail_argument(index, "is not aligned");
    }
    if (from.offset > max_packed_bytes || from.size > max_packed_bytes - from.offset) {
      return fail_argument(index, "is too large");
    }
    to.size = from.size;
    to.alignment = to.kind == ArgumentKind::local_buffer ? local_memory_alignment
                   : is_value                            ? 1
                                                         : sizeof(uint64_t);
    to.offset = from.offset;
    const bool has_memory = !is_value && to.kind != ArgumentKind::sampler;
    to.reads = has_memory && from.access != mux_native_access_write &&
               from.access != mux_native_access_none;
    to.writes = has_memory && from.access != mux_native_access_read &&
                from.access != mux_native_access_none;
    to.type_name = or_empty(from.type_name);
    to.name = or_empty(from.name);
    description_.packed_size = std::max(description_.packed_size, to.offset + to.size);
    return true;
  }

  bool check_overlaps() {
    std::vector<std::pair<uint64_t, uint64_t>> ranges;
    ranges.reserve(description_.arguments.size());
    for (const KernelArgument &argument : description_.arguments) {
      ranges.emplace_back(argument.offset, argument.offset + argument.size);
    }
    std::sort(ranges.begin(), ranges.end());
    for (size_t i = 1; i < ranges.size(); ++i) {
      if (ranges[i].first < ranges[i - 1].second) {
        return fail("has arguments that overlap");
      }
    }
    return true;
  }

  bool describe_scratch() {
    if (kernel_.local_memory_size > max_scratch_bytes ||
        kernel_.storage_per_group > max_scratch_bytes ||
        kernel_.storage_per_work_item > max_scratch_bytes) {
      return fail("requires more memory than is supported");
    }
    description_.local_memory_size = (kernel_.local_memory_size + local_memory_alignment - 1) /
                                     local_memory_alignment * local_memory_alignment;
    description_.storage_per_group = kernel_.storage_per_group;
    description_.stack_use = MUX_NATIVE_STACK_SIZE;
    description_.storage_per_work_item = kernel_.storage_per_work_item;
    return true;
  }

  bool describe_local_sizes() {
    return describe_local_size(kernel_.required_local_size, description_.required_local_size) &&
           describe_local_size(kernel_.preferred_local_size, description_.preferred_local_size);
  }

  /// Checks that all three dimensions are given, or none.
  bool describe_local_size(const uint64_t (&from)[3], uint64_t (&to)[3]) {
    const bool given = from[0] != 0;
    for (int dimension = 0; dimension < 3; ++dimension) {
      if ((from[dimension] != 0) != given || from[dimension] > most_work_items) {
        return fail("has an invalid work-group size");
      }
      to[dimension] = from[dimension];
    }
    return true;
  }

  bool fail(const char *what) {
    error_ = "native kernel '" + description_.name + "' " + what;
    return false;
  }

  bool fail_argument(uint32_t index, const char *what) {
    error_ = "argument " + std::to_string(index) + " of native kernel '" + description_.name +
             "' " + what;
    return false;
  }

  const mux_native_kernel_t &kernel_;
  KernelDescription &description_;
  std::string &error_;
};

}  // namespace

bool describe_native_kernel(const mux_native_kernel_t &kernel, KernelDescription &description,
                            std::string &error) {
  return Describer(kernel, description, error).describe();
}

}  // namespace mux::compiler
