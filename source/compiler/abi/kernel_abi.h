/// @file
/// The contract between compiled kernels and whoever runs them.
///
/// A compiled kernel is one function that runs a range of work-groups of an ND-range, one after the
/// other, on the calling thread. It allocates nothing and keeps nothing between calls, so any
/// number of threads may run it at once, each with scratch memory of its own.
///
/// Scratch memory of one call, from its first byte:
///   1. the local memory that the kernel declares (KernelDescription::local_memory_size bytes),
///   2. the local memory passed as arguments, each block aligned to `local_memory_alignment`; a
///   local
///      argument's slot holds the block's offset from the start of the scratch memory,
///   3. at NdRange::work_item_storage_offset, the values that work-items keep across barriers:
///      KernelDescription::context_array(work-items of a group) bytes.
/// Of groups of few work-items there is room for several in a row (tiny_groups.h): all that is said
/// here of local memory and of a group's work-items counts as often.
/// None of it needs to be zeroed: kernels that promise zeros (InitializedMemory) write them.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mux::compiler {

/// Alignment of the scratch memory, of each block of local memory in it and of the work-item
/// storage: the largest alignment of an OpenCL type (long16).
inline constexpr size_t local_memory_alignment = 128;

/// Alignment of the packed arguments. A value in them may ask for more; the kernel does not rely on
/// it.
inline constexpr size_t packed_argument_alignment = 8;

/// Bytes of stack that codes of a kernel may take, whatever the first one took; one that takes more
/// than that and the first one did is not used. Private variables of packets are at most 512 KiB
/// (compiler/vectorize/analysis/private_layout.h), the rest is for what registers have no room for.
inline constexpr uint64_t usual_stack_use = 640 * 1024;

/// Bytes of stack for functions that kernels call (compiler/runtime, the C library's).
inline constexpr uint64_t most_runtime_stack_use = 32 * 1024;

/// Packets with fewer than one lane in so many in use are not worth their while: shorter rows run
/// one work-item at a time.
inline constexpr uint32_t emptiest_packet = 4;

/// What is known of the images and samplers that a kernel is given: for each of the first of these
/// arguments, in their order, the format of an image (packed_format()) or the bits of a sampler
/// (sampler_bits); 0 where it is not known.
using OpaqueArguments = std::array<uint16_t, 8>;

/// Channel orders and types are OpenCL's constants, which have the same upper byte.
inline constexpr uint32_t channel_constants = 0x1000;

constexpr uint16_t packed_format(uint32_t channel_order, uint32_t channel_type) {
  return static_cast<uint16_t>((channel_order & 0xFF) << 8 | (channel_type & 0xFF));
}
constexpr uint32_t channel_order_of(uint16_t format) {
  return channel_constants | format >> 8;
}
constexpr uint32_t channel_type_of(uint16_t format) {
  return channel_constants | (format & 0xFF);
}

/// The blocks of local memory that are passed as arguments, in the arguments' order: where the
/// first begins in scratch memory and where each of them ends, in units of
/// `local_memory_alignment`. What lies beyond the last is the same as its end. All 0 if that is not
/// known: there are none, or more than fit here.
using LocalBlocks = std::array<uint16_t, 8>;

/// What a kernel needs to know of the ND-range it runs in. Compiled code reads it: the order of the
/// members is part of the contract (source/compiler/pipeline mirrors it as an LLVM type).
struct NdRange {
  uint64_t dimensions;
  uint64_t global_size[3];
  /// Of a full work-group; the last one in a dimension is smaller if this does not divide the
  /// global size.
  uint64_t local_size[3];
  uint64_t global_offset[3];
  uint64_t group_count[3];
  /// From the start of the scratch memory, a multiple of `local_memory_alignment`.
  uint64_t work_item_storage_offset;
  /// Bytes of an output that nobody finds in the caches after the kernel: of these and larger ones,
  /// whole lines are written past the caches.
  uint64_t large_output = UINT64_MAX;
  /// No memory that the kernel writes through one of its arguments is that of another. Compiled
  /// code takes it for granted or not (RangeShape::has_distinct_buffers), and does not read it.
  bool has_distinct_buffers = false;
  /// Likewise.
  OpaqueArguments opaque_arguments = {};
  LocalBlocks local_blocks = {};
};

/// What is known of every ND-range that a kernel compiled for it runs in: all work-groups are full.
struct FixedRange {
  uint64_t local_size[3] = {1, 1, 1};
  /// The global offset is 0 in all dimensions.
  bool no_offset = false;
  /// Blocks of local memory mostly grow with work-groups.
  LocalBlocks local_blocks = {};

  bool operator==(const FixedRange &) const = default;
};

/// What is known of every ND-range that a kernel compiled for it runs in, besides its local size:
/// such code has one form for its work-items, and no loops where there is one of them.
struct RangeShape {
  /// 1 to 3. In those beyond, the global size and the local size are 1 and the offset is 0.
  uint32_t dimensions = 3;
  /// All ids are below `end_of_small_ids`. If not, packets count with 64 bits, which takes longer.
  bool has_small_ids = false;
  /// Rows are long enough for packets (KernelDescription::lanes, `emptiest_packet`), or may be run
  /// in packets all the same.
  bool has_long_rows = false;
  /// The dimension that the lanes of packets lie along: KernelDescription::row_dimension, or
  /// another one if there is little along that.
  uint32_t lane_dimension = 0;
  /// A power of two for each dimension: all work-groups are full and as long as a multiple of it,
  /// so that packets which divide it leave nothing over.
  std::array<uint32_t, 3> multiple_of = {1, 1, 1};
  /// What packets leave over, if anything, is to take little code, whatever time it takes: it is
  /// run one work-item at a time.
  bool has_few_rests = false;
  /// No memory that the kernel writes through one of its arguments is that of another.
  bool has_distinct_buffers = false;
  /// Its images and samplers are like these.
  OpaqueArguments opaque_arguments = {};

  bool operator==(const RangeShape &) const = default;
};

/// Packets count with 31 bits, those of their lanes included that lie beyond the end of a row.
inline constexpr uint64_t end_of_small_ids = (uint64_t{1} << 31) - 64;

/// Work-items that vectors need along the dimension that suits them best, unless there are fewer
/// along the others.
inline constexpr uint64_t enough_for_lanes = 8;

/// The dimension that lanes are to lie along: `best`, unless there are too few work-items along it
/// and more along another. Code for ND-ranges of any shape has no more than two forms
/// (pipeline/dimensions).
constexpr uint32_t dimension_of_lanes(const uint64_t (&sizes)[3], uint32_t best) {
  uint32_t longest = best;
  for (uint32_t i = 0; i < 3 && sizes[best] < enough_for_lanes; ++i) {
    longest = sizes[i] > sizes[longest] ? i : longest;
  }
  return longest;
}

/// An argument that has the same value whenever a kernel compiled for it runs.
struct FixedArgument {
  /// Of the argument (KernelArgument::is_specialization_candidate).
  size_t index = 0;
  /// The bytes of the value, the first one lowest.
  uint64_t bits = 0;
};

/// How the work-items of a group are run.
enum class VectorizationStrategy : uint8_t {
  /// One after the other, in loops of which LLVM may make vectors.
  loops,
  /// Side by side, in the lanes of vectors.
  packets,
  /// One after the other, without any vectors but the program's own.
  scalar,
};

/// How much is done to make a kernel's code fast.
enum class CodeTier : uint8_t {
  /// All that can be.
  optimized,
  /// What gains most: the code is there sooner (optimize/pass_lists.h).
  quick,
};

/// What a kernel is compiled for; nothing if for all that it can be asked for.
struct Specialization {
  std::optional<FixedRange> range;
  std::vector<FixedArgument> arguments;
  /// Nothing: what is estimated to be the fastest.
  std::optional<VectorizationStrategy> strategy = std::nullopt;
  std::optional<RangeShape> shape = std::nullopt;
  CodeTier tier = CodeTier::optimized;
  /// Only if such code was made before, and kept; nothing is compiled.
  bool only_kept = false;
};

/// The groups of a kernel that requires a local size (reqd_work_group_size).
enum class RequiredGroups : uint8_t {
  /// Those at the end of an ND-range may be smaller.
  any,
  /// They are full: the size of every group is known.
  full,
};

/// Memory that a kernel finds filled with zeros. Other memory holds anything.
struct InitializedMemory {
  /// Of each work-group when it starts.
  bool local = false;
  /// The variables of work-items.
  bool private_memory = false;

  bool any() const { return local || private_memory; }
};

/// Runs the work-groups `first_group` to `last_group` (exclusive). A group's index counts x
/// fastest: x + y * group_count[0] + z * group_count[0] * group_count[1].
///
/// @param arguments the packed arguments, aligned to `packed_argument_alignment`: each at
/// KernelArgument::offset.
/// @return 0, or an error that fails the command.
using KernelFunction = int32_t (*)(const void *arguments, const NdRange *range,
                                   uint64_t first_group, uint64_t last_group, void *scratch);

/// What a kernel sees of an image. Compiled code and the image functions read it: the order of the
/// members is part of the contract.
struct ImageView {
  /// The first pixel.
  std::byte *pixels;
  /// In pixels, 1 in the dimensions that the image does not have.
  uint32_t width;
  uint32_t height;
  uint32_t depth;
  /// 0 for an image that is not an array.
  uint32_t array_layers;
  /// Bytes from one row to the next.
  uint64_t row_pitch;
  /// Bytes from one slice of a 3D image, or one layer of an array, to the next.
  uint64_t slice_pitch;
  /// OpenCL's constants, CL_R and so on, CL_SNORM_INT8 and so on: the lower and the upper half of
  /// a mux_image_format_e.
  uint32_t channel_order;
  uint32_t channel_type;
  uint32_t pixel_size;
  /// mux_image_type_e.
  uint32_t type;
};

/// What a kernel sees of a sampler: the bits that Clang gives a sampler declared in the source
/// (opencl-c-base.h), so that both kinds are one.
namespace sampler_bits {
inline constexpr uint32_t normalized_coordinates = 0x01;
inline constexpr uint32_t address_mask = 0x0E;
inline constexpr uint32_t address_none = 0x00;
inline constexpr uint32_t address_clamp_to_edge = 0x02;
inline constexpr uint32_t address_clamp = 0x04;
inline constexpr uint32_t address_repeat = 0x06;
inline constexpr uint32_t address_mirrored_repeat = 0x08;
inline constexpr uint32_t filter_mask = 0x30;
inline constexpr uint32_t filter_nearest = 0x10;
inline constexpr uint32_t filter_linear = 0x20;
}  // namespace sampler_bits

enum class ArgumentKind : uint32_t {
  /// Packed as a pointer. Pipes are buffers, too (mux/pipe.h).
  buffer,
  /// Packed as the value itself.
  plain_old_data,
  /// Packed as a 64-bit offset into the scratch memory.
  local_buffer,
  /// Packed as a pointer to an ImageView that outlives the run.
  image,
  /// Packed as sampler_bits in 64 bits.
  sampler,
};

/// How the source declares an image or a pipe.
enum class ImageAccess : uint8_t { none, read_only, write_only, read_write };

struct KernelArgument {
  ArgumentKind kind = ArgumentKind::plain_old_data;
  /// Bytes of a value; 8 for the other kinds.
  uint64_t size = 0;
  /// Of a value, or of a local buffer's elements; a power of two.
  uint64_t alignment = 1;
  /// Where the argument stands in the packed arguments.
  uint64_t offset = 0;
  /// The kernel may read, or write, memory through this pointer, or the image.
  bool reads = true;
  bool writes = true;
  /// A scalar of at most 8 bytes that decides how often loops run or which path all work-items
  /// take, or that something is divided by: code for one value of it may be faster than code for
  /// all.
  bool is_specialization_candidate = false;
  /// A buffer in constant memory.
  bool is_constant = false;
  /// Qualifiers of a pointer and of what it points to.
  bool is_const = false;
  bool is_restrict = false;
  bool is_volatile = false;
  ImageAccess image_access = ImageAccess::none;
  /// A buffer that is a pipe. The name of its type is that of its packets.
  bool is_pipe = false;
  /// Of a pipe: bytes of a packet, or 0 if the kernel does not tell.
  uint32_t packet_size = 0;
  std::string type_name;
  std::string name;
};

struct KernelDescription {
  std::string name;
  std::vector<KernelArgument> arguments;
  /// Bytes of the packed arguments.
  uint64_t packed_size = 0;
  /// Bytes of local memory that the kernel declares, a multiple of `local_memory_alignment`.
  uint64_t local_memory_size = 0;
  /// Bytes that each work-item of a group keeps across barriers.
  uint64_t storage_per_work_item = 0;
  /// Bytes that a group needs besides, however many work-items it has (large private arrays of a
  /// kernel without barriers).
  uint64_t storage_per_group = 0;
  /// Bytes of stack that the code takes, without functions of this library and of the C library
  /// that it calls (`most_runtime_stack_use`). Not known before there is code.
  uint64_t stack_use = 0;
  /// reqd_work_group_size, or zeros.
  uint64_t required_local_size[3] = {0, 0, 0};
  /// work_group_size_hint, or zeros.
  uint64_t local_size_hint[3] = {0, 0, 0};
  /// What suits the kernel's code best where the program may choose: work-items of a group in each
  /// dimension, or zeros for no preference.
  uint64_t preferred_local_size[3] = {0, 0, 0};
  /// Work-items of a sub-group; the last one of a work-group may have fewer.
  uint32_t sub_group_size = 1;
  /// What the program asked for with intel_reqd_sub_group_size, or 0.
  uint32_t required_sub_group_size = 0;
  /// How many sub-groups the program wants a work-group to have (SubgroupsPerWorkgroup of SPIR-V),
  /// or 0.
  uint32_t required_sub_group_count = 0;
  /// How many work-items run at once in each dimension, at most.
  uint32_t packet_size[3] = {1, 1, 1};
  /// The lanes of a vector, in the one dimension that they lie along: what is left over in that
  /// dimension runs in packets of so many.
  uint32_t lanes[3] = {1, 1, 1};
  /// As OpenCL C spells them, one space between them.
  std::string attributes;
  /// How its work-items are run, and why so, for people.
  std::string vectorization;
  /// Some or all of its code runs one work-item at a time, for the reason given there.
  bool runs_work_items_alone = false;
  /// The code runs in loops because packets have not been compiled yet; its ND-range may be cut
  /// between any two work-items of a row.
  bool begins_in_loops = false;
  /// None of its code runs work-items side by side, though that was tried: something in the kernel
  /// prevents it.
  bool vectorization_failed = false;
  /// What else the code could have been, if that was decided by an estimate.
  std::vector<VectorizationStrategy> alternative_strategies;
  /// Code for one local size may be faster than code for all.
  bool local_size_matters = false;
  /// Code for buffers that share no memory (RangeShape::has_distinct_buffers) may be faster.
  bool distinct_buffers_matter = false;
  /// Code that knows formats and samplers (RangeShape::opaque_arguments) may be shorter and faster:
  /// the kernel asks for the format of an image, or accesses pixels by what the library has.
  bool opaque_arguments_matter = false;
  /// Neighboring groups may run as one: what counts is how many work-items the ND-range has.
  bool ignores_groups = false;
  /// The dimension that the lanes of packets lie along where there are enough work-items in it:
  /// 0 to 2.
  uint32_t row_dimension = 0;
  /// Where there are not, they may lie along another (dimension_of_lanes()).
  bool lanes_may_turn = false;
  /// In so many dimensions the kernel asks where its work-items are, 1 to 3: most ND-ranges that it
  /// is run in have as many. 0 if that is not known.
  uint32_t dimensions = 0;
  /// The kernel calls printf, so whoever runs it has to say where the text goes.
  bool prints = false;
  /// The kernel may read or write memory that none of its arguments points to.
  bool reaches_anything = true;

  bool has_local_memory() const {
    return local_memory_size != 0 ||
           std::any_of(arguments.begin(), arguments.end(), [](const KernelArgument &argument) {
             return argument.kind == ArgumentKind::local_buffer;
           });
  }

  uint64_t context_array(uint64_t work_items) const {
    return storage_per_group + storage_per_work_item * work_items;
  }
};

/// Bytes of stack that any code takes which commands run that began with code of this description.
constexpr uint64_t most_stack_use(const KernelDescription &first) {
  // What nobody has so much of, and others can be added to.
  constexpr uint64_t beyond_all = uint64_t{1} << 48;
  return std::min(std::max(first.stack_use, usual_stack_use), beyond_all);
}

}  // namespace mux::compiler
