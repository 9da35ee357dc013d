/// @file
/// State that shaders use: constants, buffers, images, samplers, views, and handles of them.
///
/// Bindings hold references: a resource, view or sampler may be released or destroyed while it is
/// bound. What a command uses is what is bound when it is recorded.

#ifndef MUX_GALLIUM_STATE_H
#define MUX_GALLIUM_STATE_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A constant buffer: a range of a resource, or data of the program.
typedef struct mux_gallium_constant_buffer_s {
  /// The buffer; NULL for `data`.
  mux_gallium_resource_t resource;
  /// The first byte of the resource; a multiple of the screen's alignment.
  uint64_t offset;
  /// Bytes; reduced to those that the resource has from `offset` on.
  uint64_t size;
  /// `size` bytes, copied, if `resource` is NULL.
  const void *data;
} mux_gallium_constant_buffer_t;

/// Binds a constant buffer, and drops the inlinable constants of all stages (V37).
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e.
/// @param[in] index the slot.
/// @param[in] buffer copied; NULL, or neither resource nor data, unbinds.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, the stage or slot is out of
/// range, the resource is a texture, or the offset is not aligned or beyond the buffer;
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Resource Binding State; V34, V35, V37.
MUX_API mux_result_t muxGalliumSetConstantBuffer(mux_gallium_context_t context, uint32_t stage,
                                                 uint32_t index,
                                                 const mux_gallium_constant_buffer_t *buffer);

/// Passes the values in constant buffer 0 at the offsets that the bound program names
/// (mux_gallium_compute_template_s::inlinable_offsets), so that it is compiled for them if it takes
/// them (muxGalliumCreateComputeState()). At most 16 combinations of values are compiled for a
/// program, each when a grid first uses it; others are read from the buffer. The values must be
/// what the buffer contains; results are the same as without the call.
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e.
/// @param[in] count the number of values: that of the program, at most
/// #MUX_GALLIUM_MAX_INLINABLE_CONSTANTS.
/// @param[in] values copied.
/// @return #mux_success; #mux_error_invalid_value if `context` or `values` is NULL, the stage is
/// unknown, or `count` is 0 or beyond the limit; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Resource Binding State; V36 to V39.
MUX_API mux_result_t muxGalliumSetInlinableConstants(mux_gallium_context_t context, uint32_t stage,
                                                     uint32_t count, const uint32_t *values);

/// Returns the inlinable constants that are in effect.
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e.
/// @param[out] out_values receives `out_count` values, at most
/// #MUX_GALLIUM_MAX_INLINABLE_CONSTANTS; may be NULL.
/// @param[out] out_count receives the number; 0 if they were dropped.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// For one thread at a time of each context. Not in the documents; V37, V38.
MUX_API mux_result_t muxGalliumGetInlinableConstants(mux_gallium_context_t context, uint32_t stage,
                                                     uint32_t *out_values, uint32_t *out_count);

/// A range of a buffer that shaders read or write.
typedef struct mux_gallium_shader_buffer_s {
  /// The buffer; NULL for a free slot.
  mux_gallium_resource_t resource;
  /// The first byte; a multiple of the screen's alignment.
  uint64_t offset;
  /// Bytes; reduced to those that the buffer has from `offset` on.
  uint64_t size;
} mux_gallium_shader_buffer_t;

/// Binds buffers that shaders read and write.
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e.
/// @param[in] start the first slot.
/// @param[in] count the number of slots; others are not changed.
/// @param[in] buffers copied; NULL frees the slots.
/// @param[in] writable bit i is set if shaders may write `buffers[i]`; a hint.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, the stage or slots are out
/// of range, a resource is a texture, or an offset is not aligned or beyond the buffer;
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Shader Resources; V21, V22.
MUX_API mux_result_t muxGalliumSetShaderBuffers(mux_gallium_context_t context, uint32_t stage,
                                                uint32_t start, uint32_t count,
                                                const mux_gallium_shader_buffer_t *buffers,
                                                uint32_t writable);

/// Binds further buffers for compute programs: the same slots as muxGalliumSetShaderBuffers() of
/// the compute stage.
///
/// @param[in] context the context.
/// @param[in] start the first slot.
/// @param[in] count the number of slots.
/// @param[in] buffers copied; NULL frees the slots.
/// @return as muxGalliumSetShaderBuffers().
///
/// For one thread at a time of each context. Gallium 2020, Compute kernel execution; P15.
MUX_API mux_result_t muxGalliumSetComputeResources(mux_gallium_context_t context, uint32_t start,
                                                   uint32_t count,
                                                   const mux_gallium_shader_buffer_t *buffers);

/// Binds buffers with atomic counters, for all stages.
///
/// @param[in] context the context.
/// @param[in] start the first slot.
/// @param[in] count the number of slots.
/// @param[in] buffers copied; NULL frees the slots. Offsets are multiples of 4.
/// @return as muxGalliumSetShaderBuffers().
///
/// For one thread at a time of each context. Gallium 2020, Hardware Atomic buffers; V26.
MUX_API mux_result_t muxGalliumSetHwAtomicBuffers(mux_gallium_context_t context, uint32_t start,
                                                  uint32_t count,
                                                  const mux_gallium_shader_buffer_t *buffers);

/// Access to an image; a bitfield.
typedef enum mux_gallium_image_access_e {
  mux_gallium_image_access_read = 1 << 0,
  mux_gallium_image_access_write = 1 << 1
} mux_gallium_image_access_e;

/// A level and layers of a texture, or a range of a buffer, that shaders read or write texel by
/// texel.
typedef struct mux_gallium_image_view_s {
  /// The resource; NULL for a free slot.
  mux_gallium_resource_t resource;
  /// One of ::mux_gallium_format_e, with the block size of the resource's.
  uint32_t format;
  /// Bitfield of ::mux_gallium_image_access_e.
  uint32_t access;
  /// Of a texture: the level. V24.
  uint32_t level;
  /// Of a texture: the first layer, slice or face. V25.
  uint32_t first_layer;
  /// The last one, included.
  uint32_t last_layer;
  /// Of a buffer: the first byte, a multiple of the screen's alignment.
  uint64_t offset;
  /// Of a buffer: bytes, reduced to those that it has.
  uint64_t size;
} mux_gallium_image_view_t;

/// Binds images.
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e.
/// @param[in] start the first slot.
/// @param[in] count the number of slots; others are not changed.
/// @param[in] images copied; NULL frees the slots.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, the stage or slots are out
/// of range, or an image has an unknown format or one of another block size, a level or layers that
/// the texture does not have, or an offset that is not aligned or beyond the buffer;
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Shader Resources; V21, V23 to V25.
MUX_API mux_result_t muxGalliumSetShaderImages(mux_gallium_context_t context, uint32_t stage,
                                               uint32_t start, uint32_t count,
                                               const mux_gallium_image_view_t *images);

/// What lies outside of a texture's coordinates. V05.
typedef enum mux_gallium_wrap_e {
  mux_gallium_wrap_repeat = 0,
  mux_gallium_wrap_clamp = 1,
  mux_gallium_wrap_clamp_to_edge = 2,
  mux_gallium_wrap_clamp_to_border = 3,
  mux_gallium_wrap_mirror_repeat = 4,
  mux_gallium_wrap_mirror_clamp = 5,
  mux_gallium_wrap_mirror_clamp_to_edge = 6,
  mux_gallium_wrap_mirror_clamp_to_border = 7
} mux_gallium_wrap_e;

/// Filter between the texels of a level. V05.
typedef enum mux_gallium_filter_e {
  mux_gallium_filter_nearest = 0,
  mux_gallium_filter_linear = 1
} mux_gallium_filter_e;

/// Filter between levels. V05.
typedef enum mux_gallium_mip_filter_e {
  mux_gallium_mip_filter_nearest = 0,
  mux_gallium_mip_filter_linear = 1,
  /// Only the view's first level is sampled.
  mux_gallium_mip_filter_none = 2
} mux_gallium_mip_filter_e;

/// A sampler state.
typedef struct mux_gallium_sampler_template_s {
  /// One of ::mux_gallium_wrap_e.
  uint32_t wrap_s;
  /// The same in t.
  uint32_t wrap_t;
  /// The same in r.
  uint32_t wrap_r;
  /// One of ::mux_gallium_filter_e.
  uint32_t min_img_filter;
  /// One of ::mux_gallium_mip_filter_e.
  uint32_t min_mip_filter;
  /// One of ::mux_gallium_filter_e.
  uint32_t mag_img_filter;
  /// Whether texels are compared with a reference.
  bool compare_mode;
  /// One of ::mux_gallium_function_e.
  uint32_t compare_func;
  /// Whether cube maps are filtered across their faces.
  bool seamless_cube_map;
  /// Whether coordinates count texels.
  bool unnormalized_coords;
  /// Samples of anisotropic filtering; 0 and 1 are off.
  uint32_t max_anisotropy;
  /// Added to the level.
  float lod_bias;
  /// The least level, counted from the view's first level. V14.
  float min_lod;
  /// The greatest level.
  float max_lod;
  /// By the view's type.
  mux_gallium_color_t border_color;
} mux_gallium_sampler_template_t;

/// Creates a sampler state.
///
/// @param[in] context the context.
/// @param[in] description copied.
/// @param[out] out_state receives the sampler state; destroy it with
/// muxGalliumDestroySamplerState().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or an enumerator is out of
/// range; #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Samplers; V01, V05, F01.
MUX_API mux_result_t muxGalliumCreateSamplerState(mux_gallium_context_t context,
                                                  const mux_gallium_sampler_template_t *description,
                                                  mux_gallium_sampler_state_t *out_state);

/// Binds sampler states to a stage. Slots of views of buffers have no sampler (V06).
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e; others are not changed.
/// @param[in] start the first slot.
/// @param[in] count the number of slots; others are not changed.
/// @param[in] states the sampler states, NULL for free slots; NULL frees all the slots.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, the stage or slots are out
/// of range or a state is of another context; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; V02, V04, V06, P16.
MUX_API mux_result_t muxGalliumBindSamplerStates(mux_gallium_context_t context, uint32_t stage,
                                                 uint32_t start, uint32_t count,
                                                 const mux_gallium_sampler_state_t *states);

/// As muxGalliumBindSamplerStates() for the fragment stage from slot 0 on, and frees the slots
/// after them; in documents of 2010.
///
/// @param[in] context the context.
/// @param[in] count the number of sampler states.
/// @param[in] states as for muxGalliumBindSamplerStates().
/// @return as muxGalliumBindSamplerStates().
///
/// For one thread at a time of each context. Gallium 2010, CSO State; V03.
MUX_API mux_result_t muxGalliumBindFragmentSamplerStates(mux_gallium_context_t context,
                                                         uint32_t count,
                                                         const mux_gallium_sampler_state_t *states);

/// As muxGalliumBindFragmentSamplerStates() for the vertex stage.
///
/// @param[in] context the context.
/// @param[in] count the number of sampler states.
/// @param[in] states as for muxGalliumBindSamplerStates().
/// @return as muxGalliumBindSamplerStates().
///
/// For one thread at a time of each context. Gallium 2010, CSO State; V03.
MUX_API mux_result_t muxGalliumBindVertexSamplerStates(mux_gallium_context_t context,
                                                       uint32_t count,
                                                       const mux_gallium_sampler_state_t *states);

/// Destroys a sampler state. While it is bound it stays usable.
///
/// @param[in] context the context that made it.
/// @param[in] state the sampler state.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the state is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; V01, F01.
MUX_API mux_result_t muxGalliumDestroySamplerState(mux_gallium_context_t context,
                                                   mux_gallium_sampler_state_t state);

/// A sampler view. Zero-initialize it: the swizzle must be set, all zeros read x four times.
typedef struct mux_gallium_sampler_view_template_s {
  /// One of ::mux_gallium_target_e, which may differ from the texture's: 2D of an array, cube of a
  /// 2D array.
  uint32_t target;
  /// One of ::mux_gallium_format_e. V10, V11.
  uint32_t format;
  /// Of a texture: the first level. V13.
  uint32_t first_level;
  /// The last level, included.
  uint32_t last_level;
  /// The first layer, slice or face. V15.
  uint32_t first_layer;
  /// The last one, included.
  uint32_t last_layer;
  /// Of a buffer: the first byte.
  uint64_t offset;
  /// Of a buffer: bytes, reduced to those that it has.
  uint64_t size;
  /// What red of the result is: one of ::mux_gallium_swizzle_e. V12.
  uint32_t swizzle_r;
  /// The same for green.
  uint32_t swizzle_g;
  /// The same for blue.
  uint32_t swizzle_b;
  /// The same for alpha.
  uint32_t swizzle_a;
} mux_gallium_sampler_view_template_t;

/// Creates a sampler view, which holds a reference to the resource. Of a compressed format that can
/// be decoded it has a texture of decoded texels of the same size, for programs in TGSI.
///
/// @param[in] context the context.
/// @param[in] resource the texture or buffer.
/// @param[in] description copied.
/// @param[out] out_view receives the view; destroy it with muxGalliumSamplerViewDestroy().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, an enumerator is out of
/// range, the format is not compatible: other than the texture's, and not of the same block and the
/// same order and size of channels, or the depth or stencil of it (V10, V11), the target does not
/// fit the resource's, the levels, layers or bytes are not in the resource, or a cube has not 6
/// layers; #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Sampler Views; V07, V08, V10 to V15.
MUX_API mux_result_t muxGalliumCreateSamplerView(
    mux_gallium_context_t context, mux_gallium_resource_t resource,
    const mux_gallium_sampler_view_template_t *description, mux_gallium_sampler_view_t *out_view);

/// Destroys a view, and drops its reference to the resource once it is not bound any more.
///
/// @param[in] context the context that made it.
/// @param[in] view the view.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the view is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, Sampler Views; V09.
MUX_API mux_result_t muxGalliumSamplerViewDestroy(mux_gallium_context_t context,
                                                  mux_gallium_sampler_view_t view);

/// Binds views to a stage. Each slot holds a reference to its view.
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e.
/// @param[in] start the first slot.
/// @param[in] count the number of slots; others are not changed.
/// @param[in] views the views, NULL for free slots; NULL frees all the slots.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, the stage or slots are out
/// of range or a view is of another context; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Sampler Views; V16, V18 to V20, P17.
MUX_API mux_result_t muxGalliumSetSamplerViews(mux_gallium_context_t context, uint32_t stage,
                                               uint32_t start, uint32_t count,
                                               const mux_gallium_sampler_view_t *views);

/// As muxGalliumSetSamplerViews() for the fragment stage from slot 0 on, and frees the slots after
/// them; in documents of 2010.
///
/// @param[in] context the context.
/// @param[in] count the number of views.
/// @param[in] views as for muxGalliumSetSamplerViews().
/// @return as muxGalliumSetSamplerViews().
///
/// For one thread at a time of each context. Gallium 2010, Sampler Views; V17.
MUX_API mux_result_t muxGalliumSetFragmentSamplerViews(mux_gallium_context_t context,
                                                       uint32_t count,
                                                       const mux_gallium_sampler_view_t *views);

/// As muxGalliumSetFragmentSamplerViews() for the vertex stage.
///
/// @param[in] context the context.
/// @param[in] count the number of views.
/// @param[in] views as for muxGalliumSetSamplerViews().
/// @return as muxGalliumSetSamplerViews().
///
/// For one thread at a time of each context. Gallium 2010, Sampler Views; V17.
MUX_API mux_result_t muxGalliumSetVertexSamplerViews(mux_gallium_context_t context, uint32_t count,
                                                     const mux_gallium_sampler_view_t *views);

/// Creates a handle of a view with a sampler state, for shaders to use directly: the address of a
/// mux_gallium_texture_handle_s (shader_abi.h). The handle holds both objects, and the resource
/// keeps its address as long as there is a handle of it.
///
/// @param[in] context the context.
/// @param[in] view the view.
/// @param[in] state the sampler state; NULL for texel fetches only.
/// @param[out] out_handle receives the handle, not 0; delete it with
/// muxGalliumDeleteTextureHandle(). The context's destruction deletes it, too.
/// @return #mux_success; #mux_error_invalid_value if `context` or `view` is NULL or an object is of
/// another context; #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Bindless; V27, V28.
MUX_API mux_result_t muxGalliumCreateTextureHandle(mux_gallium_context_t context,
                                                   mux_gallium_sampler_view_t view,
                                                   mux_gallium_sampler_state_t state,
                                                   uint64_t *out_handle);

/// Deletes a handle, which must not be resident. Grids that were launched while it was may still
/// use it.
///
/// @param[in] context the context that made it.
/// @param[in] handle the handle.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, it has no such handle of a
/// texture, or the handle is resident.
///
/// For one thread at a time of each context. Gallium 2020, Bindless; V29.
MUX_API mux_result_t muxGalliumDeleteTextureHandle(mux_gallium_context_t context, uint64_t handle);

/// Makes a handle usable by grids that the context launches later, or not. While a handle is
/// resident, each grid is ordered after all commands before it and before all after it, since
/// handles do not tell the device what is accessed. What a grid does with a handle that is not
/// resident is undefined.
///
/// @param[in] context the context that made it.
/// @param[in] handle the handle.
/// @param[in] resident whether it is to be resident.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, it has no such handle of a
/// texture, or the handle is as `resident` says already; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Bindless; V30.
MUX_API mux_result_t muxGalliumMakeTextureHandleResident(mux_gallium_context_t context,
                                                         uint64_t handle, bool resident);

/// Creates a handle of an image, for shaders to use directly: the address of a
/// mux_gallium_image_handle_s (shader_abi.h). The handle holds the resource, which keeps its
/// address as long as there is a handle of it.
///
/// @param[in] context the context.
/// @param[in] image as for muxGalliumSetShaderImages(), with a resource; copied.
/// @param[out] out_handle receives the handle, not 0; delete it with muxGalliumDeleteImageHandle().
/// The context's destruction deletes it, too.
/// @return #mux_success; #mux_error_invalid_value if `context`, `image` or its resource is NULL, or
/// as muxGalliumSetShaderImages(); #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Bindless; V31.
MUX_API mux_result_t muxGalliumCreateImageHandle(mux_gallium_context_t context,
                                                 const mux_gallium_image_view_t *image,
                                                 uint64_t *out_handle);

/// Deletes a handle of an image, which must not be resident.
///
/// @param[in] context the context that made it.
/// @param[in] handle the handle.
/// @return as muxGalliumDeleteTextureHandle(), of an image.
///
/// For one thread at a time of each context. Gallium 2020, Bindless; V32.
MUX_API mux_result_t muxGalliumDeleteImageHandle(mux_gallium_context_t context, uint64_t handle);

/// Makes a handle of an image usable by grids that the context launches later, or not; as
/// muxGalliumMakeTextureHandleResident().
///
/// @param[in] context the context that made it.
/// @param[in] handle the handle.
/// @param[in] access bitfield of ::mux_gallium_image_access_e: what grids may do; not 0 if
/// `resident`, and ignored otherwise.
/// @param[in] resident whether it is to be resident.
/// @return as muxGalliumMakeTextureHandleResident(), of an image; #mux_error_invalid_value if the
/// access is 0 or has an unknown bit.
///
/// For one thread at a time of each context. Gallium 2020, Bindless; V33.
MUX_API mux_result_t muxGalliumMakeImageHandleResident(mux_gallium_context_t context,
                                                       uint64_t handle, uint32_t access,
                                                       bool resident);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_STATE_H
