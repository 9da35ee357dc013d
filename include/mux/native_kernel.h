/// @file
/// Header for native kernels: kernels written in C or C++ and compiled by any compiler.
///
/// Compile the source to an object and pass its bytes to muxCreateExecutable(), or its name to
/// muxrun and muxcc --list:
///
///     cc -O2 -fPIC -c scale.c -o scale.o
///     muxrun scale.o -k scale -g 1024 -a buffer:float:1024:iota -a scalar:float:3
///
/// A kernel is a function and a description of it:
///
///     #include <mux/native_kernel.h>
///
///     struct scale_arguments {
///       float *data;
///       float factor;
///     };
///
///     static int32_t scale(const void *packed, const mux_native_range_t *range,
///                          uint64_t first_group, uint64_t last_group, void *scratch) {
///       const struct scale_arguments *arguments = packed;
///       (void)scratch;
///       const mux_native_span_t items = mux_native_items_x(range, first_group, last_group);
///       for (uint64_t i = items.begin; i < items.end; ++i) {
///         arguments->data[i] *= arguments->factor;
///       }
///       return 0;
///     }
///
///     static const mux_native_argument_t scale_described[] = {
///         MUX_NATIVE_ARGUMENT(struct scale_arguments, data, "float*", mux_native_argument_buffer,
///                             mux_native_access_read_write),
///         MUX_NATIVE_ARGUMENT(struct scale_arguments, factor, "float",
///                             mux_native_argument_plain_old_data, mux_native_access_none),
///     };
///
///     MUX_NATIVE_KERNEL(scale_kernel) = {
///         .header = MUX_NATIVE_HEADER,
///         .name = "scale",
///         .function = scale,
///         .arguments = scale_described,
///         .argument_count = 2,
///         .reach = mux_native_reach_arguments,
///     };
///
/// Requirements of an object:
///   - An ELF64 relocatable object for x86-64, of C or C++, at any optimization level, compiled as
///     position-independent code (-fPIC). Several objects can be merged with `ld -r`.
///   - It may call functions to which compilers emit calls (memcpy, memmove, memset, memcmp, the
///     128-bit divisions, __stack_chk_fail) and the functions of <math.h>, except lgamma(), which
///     writes a global variable. Any other undefined symbol is an error that names it: libraries of
///     the process are not searched.
///   - It has no initializers (including constructors of C++ objects with static storage), no
///     thread-local variables, no ifuncs and no exceptions that leave a function, which the loader
///     does not support. C++ is best compiled with -fno-exceptions -fno-rtti
///     -fno-threadsafe-statics.
///   - It needs at most 1 GiB of memory, no section is aligned to more than a page, code is not
///     writable, and it has no common blocks (-fno-common, the default of current compilers).
///   - Variables with static storage exist once for each executable, shared by all threads.
///
/// A violation is #mux_error_invalid_binary, with a text that states the rule. Debug information
/// and unwind tables are allowed and ignored. The stack protector works as usual: an overrun
/// terminates the program.
///
/// A kernel runs on many threads at once. It must not block, throw, or call an entry point of Mux.
///
/// This header requires C99 or C++20 (designated initializers), and no other header of the library.

#ifndef MUX_NATIVE_KERNEL_H
#define MUX_NATIVE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the declarations below. An object is loaded only by a library with the same version.
#define MUX_NATIVE_VERSION 1

/// Alignment of the scratch memory, of each block of local memory in it, and of the work-item
/// storage.
#define MUX_NATIVE_SCRATCH_ALIGNMENT 128

/// Alignment of the packed arguments. A type with a greater alignment (a vector of 16 bytes) must
/// be copied with memcpy() before it is used.
#define MUX_NATIVE_ARGUMENTS_ALIGNMENT 8

/// Bytes of stack that a kernel may use, including functions that it calls.
#define MUX_NATIVE_STACK_SIZE 1048576

/// The ND-range of a kernel. In unused dimensions, sizes and counts are 1 and offsets 0.
typedef struct mux_native_range_s {
  /// 1 to 3.
  uint64_t dimensions;
  /// Work-items in each dimension.
  uint64_t global_size[3];
  /// Of a full work-group; the last one in a dimension is smaller if this does not divide the
  /// global size.
  uint64_t local_size[3];
  /// Added to the global ids.
  uint64_t global_offset[3];
  /// Work-groups in each dimension.
  uint64_t group_count[3];
  /// Offset of the work-item storage, see mux_native_work_item_storage().
  uint64_t work_item_storage_offset;
} mux_native_range_t;

/// Runs the work-groups `first_group` to `last_group` (exclusive), completely, in any order. Linear
/// group ids are: x + y * group_count[0] + z * group_count[0] * group_count[1].
///
/// @param[in] arguments the packed arguments, each at its mux_native_argument_t::offset, in the
/// representation of its ::mux_native_argument_kind_e. They must not be written.
/// @param[in] range the ND-range.
/// @param[in] first_group the first group to run.
/// @param[in] last_group the group after the last one to run.
/// @param[in] scratch memory of this call alone, not zeroed: local memory and work-item storage.
/// NULL if the kernel asks for none.
/// @return 0, or any other number to fail the command, and with it the command buffer.
typedef int32_t (*mux_native_function_t)(const void *arguments, const mux_native_range_t *range,
                                         uint64_t first_group, uint64_t last_group, void *scratch);

/// Kind of an argument, which determines its descriptor and its representation in the packed
/// arguments.
typedef enum mux_native_argument_kind_e {
  /// Global memory, a buffer or null buffer descriptor; a pointer, NULL for a null buffer.
  mux_native_argument_buffer = 0,
  /// A value of any type, a plain-old-data descriptor; the value itself.
  mux_native_argument_plain_old_data = 1,
  /// Local memory, a shared-local-buffer descriptor; a uint64_t, see mux_native_local().
  mux_native_argument_local_buffer = 2,
  /// An image descriptor; a `const mux_native_image_t *`.
  mux_native_argument_image = 3,
  /// A sampler descriptor; a uint64_t of mux_native_sampler_e.
  mux_native_argument_sampler = 4
} mux_native_argument_kind_e;

/// Access of a kernel to the memory of an argument. Commands that access different memory may
/// overlap; a wrong value causes a data race.
typedef enum mux_native_access_e {
  /// Not stated: may read and write.
  mux_native_access_unknown = 0,
  mux_native_access_read = 1,
  mux_native_access_write = 2,
  mux_native_access_read_write = 3,
  /// No access. Also for values and samplers, which have no memory.
  mux_native_access_none = 4
} mux_native_access_e;

/// Memory that a kernel may access.
typedef enum mux_native_reach_e {
  /// Not stated: any memory, so the kernel does not overlap with other commands.
  mux_native_reach_anything = 0,
  /// Only memory that its arguments point to, its scratch memory, and constants: no mutable
  /// variable with static storage, no pointer read from a buffer or passed as a value.
  mux_native_reach_arguments = 1
} mux_native_reach_e;

/// An argument of a kernel; use MUX_NATIVE_ARGUMENT() to initialize it.
typedef struct mux_native_argument_s {
  /// The parameter's name. May be NULL, as may the type.
  const char *name;
  /// The type in C syntax, for messages: "float*".
  const char *type_name;
  /// One of ::mux_native_argument_kind_e.
  uint32_t kind;
  /// One of ::mux_native_access_e.
  uint32_t access;
  /// Bytes of a value, at least 1; 8 for every other kind.
  uint64_t size;
  /// Offset in the packed arguments: a multiple of 8 for all kinds but values. Arguments must not
  /// overlap.
  uint64_t offset;
} mux_native_argument_t;

/// Version of this header that a kernel was compiled with.
typedef struct mux_native_header_s {
  /// MUX_NATIVE_VERSION.
  uint32_t version;
  /// sizeof(mux_native_kernel_t).
  uint32_t size;
} mux_native_header_t;

/// Default member initializer for C++, so that initializers may omit members without a warning.
#ifdef __cplusplus
#define MUX_NATIVE_ZERO \
  {                     \
  }
#else
#define MUX_NATIVE_ZERO
#endif

/// A kernel. Members omitted in the initializer are 0, which is valid for all but the first three.
typedef struct mux_native_kernel_s {
  /// MUX_NATIVE_HEADER.
  mux_native_header_t header;
  /// The name for muxCreateKernel(), not empty and unique in its object.
  const char *name;
  /// Runs work-groups.
  mux_native_function_t function;
  /// In the order of the descriptors. NULL if there are none.
  const mux_native_argument_t *arguments MUX_NATIVE_ZERO;
  /// The length of `arguments`.
  uint32_t argument_count MUX_NATIVE_ZERO;
  /// One of ::mux_native_reach_e.
  uint32_t reach MUX_NATIVE_ZERO;
  /// Bytes of local memory of each work-group besides its local arguments, at the start of
  /// `scratch`.
  uint64_t local_memory_size MUX_NATIVE_ZERO;
  /// Bytes of work-item storage for a group. Room for whatever a kernel needs while it runs a group
  /// and has no room for on the stack.
  uint64_t storage_per_group MUX_NATIVE_ZERO;
  /// Bytes of work-item storage for each work-item of a full group.
  uint64_t storage_per_work_item MUX_NATIVE_ZERO;
  /// The only work-group size that the kernel can run with, or zeros.
  uint64_t required_local_size[3] MUX_NATIVE_ZERO;
  /// The work-group size that suits the kernel best, or zeros.
  uint64_t preferred_local_size[3] MUX_NATIVE_ZERO;
} mux_native_kernel_t;

/// Description of an image for a kernel.
typedef struct mux_native_image_s {
  /// The first pixel.
  void *pixels;
  /// Pixels in x.
  uint32_t width;
  /// Pixels in y; 1 for a 1D image.
  uint32_t height;
  /// Pixels in z; 1 for an image that is not 3D.
  uint32_t depth;
  /// 0 for an image that is not an array.
  uint32_t array_layers;
  /// Row pitch in bytes.
  uint64_t row_pitch;
  /// Slice pitch of a 3D image, or layer pitch of an array, in bytes.
  uint64_t slice_pitch;
  /// OpenCL's constant (CL_R and so on): the lower half of a mux_image_format_e.
  uint32_t channel_order;
  /// OpenCL's constant (CL_SNORM_INT8 and so on): the upper half of a mux_image_format_e.
  uint32_t channel_type;
  /// Bytes.
  uint32_t pixel_size;
  /// A mux_image_type_e.
  uint32_t type;
} mux_native_image_t;

/// The bits of a sampler argument.
typedef enum mux_native_sampler_e {
  mux_native_sampler_normalized_coordinates = 0x01,
  mux_native_sampler_address_mask = 0x0E,
  mux_native_sampler_address_none = 0x00,
  mux_native_sampler_address_clamp_to_edge = 0x02,
  mux_native_sampler_address_clamp = 0x04,
  mux_native_sampler_address_repeat = 0x06,
  mux_native_sampler_address_mirrored_repeat = 0x08,
  mux_native_sampler_filter_mask = 0x30,
  mux_native_sampler_filter_nearest = 0x10,
  mux_native_sampler_filter_linear = 0x20
} mux_native_sampler_e;

/// Defines the mux_native_kernel_t `identifier` in the section that the library reads,
/// ".mux.kernels"; an initializer follows. The identifier is a symbol of the object with external
/// linkage, so in C++ it must not be in an anonymous namespace. The alignment prevents padding in
/// the section.
#define MUX_NATIVE_KERNEL(identifier)          \
  extern const mux_native_kernel_t identifier; \
  const mux_native_kernel_t identifier __attribute__((section(".mux.kernels"), used, aligned(8)))

/// The value of mux_native_kernel_t::header.
#define MUX_NATIVE_HEADER {MUX_NATIVE_VERSION, sizeof(mux_native_kernel_t)}

/// Initializer of an argument with the offset of `member` in the struct `type`, so that the kernel
/// can access its packed arguments as that struct. The struct's alignment must not exceed
/// MUX_NATIVE_ARGUMENTS_ALIGNMENT.
#define MUX_NATIVE_ARGUMENT(type, member, spelling, argument_kind, argument_access) \
  {.name = #member,                                                                 \
   .type_name = (spelling),                                                         \
   .kind = (argument_kind),                                                         \
   .access = (argument_access),                                                     \
   .size = sizeof(((type *)0)->member),                                             \
   .offset = offsetof(type, member)}

/// Numbers from `begin` to `end`, exclusive.
typedef struct mux_native_span_s {
  /// The first.
  uint64_t begin;
  /// The one after the last.
  uint64_t end;
} mux_native_span_t;

/// One work-group.
typedef struct mux_native_group_s {
  /// get_group_id().
  uint64_t id[3];
  /// get_global_id() of its first work-item, the global offset included.
  uint64_t begin[3];
  /// Number of work-items in each dimension: less than the local size in the last group of a
  /// dimension that the local size does not divide.
  uint64_t size[3];
} mux_native_group_t;

/// Returns the ids and sizes of a work-group.
///
/// @param[in] range the ND-range.
/// @param[in] linear_id between the `first_group` and `last_group` that the kernel was called with.
static inline mux_native_group_t mux_native_group(const mux_native_range_t *range,
                                                  uint64_t linear_id) {
  mux_native_group_t group;
  int dimension;
  for (dimension = 0; dimension < 3; ++dimension) {
    const uint64_t count = range->group_count[dimension];
    const uint64_t id = linear_id % count;
    const uint64_t start = id * range->local_size[dimension];
    const uint64_t left = range->global_size[dimension] - start;
    linear_id /= count;
    group.id[dimension] = id;
    group.begin[dimension] = range->global_offset[dimension] + start;
    group.size[dimension] =
        left < range->local_size[dimension] ? left : range->local_size[dimension];
  }
  return group;
}

/// Returns the number of work-items of a group.
static inline uint64_t mux_native_group_items(const mux_native_group_t *group) {
  return group->size[0] * group->size[1] * group->size[2];
}

/// Returns the range of get_global_id(0) of the work-items of groups `first_group` to `last_group`
/// of a one-dimensional ND-range, which is contiguous, so that one loop covers all of them.
/// Dimensions y and z are ignored.
static inline mux_native_span_t mux_native_items_x(const mux_native_range_t *range,
                                                   uint64_t first_group, uint64_t last_group) {
  mux_native_span_t items;
  const uint64_t begin = first_group * range->local_size[0];
  items.begin = range->global_offset[0] + begin;
  items.end = range->global_offset[0] + (last_group >= range->group_count[0]
                                             ? range->global_size[0]
                                             : last_group * range->local_size[0]);
  return items;
}

/// Returns the part of `count` elements for groups `first_group` to `last_group` if all groups
/// divide them evenly, for kernels whose ND-range only determines the number of pieces.
static inline mux_native_span_t mux_native_share(const mux_native_range_t *range,
                                                 uint64_t first_group, uint64_t last_group,
                                                 uint64_t count) {
  const uint64_t groups = range->group_count[0] * range->group_count[1] * range->group_count[2];
  const uint64_t each = count / groups;
  const uint64_t rest = count % groups;
  mux_native_span_t share;
  /* The first `rest` groups have one more than the others: no product of two large integers. */
  share.begin = first_group * each + (first_group < rest ? first_group : rest);
  share.end = last_group * each + (last_group < rest ? last_group : rest);
  return share;
}

/// Returns the memory of a local argument, aligned to MUX_NATIVE_SCRATCH_ALIGNMENT.
///
/// @param[in] scratch the kernel's argument.
/// @param[in] argument the value in the packed arguments; 0 for the kernel's own local memory,
/// mux_native_kernel_t::local_memory_size.
static inline void *mux_native_local(void *scratch, uint64_t argument) {
  return (char *)scratch + argument;
}

/// Returns the work-item storage, aligned to MUX_NATIVE_SCRATCH_ALIGNMENT: storage_per_group +
/// storage_per_work_item * (work-items of a full group) bytes.
static inline void *mux_native_work_item_storage(const mux_native_range_t *range, void *scratch) {
  return (char *)scratch + range->work_item_storage_offset;
}

/// Returns the address of a pixel, without bounds checks.
///
/// @param[in] image the image.
/// @param[in] x the column.
/// @param[in] y the row.
/// @param[in] slice the slice of a 3D image or the layer of an array, 0 otherwise. The layer of a
/// 1D array too: its `y` is 0.
static inline void *mux_native_pixel(const mux_native_image_t *image, uint32_t x, uint32_t y,
                                     uint32_t slice) {
  return (char *)image->pixels + slice * image->slice_pitch + y * image->row_pitch +
         (uint64_t)x * image->pixel_size;
}

#ifdef __cplusplus
}
#endif

#endif  // MUX_NATIVE_KERNEL_H
