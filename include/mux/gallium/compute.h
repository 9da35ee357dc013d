/// @file
/// Compute programs, and the grids that run them.

#ifndef MUX_GALLIUM_COMPUTE_H
#define MUX_GALLIUM_COMPUTE_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Language of a compute program.
typedef enum mux_gallium_language_e {
  /// TGSI text: a program with one entry point, `main`.
  mux_gallium_language_tgsi = 0,
  /// OpenCL C: every kernel is an entry point.
  mux_gallium_language_opencl_c = 1,
  /// A module of SPIR-V for kernels.
  mux_gallium_language_spirv = 2,
  /// A binary of muxCompile() or muxLink().
  mux_gallium_language_binary = 3
} mux_gallium_language_e;

/// Most constants that a program can have inlined.
#define MUX_GALLIUM_MAX_INLINABLE_CONSTANTS 4

/// A compute program. Zero-initialize it.
typedef struct mux_gallium_compute_template_s {
  /// One of ::mux_gallium_language_e.
  uint32_t language;
  /// The source or binary; a text need not end in a null character.
  const void *source;
  /// Bytes of `source`.
  uint64_t source_length;
  /// Options of muxCompile(); NULL for none. OpenCL C is compiled as version 3.0 unless they say
  /// otherwise.
  const char *options;
  /// Bytes of local memory of a parameter `shared`.
  uint32_t static_shared_memory;
  /// Bytes of INPUT that muxGalliumLaunchGrid() reads. P12.
  uint32_t input_size;
  /// Number of `inlinable_offsets`; 0 for none. V39.
  uint32_t inlinable_constant_count;
  /// Offsets in constant buffer 0, in units of 4 bytes, of the values that
  /// muxGalliumSetInlinableConstants() passes.
  uint32_t inlinable_offsets[MUX_GALLIUM_MAX_INLINABLE_CONSTANTS];
} mux_gallium_compute_template_t;

/// Creates a compute program: compiles it, and matches the parameters of its kernels by name.
///
/// | parameter | gets |
/// |---|---|
/// | `const_N`, `const_N_size` | constant buffer N: address, bytes as uint |
/// | `buffer_N`, `buffer_N_size` | shader buffer N |
/// | `atomic_N`, `atomic_N_size` | hardware atomic buffer N |
/// | `global_N`, `global_N_size` | global binding N |
/// | `input`, `input_size` | INPUT, `input` as a constant or global pointer |
/// | `shared`, `shared_size` | local memory: static plus variable bytes |
/// | `view_N`, `view_N_layout` | sampler view N: address, mux_gallium_view_layout_s |
/// | `sampler_N` | sampler state N: mux_gallium_sampler_layout_s |
/// | `image_N`, `image_N_layout` | image N: address of its first texel, mux_gallium_image_layout_s
/// |
///
/// Pointers are global unless the table says otherwise; layouts and samplers are global or constant
/// pointers to the structures of shader_abi.h. Programs in TGSI get decoded texels of compressed
/// formats and their layout, others the blocks. A slot without a resource gives a null pointer and
/// the size 0. The kernel checks ranges; TGSI programs always do.
///
/// OpenCL C takes inlinable constants, if it names any in the description, by two weak variables,
/// which become constants of the compiled code. Without values in effect, or with too many
/// different ones, the count is 0:
///
///     __attribute__((weak)) constant uint inlined_count = 0;
///     __attribute__((weak)) constant uint inlined_values[4] = {0};
///     kernel void k(constant uint *const_0, ...) {
///       const uint mode = inlined_count > 0 ? inlined_values[0] : const_0[17];
///
/// Programs that lack them, or are SPIR-V or TGSI, read constant buffer 0 in any case.
///
/// A program that stores texels of any format is compiled for the formats of the images that are
/// bound, as far as it has constants for these: TGSI has them for images of which a store names no
/// format. In OpenCL C they are weak variables; 0 stands for no image, or too many different
/// formats, in which case the layout tells the format:
///
///     __attribute__((weak)) constant uint image_0_format = 0;  // encoding | texel_bytes << 8
///
/// Likewise for sampler views and sampler states, which TGSI has for textures that instructions
/// name by constant numbers; mux_gallium_view_code_e and mux_gallium_sampler_code_e say what the
/// numbers mean:
///
///     __attribute__((weak)) constant uint4 texture_0_view = 0;
///     __attribute__((weak)) constant uint texture_0_sampler = 0;
///
/// @param[in] context the context.
/// @param[in] description read during the call only.
/// @param[out] out_state receives the program; destroy it with muxGalliumDestroyComputeState().
/// @return #mux_success; #mux_error_invalid_value if `context`, `description` or its source is
/// NULL, its length 0, its language unknown or an inlinable constant beyond the limits, or if a
/// parameter of a kernel is not in the table or of another type;
/// #mux_error_failure if the source has errors, the first of which is in the error message, or
/// after a reset; #mux_error_invalid_binary if a binary cannot be loaded;
/// #mux_error_feature_unsupported if the compiler cannot be opened;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory. The whole log goes to the context's
/// debug callback.
///
/// For one thread at a time of each context. Gallium 2020, Compute kernel execution; P01, P04, P07
/// to P14, V39.
MUX_API mux_result_t muxGalliumCreateComputeState(mux_gallium_context_t context,
                                                  const mux_gallium_compute_template_t *description,
                                                  mux_gallium_compute_state_t *out_state);

/// Makes a program current, and drops inlinable constants of the stage (V38).
///
/// @param[in] context the context.
/// @param[in] state a program of the context; NULL for none.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or `state` is of another
/// context; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Compute kernel execution; P02, V38, R03.
MUX_API mux_result_t muxGalliumBindComputeState(mux_gallium_context_t context,
                                                mux_gallium_compute_state_t state);

/// Destroys a program. While it is bound it stays usable until another one is; recorded grids run.
///
/// @param[in] context the context that made it.
/// @param[in] state the program.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or `state` is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, Compute kernel execution; P03, F01.
MUX_API mux_result_t muxGalliumDestroyComputeState(mux_gallium_context_t context,
                                                   mux_gallium_compute_state_t state);

/// A compute program.
typedef struct mux_gallium_compute_state_info_s {
  /// Number of entry points. P04.
  uint32_t entry_point_count;
  /// Work-items of the work-group that the entry point requires; zeros if any is valid.
  uint32_t required_block[3];
  /// Most work-items of a work-group of the entry point.
  uint32_t max_block_size;
  /// Multiple of work-items that suits the entry point.
  uint32_t preferred_block_multiple;
  /// Bytes of memory that a work-item has of its own. P11.
  uint32_t private_memory;
} mux_gallium_compute_state_info_t;

/// Describes an entry point of a program.
///
/// @param[in] state the program.
/// @param[in] entry_point below the number of entry points.
/// @param[out] out_info receives the description.
/// @return #mux_success; #mux_error_invalid_value if there is no such entry point;
/// #mux_error_null_out_parameter.
///
/// Thread-safe. P04.
MUX_API mux_result_t muxGalliumGetComputeStateInfo(mux_gallium_compute_state_t state,
                                                   uint32_t entry_point,
                                                   mux_gallium_compute_state_info_t *out_info);

/// Returns the number of an entry point.
///
/// @param[in] state the program.
/// @param[in] name null-terminated: the name of a kernel.
/// @param[out] out_entry_point receives the number, for mux_gallium_grid_info_s::entry_point.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_missing_kernel if there is none of
/// that name; #mux_error_null_out_parameter.
///
/// Thread-safe. P04.
MUX_API mux_result_t muxGalliumGetComputeEntryPoint(mux_gallium_compute_state_t state,
                                                    const char *name, uint32_t *out_entry_point);

/// A grid. Zero-initialize it.
typedef struct mux_gallium_grid_info_s {
  /// The kernel to run. P04.
  uint32_t entry_point;
  /// Dimensions, 1 to 3; 0 is taken as 3.
  uint32_t work_dim;
  /// Work-items of a work-group; 1 in dimensions that are not used.
  uint32_t block[3];
  /// Work-items of the last work-group of each dimension; 0 if it is full.
  uint32_t last_block[3];
  /// Work-groups; 1 in dimensions that are not used. A 0 runs nothing.
  uint32_t grid[3];
  /// Work-items that ids of each dimension start at.
  uint32_t grid_base[3];
  /// Bytes of local memory besides those of the program.
  uint32_t variable_shared_memory;
  /// INPUT: as many bytes as the program's input_size; NULL if that is 0. Copied.
  const void *input;
  /// A buffer with the grid's three numbers as uint32_t, read when the grid runs; NULL for `grid`.
  mux_gallium_resource_t indirect;
  /// The first byte of `indirect`; a multiple of 4.
  uint64_t indirect_offset;
} mux_gallium_grid_info_t;

/// Runs one instance of an entry point for each element of a grid, with the bindings of the compute
/// stage. Never predicated (P18). Instances run in any order, several at once (P06); memory that a
/// later command of the context accesses is complete (P07).
///
/// @param[in] context the context.
/// @param[in] info copied.
/// @return #mux_success; #mux_error_invalid_value if `context` or `info` is NULL, no program is
/// bound, there is no such entry point, a block is empty, too large or not what the program
/// requires, a last block is larger than a block, the grid has more work-groups than the limits,
/// `input` is NULL although the program has INPUT, or the indirect range is not aligned or not
/// inside the buffer; #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Compute kernel execution; P04 to P07,
/// P10, P12, P18.
MUX_API mux_result_t muxGalliumLaunchGrid(mux_gallium_context_t context,
                                          const mux_gallium_grid_info_t *info);

/// Maps buffers into GLOBAL. Grids may access them, and only them, by address.
///
/// @param[in] context the context.
/// @param[in] first the first slot.
/// @param[in] count the number of slots.
/// @param[in] resources buffers with #mux_gallium_bind_global, or NULL for free slots; NULL frees
/// all the slots.
/// @param[in,out] handles for each buffer that is not NULL, a pointer to 8 unaligned bytes: an
/// offset, to which the buffer's address is added. The program passes these addresses in INPUT.
/// NULL if no address is wanted.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, the slots are beyond the
/// limits, or a resource is no buffer or lacks the flag (P09); #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Compute kernel execution; P07 to P09.
MUX_API mux_result_t muxGalliumSetGlobalBinding(mux_gallium_context_t context, uint32_t first,
                                                uint32_t count,
                                                const mux_gallium_resource_t *resources,
                                                void *const *handles);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_COMPUTE_H
