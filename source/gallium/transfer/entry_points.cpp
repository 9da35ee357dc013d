// Entry points of transfers, of writes in one call, and of memory of sparse buffers.

#include "gallium/context/call.h"
#include "gallium/screen/capabilities.h"
#include "gallium/transfer/subdata.h"
#include "gallium/transfer/transfer.h"

using namespace mux::gallium;

mux_result_t muxGalliumTransferMap(mux_gallium_context_t context, mux_gallium_resource_t resource,
                                   uint32_t level, uint32_t usage, const mux_gallium_box_t *box,
                                   mux_gallium_transfer_t *out_transfer, void **out_data) {
  if (out_data != nullptr) {
    *out_data = nullptr;
  }
  return context_call(
      "muxGalliumTransferMap", context,
      arguments(resource, level, usage, box, out_transfer, out_data), [&](Context &on) {
        const MapRequest request = checked_request(checked<Resource>(resource), level, usage, box);
        require_out(out_transfer, "out_transfer is NULL");
        require_out(out_data, "out_data is NULL");
        const Ref<Transfer> made = make_ref<Transfer>(&on, request);
        std::byte *data = made->map(on);
        *out_transfer = on.add(made);
        *out_data = data;
      });
}

namespace {

/// Ends the mapping, if commands can still be recorded, and destroys the transfer in any case.
void end(Context &on, Transfer &transfer) {
  const Ref<Transfer> kept(transfer);
  on.remove(transfer);
  if (!on.is_reset()) {
    kept->unmap(on);
  }
}

}  // namespace

mux_result_t muxGalliumTransferUnmap(mux_gallium_context_t context,
                                     mux_gallium_transfer_t transfer) {
  return any_context_call("muxGalliumTransferUnmap", context, arguments(transfer),
                          [&](Context &on) { end(on, checked<Transfer>(transfer, &on)); });
}

mux_result_t muxGalliumTransferFlushRegion(mux_gallium_context_t context,
                                           mux_gallium_transfer_t transfer,
                                           const mux_gallium_box_t *box) {
  return context_call("muxGalliumTransferFlushRegion", context, arguments(transfer, box),
                      [&](Context &on) {
                        Transfer &of = checked<Transfer>(transfer, &on);
                        require_valid(box != nullptr, "the box is NULL");
                        of.flush_region(on, *box);
                      });
}

mux_result_t muxGalliumGetTransferInfo(mux_gallium_transfer_t transfer,
                                       mux_gallium_transfer_info_t *out_info) {
  return call("muxGalliumGetTransferInfo", arguments(transfer, out_info), [&] {
    const Transfer &of = checked<Transfer>(transfer);
    require_out(out_info, "out_info is NULL");
    *out_info = of.info();
  });
}

mux_result_t muxGalliumBufferSubdata(mux_gallium_context_t context, mux_gallium_resource_t resource,
                                     uint32_t usage, uint64_t offset, uint64_t size,
                                     const void *data) {
  return context_call("muxGalliumBufferSubdata", context,
                      arguments(resource, usage, offset, size, data), [&](Context &on) {
                        write_buffer(on, checked<Resource>(resource), usage, offset, size, data);
                      });
}

mux_result_t muxGalliumTextureSubdata(mux_gallium_context_t context,
                                      mux_gallium_resource_t resource, uint32_t level,
                                      uint32_t usage, const mux_gallium_box_t *box,
                                      const void *data, uint64_t stride, uint64_t layer_stride) {
  return context_call("muxGalliumTextureSubdata", context,
                      arguments(resource, level, usage, box, data, stride, layer_stride),
                      [&](Context &on) {
                        Resource &to = checked<Resource>(resource);
                        require_valid(!to.is_buffer(), "the resource is a buffer");
                        write_box(on, to, level, usage, box, {data, stride, layer_stride});
                      });
}

mux_result_t muxGalliumTransferInlineWrite(mux_gallium_context_t context,
                                           mux_gallium_resource_t resource, uint32_t level,
                                           uint32_t usage, const mux_gallium_box_t *box,
                                           const void *data, uint64_t stride,
                                           uint64_t layer_stride) {
  return context_call(
      "muxGalliumTransferInlineWrite", context,
      arguments(resource, level, usage, box, data, stride, layer_stride), [&](Context &on) {
        write_box(on, checked<Resource>(resource), level, usage, box, {data, stride, layer_stride});
      });
}

mux_result_t muxGalliumGetTransfer(mux_gallium_context_t context, mux_gallium_resource_t resource,
                                   uint32_t level, uint32_t usage, const mux_gallium_box_t *box,
                                   mux_gallium_transfer_t *out_transfer) {
  return context_call("muxGalliumGetTransfer", context,
                      arguments(resource, level, usage, box, out_transfer), [&](Context &on) {
                        const MapRequest request =
                            checked_request(checked<Resource>(resource), level, usage, box);
                        require_out(out_transfer, "out_transfer is NULL");
                        *out_transfer = on.add(make_ref<Transfer>(&on, request));
                      });
}

mux_result_t muxGalliumTransferMapExisting(mux_gallium_context_t context,
                                           mux_gallium_transfer_t transfer, void **out_data) {
  return context_call("muxGalliumTransferMapExisting", context, arguments(transfer, out_data),
                      [&](Context &on) {
                        Transfer &of = checked<Transfer>(transfer, &on);
                        require_valid(!of.is_mapped(), "the transfer is mapped");
                        require_out(out_data, "out_data is NULL");
                        *out_data = of.map(on);
                      });
}

mux_result_t muxGalliumTransferDestroy(mux_gallium_context_t context,
                                       mux_gallium_transfer_t transfer) {
  return any_context_call("muxGalliumTransferDestroy", context, arguments(transfer),
                          [&](Context &on) { end(on, checked<Transfer>(transfer, &on)); });
}

namespace {

/// The bytes of a sparse buffer that a box names: whole pages, or up to the buffer's end.
struct PageRange {
  uint64_t offset;
  uint64_t size;
};

PageRange checked_pages(const Resource &resource, uint32_t level, const Box *box) {
  require_valid(resource.sparse() != nullptr, "the resource is not sparse");
  require_valid(box != nullptr, "the box is NULL");
  const BlockBox blocks = resource.layout().blocks(level, *box);
  require_valid(blocks.offset % sparse_page_size == 0, "the box does not start at a page");
  require_valid(blocks.row_bytes % sparse_page_size == 0 ||
                    blocks.offset + blocks.row_bytes == resource.size(),
                "the box ends neither at a page nor at the end of the buffer");
  return {blocks.offset, blocks.row_bytes};
}

}  // namespace

mux_result_t muxGalliumResourceCommit(mux_gallium_context_t context,
                                      mux_gallium_resource_t resource, uint32_t level,
                                      const mux_gallium_box_t *box, bool commit) {
  return context_call("muxGalliumResourceCommit", context, arguments(resource, level, box, commit),
                      [&](Context &on) {
                        Resource &of = checked<Resource>(resource);
                        const PageRange pages = checked_pages(of, level, box);
                        if (!commit) {
                          // Earlier commands access the old pages.
                          on.wait_for(of, {.reads = true, .writes = true});
                        }
                        of.sparse()->commit(pages.offset, pages.size, commit);
                      });
}

mux_result_t muxGalliumInvalidateResource(mux_gallium_context_t context,
                                          mux_gallium_resource_t resource) {
  return context_call("muxGalliumInvalidateResource", context, arguments(resource),
                      [&](Context &on) {
                        Resource &of = checked<Resource>(resource);
                        // Later mappings need not wait for what uses the old contents.
                        if (!on.is_idle(of, {.reads = true, .writes = true})) {
                          of.replace_storage();
                        }
                      });
}
