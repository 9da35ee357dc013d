#include "gallium/transfer/transfer.h"

#include "gallium/transfer/copy.h"

namespace mux::gallium {
namespace {

void check_combination(uint32_t usage) {
  constexpr uint32_t known = (mux_gallium_map_once << 1) - 1;
  constexpr uint32_t not_with_read =
      mux_gallium_map_discard_range | mux_gallium_map_discard_whole_resource |
      mux_gallium_map_unsynchronized | mux_gallium_map_flush_explicit;
  require_valid((usage & ~known) == 0, "an unknown flag");
  require_valid((usage & (mux_gallium_map_read | mux_gallium_map_write)) != 0,
                "the mapping is neither for reading nor for writing");
  require_valid((usage & mux_gallium_map_read) == 0 || (usage & not_with_read) == 0,
                "a mapping for reading cannot discard, be unsynchronized or be flushed explicitly");
  require_valid(
      (usage & mux_gallium_map_coherent) == 0 || (usage & mux_gallium_map_persistent) != 0,
      "a coherent mapping must be persistent");
}

void check_persistence(const Resource &resource, uint32_t usage) {
  require_valid((usage & mux_gallium_map_persistent) == 0 ||
                    resource.has_flag(mux_gallium_resource_flag_map_persistent),
                "the resource was not created for persistent mappings");
  require_valid((usage & mux_gallium_map_coherent) == 0 ||
                    resource.has_flag(mux_gallium_resource_flag_map_coherent),
                "the resource was not created for coherent mappings");
}

/// The blocks of a box in memory of its own, without padding.
BlockBox packed(const BlockBox &box) {
  BlockBox made = box;
  made.offset = 0;
  made.stride = box.row_bytes;
  made.layer_stride = box.row_bytes * box.rows;
  return made;
}

}  // namespace

MapRequest checked_request(Resource &resource, uint32_t level, uint32_t usage, const Box *box) {
  require_valid(box != nullptr, "the box is NULL");
  check_combination(usage);
  check_persistence(resource, usage);
  const BlockBox blocks = resource.layout().blocks(level, *box);
  require(!resource.is_multisampled(), mux_error_feature_unsupported,
          "a multisample texture cannot be mapped");
  require(resource.sparse() == nullptr ||
              resource.sparse()->is_committed(blocks.offset, blocks.row_bytes),
          mux_error_feature_unsupported, "pages of the box are not committed");
  return {resource, level, usage, *box, blocks};
}

Transfer::Transfer(const void *context, const MapRequest &request)
    : OfContext(context),
      resource_(request.resource),
      level_(request.level),
      usage_(request.usage),
      box_(request.box),
      blocks_(request.blocks) {}

Transfer::~Transfer() {
  release_resource();
}

void Transfer::release_resource() noexcept {
  if (is_pinned_) {
    resource_->unpin_storage();
  }
  if (is_writing_) {
    resource_->end_mapped_write();
  }
  is_pinned_ = false;
  is_writing_ = false;
}

mux_gallium_transfer_info_t Transfer::info() const {
  const BlockBox &from = is_staged_ ? packed(blocks_) : blocks_;
  return {resource_.get(), level_, usage_, box_, from.stride, from.layer_stride};
}

bool Transfer::synchronize(Context &context) {
  if (has(mux_gallium_map_unsynchronized)) {
    return true;
  }
  const Access access = {has(mux_gallium_map_read), has(mux_gallium_map_write)};
  if (context.is_idle(*resource_, access)) {
    return true;
  }
  if (has(mux_gallium_map_discard_whole_resource) && resource_->replace_storage()) {
    return true;
  }
  constexpr uint32_t discards =
      mux_gallium_map_discard_range | mux_gallium_map_discard_whole_resource;
  constexpr uint32_t in_place = mux_gallium_map_directly | mux_gallium_map_persistent;
  if ((usage_ & discards) != 0 && (usage_ & in_place) == 0) {
    return false;
  }
  require(!has(mux_gallium_map_dontblock), mux_fence_not_ready,
          "the mapping would have to wait for the device");
  context.wait_for(*resource_, access);
  return true;
}

void Transfer::map_own_memory(Context &context) {
  storage_ = make_ref<Storage>(context.screen(), blocks_.size());
  is_staged_ = true;
  data_ = storage_->data();
}

std::byte *Transfer::map(Context &context) {
  if (!synchronize(context)) {
    map_own_memory(context);
    return data_;
  }
  if (has(mux_gallium_map_persistent)) {
    resource_->pin_storage();
    is_pinned_ = true;
  }
  if (has(mux_gallium_map_write)) {
    resource_->begin_mapped_write();
    is_writing_ = true;
  }
  storage_ = resource_->storage();
  data_ = storage_->data() + blocks_.offset;
  return data_;
}

void Transfer::write_back(Context &context, const Box &box, const BlockBox &from) {
  const Use use(*resource_, {.reads = false, .writes = true});
  const BlockBox to = resource_->layout().blocks(level_, box);
  context.record({&use, 1}, [&](Recording &recording) {
    recording.keep(*storage_);
    recording.expect_bytes(from.size());
    return record_copy(recording, storage_->buffer(), from, use.storage->buffer(), to);
  });
}

void Transfer::flush_region(Context &context, const Box &range) {
  require_valid(has(mux_gallium_map_flush_explicit) && is_mapped(),
                "the transfer is not mapped to be flushed explicitly");
  const auto is_inside = [](int32_t begin, int32_t extent, int32_t end) {
    return begin >= 0 && extent > 0 && int64_t{begin} + extent <= int64_t{end};
  };
  require_valid(is_inside(range.x, range.width, box_.width) &&
                    is_inside(range.y, range.height, box_.height) &&
                    is_inside(range.z, range.depth, box_.depth),
                "the range is empty or outside of the mapped box");
  const Box box = {box_.x + range.x, box_.y + range.y, box_.z + range.z,
                   range.width,      range.height,     range.depth};
  const BlockBox blocks = resource_->layout().blocks(level_, box);
  if (!is_staged_) {
    return;
  }
  BlockBox from = packed(blocks_);
  const FormatInfo &format = resource_->format();
  from.offset = static_cast<uint64_t>(range.z) * from.layer_stride +
                static_cast<uint64_t>(range.y) / format.block_height * from.stride +
                static_cast<uint64_t>(range.x) / format.block_width * format.block_bytes;
  from.row_bytes = blocks.row_bytes;
  from.rows = blocks.rows;
  from.slices = blocks.slices;
  write_back(context, box, from);
}

void Transfer::unmap(Context &context) {
  if (is_mapped() && is_staged_ && !has(mux_gallium_map_flush_explicit)) {
    write_back(context, box_, packed(blocks_));
  }
  release_resource();
  data_ = nullptr;
  storage_ = {};
  is_staged_ = false;
}

}  // namespace mux::gallium
