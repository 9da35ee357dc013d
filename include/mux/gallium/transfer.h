/// @file
/// Transfers between the program and resources: mappings, writes in one call, memory of sparse
/// resources, uploaders.

#ifndef MUX_GALLIUM_TRANSFER_H
#define MUX_GALLIUM_TRANSFER_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Maps a box of a level.
///
/// The call waits for commands of the context that access the resource, and for those of other
/// contexts that were flushed before, unless `usage` says otherwise: a mapping to read waits for
/// writes, one to write for all accesses. Other contexts see what was written after
/// muxGalliumTransferUnmap() and a muxGalliumFlush() of this context; without the flush if the
/// mapping is direct, or persistent and coherent, or persistent after a barrier
/// #mux_gallium_barrier_mapped_buffer (R06 to R09). Any number of mappings of a resource may exist.
///
/// @param[in] context the context.
/// @param[in] resource the resource. A multisample texture cannot be mapped.
/// @param[in] level the level; 0 of a buffer.
/// @param[in] usage bitfield of ::mux_gallium_map_e; read or write at least.
/// @param[in] box the box, in pixels, or bytes of a buffer. Of compressed formats it starts at a
/// block, and ends at a block or at the edge of the level.
/// @param[out] out_transfer receives the transfer, owned by the caller until
/// muxGalliumTransferUnmap(). Unchanged on an error (R12).
/// @param[out] out_data receives the address of the first byte of the box, NULL on an error. Rows
/// and slices follow as muxGalliumGetTransferInfo() says.
/// @return #mux_success; #mux_error_invalid_value if an object is NULL, the level does not exist,
/// the box is empty or outside the level, `usage` has an unknown bit, neither read nor write, or a
/// combination that ::mux_gallium_map_e forbids (R39 to R42), or persistent or coherent for a
/// resource that was not created so (R35, R38), or coherent without persistent;
/// #mux_error_feature_unsupported if the resource is multisampled, or is sparse and has pages in
/// the box that are not committed; #mux_fence_not_ready if `usage` has dontblock and the call would
/// wait (R31); #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Transfers and PIPE_MAP; R05 to R12, R21
/// to R42.
MUX_API mux_result_t muxGalliumTransferMap(mux_gallium_context_t context,
                                           mux_gallium_resource_t resource, uint32_t level,
                                           uint32_t usage, const mux_gallium_box_t *box,
                                           mux_gallium_transfer_t *out_transfer, void **out_data);

/// Removes the mapping and destroys the transfer. What was written reaches the resource, unless it
/// was to be flushed explicitly.
///
/// @param[in] context the context that made the transfer.
/// @param[in] transfer the transfer.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the transfer is of
/// another context. After a reset the transfer is destroyed as well.
///
/// For one thread at a time of each context. Gallium 2020, Transfers; R13, R27.
MUX_API mux_result_t muxGalliumTransferUnmap(mux_gallium_context_t context,
                                             mux_gallium_transfer_t transfer);

/// Writes a range of a transfer with #mux_gallium_map_flush_explicit to the resource.
///
/// @param[in] context the context that made the transfer.
/// @param[in] transfer the transfer, mapped.
/// @param[in] box relative to the start of the mapped box, not of the resource.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, the transfer is of
/// another context or was not mapped so, or the box is empty or outside the mapped box;
/// #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, transfer_flush_region; R19, R20, R33.
MUX_API mux_result_t muxGalliumTransferFlushRegion(mux_gallium_context_t context,
                                                   mux_gallium_transfer_t transfer,
                                                   const mux_gallium_box_t *box);

/// A transfer.
typedef struct mux_gallium_transfer_info_s {
  /// The resource; no reference is added.
  mux_gallium_resource_t resource;
  /// The level.
  uint32_t level;
  /// Bitfield of ::mux_gallium_map_e.
  uint32_t usage;
  /// The mapped box.
  mux_gallium_box_t box;
  /// Bytes from one row of blocks to the next.
  uint64_t stride;
  /// Bytes from one slice to the next.
  uint64_t layer_stride;
} mux_gallium_transfer_info_t;

/// Describes a transfer.
///
/// @param[in] transfer the transfer.
/// @param[out] out_info receives the description.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// For one thread at a time of each context. R10.
MUX_API mux_result_t muxGalliumGetTransferInfo(mux_gallium_transfer_t transfer,
                                               mux_gallium_transfer_info_t *out_info);

/// Writes a range of a buffer: the same as a mapping, a copy and muxGalliumTransferUnmap(). If the
/// buffer is busy, the data is copied and written in the context's order, without a wait.
///
/// @param[in] context the context.
/// @param[in] resource the buffer.
/// @param[in] usage bitfield of ::mux_gallium_map_e besides write, which is implied: directly,
/// discard_range, discard_whole_resource and unsynchronized are used.
/// @param[in] offset the first byte.
/// @param[in] size bytes; 0 writes nothing.
/// @param[in] data read during the call only.
/// @return as muxGalliumTransferMap(); #mux_error_invalid_value also if `data` is NULL or the
/// resource is not a buffer.
///
/// For one thread at a time of each context. Gallium 2020, Transfers; R17.
MUX_API mux_result_t muxGalliumBufferSubdata(mux_gallium_context_t context,
                                             mux_gallium_resource_t resource, uint32_t usage,
                                             uint64_t offset, uint64_t size, const void *data);

/// Writes a box of a texture's level: the same as a mapping, a copy and muxGalliumTransferUnmap().
///
/// @param[in] context the context.
/// @param[in] resource the texture.
/// @param[in] level the level.
/// @param[in] usage as for muxGalliumBufferSubdata().
/// @param[in] box the box, as for muxGalliumTransferMap().
/// @param[in] data read during the call only.
/// @param[in] stride bytes from one row of blocks to the next in `data`; not used for one row.
/// @param[in] layer_stride bytes from one slice to the next in `data`; not used for one slice.
/// @return as muxGalliumTransferMap(); #mux_error_invalid_value also if `data` is NULL, the
/// resource is a buffer, or a stride that is used is less than the box's.
///
/// For one thread at a time of each context. Gallium 2020, Transfers; R18.
MUX_API mux_result_t muxGalliumTextureSubdata(mux_gallium_context_t context,
                                              mux_gallium_resource_t resource, uint32_t level,
                                              uint32_t usage, const mux_gallium_box_t *box,
                                              const void *data, uint64_t stride,
                                              uint64_t layer_stride);

/// Commits or releases memory of a sparse buffer, in whole pages of
/// mux_gallium_screen_info_s::sparse_buffer_page_size. Newly committed pages have undefined
/// contents; those that were committed keep theirs. Commands that access other pages read any
/// value, and what they write may be lost, but they do not fail.
///
/// @param[in] context the context; commands of all its earlier calls access the old pages.
/// @param[in] resource a resource with #mux_gallium_resource_flag_sparse.
/// @param[in] level 0.
/// @param[in] box x and width are multiples of the page size, but the width of a box that ends at
/// the end of the buffer.
/// @param[in] commit whether to commit or to release.
/// @return #mux_success; #mux_error_invalid_value if an object is NULL, the resource is not sparse,
/// the level is not 0, or the box is empty, not aligned or outside the buffer;
/// #mux_error_out_of_memory if there is no memory, and nothing was committed; #mux_error_failure
/// after a reset.
///
/// For one thread at a time of each context. Gallium 2020, resource_commit; R43 to R49.
MUX_API mux_result_t muxGalliumResourceCommit(mux_gallium_context_t context,
                                              mux_gallium_resource_t resource, uint32_t level,
                                              const mux_gallium_box_t *box, bool commit);

/// Declares the contents of a resource undefined. Ordered with the context's commands.
///
/// @param[in] context the context.
/// @param[in] resource the resource.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Not in the documents of 2020; a hint.
MUX_API mux_result_t muxGalliumInvalidateResource(mux_gallium_context_t context,
                                                  mux_gallium_resource_t resource);

/// Returns the context's uploader for data that is used once and is not constants. It belongs to
/// the context.
///
/// @param[in] context the context.
/// @param[out] out_uploader receives the uploader.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// For one thread at a time of each context. Gallium 2020, Uploading; R51, R53, R57.
MUX_API mux_result_t muxGalliumGetStreamUploader(mux_gallium_context_t context,
                                                 mux_gallium_uploader_t *out_uploader);

/// Returns the context's uploader for constants. It belongs to the context.
///
/// @param[in] context the context.
/// @param[out] out_uploader receives the uploader.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// For one thread at a time of each context. Gallium 2020, Uploading; R52, R53, R57.
MUX_API mux_result_t muxGalliumGetConstUploader(mux_gallium_context_t context,
                                                mux_gallium_uploader_t *out_uploader);

/// Allocates a part of a buffer for the program to fill at once: the next call for the uploader may
/// end its mapping (R56).
///
/// @param[in] uploader the uploader.
/// @param[in] min_offset the smallest `out_offset` that will do.
/// @param[in] size bytes; not 0.
/// @param[in] alignment of the offset in bytes; a power of two.
/// @param[out] out_offset receives the first byte in the buffer.
/// @param[out] out_resource receives the buffer with a reference for the caller.
/// @param[out] out_data receives the address of the first byte.
/// @return #mux_success; #mux_error_invalid_value if `uploader` is NULL, `size` is 0 or `alignment`
/// is no power of two; #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Uploading; R54, R56.
MUX_API mux_result_t muxGalliumUploadAlloc(mux_gallium_uploader_t uploader, uint64_t min_offset,
                                           uint64_t size, uint64_t alignment, uint64_t *out_offset,
                                           mux_gallium_resource_t *out_resource, void **out_data);

/// Allocates a part of a buffer and copies data to it.
///
/// @param[in] uploader the uploader.
/// @param[in] min_offset the smallest `out_offset` that will do.
/// @param[in] size bytes; not 0.
/// @param[in] alignment of the offset in bytes; a power of two.
/// @param[in] data read during the call only.
/// @param[out] out_offset receives the first byte in the buffer.
/// @param[out] out_resource receives the buffer with a reference for the caller.
/// @return as muxGalliumUploadAlloc(); #mux_error_invalid_value also if `data` is NULL.
///
/// For one thread at a time of each context. Gallium 2020, Uploading; R54.
MUX_API mux_result_t muxGalliumUploadData(mux_gallium_uploader_t uploader, uint64_t min_offset,
                                          uint64_t size, uint64_t alignment, const void *data,
                                          uint64_t *out_offset,
                                          mux_gallium_resource_t *out_resource);

/// Ends a batch of uploads. Required before commands use them; mappings are persistent and
/// coherent here, so the addresses stay valid while the buffer lives.
///
/// @param[in] uploader the uploader.
/// @return #mux_success; #mux_error_invalid_value if `uploader` is NULL.
///
/// For one thread at a time of each context. Gallium 2020, Uploading; R55.
MUX_API mux_result_t muxGalliumUploadUnmap(mux_gallium_uploader_t uploader);

/// Writes a box of a level in one call, as muxGalliumBufferSubdata() and muxGalliumTextureSubdata()
/// do; in documents before 2017.
///
/// @param[in] context the context.
/// @param[in] resource a buffer or texture.
/// @param[in] level the level.
/// @param[in] usage as for muxGalliumBufferSubdata().
/// @param[in] box the box.
/// @param[in] data read during the call only.
/// @param[in] stride bytes from one row of blocks to the next; not used for one row.
/// @param[in] layer_stride bytes from one slice to the next; not used for one slice.
/// @return as muxGalliumTextureSubdata().
///
/// For one thread at a time of each context. Gallium 2015, Transfers; R16.
MUX_API mux_result_t muxGalliumTransferInlineWrite(mux_gallium_context_t context,
                                                   mux_gallium_resource_t resource, uint32_t level,
                                                   uint32_t usage, const mux_gallium_box_t *box,
                                                   const void *data, uint64_t stride,
                                                   uint64_t layer_stride);

/// Creates a transfer without mapping it; in documents of 2010. Map it with
/// muxGalliumTransferMapExisting(), and destroy it with muxGalliumTransferDestroy().
///
/// @param[in] context the context.
/// @param[in] resource the resource.
/// @param[in] level the level.
/// @param[in] usage as for muxGalliumTransferMap().
/// @param[in] box as for muxGalliumTransferMap().
/// @param[out] out_transfer receives the transfer.
/// @return as muxGalliumTransferMap(), without those of waiting.
///
/// For one thread at a time of each context. Gallium 2010, Transfers; R14.
MUX_API mux_result_t muxGalliumGetTransfer(mux_gallium_context_t context,
                                           mux_gallium_resource_t resource, uint32_t level,
                                           uint32_t usage, const mux_gallium_box_t *box,
                                           mux_gallium_transfer_t *out_transfer);

/// Maps a transfer of muxGalliumGetTransfer(), if it is not mapped.
///
/// @param[in] context the context that made the transfer.
/// @param[in] transfer the transfer.
/// @param[out] out_data receives the address of the first byte of the box.
/// @return as muxGalliumTransferMap(); #mux_error_invalid_value also if the transfer is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2010, Transfers; R14.
MUX_API mux_result_t muxGalliumTransferMapExisting(mux_gallium_context_t context,
                                                   mux_gallium_transfer_t transfer,
                                                   void **out_data);

/// Destroys a transfer of muxGalliumGetTransfer(); a mapping ends as by muxGalliumTransferUnmap().
///
/// @param[in] context the context that made the transfer.
/// @param[in] transfer the transfer.
/// @return as muxGalliumTransferUnmap().
///
/// For one thread at a time of each context. Gallium 2010, Transfers; R15.
MUX_API mux_result_t muxGalliumTransferDestroy(mux_gallium_context_t context,
                                               mux_gallium_transfer_t transfer);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_TRANSFER_H
