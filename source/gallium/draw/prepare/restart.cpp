#include "gallium/draw/prepare/restart.h"

#include <algorithm>
#include <cstring>

#include "gallium/draw/prepare/primitives.h"

namespace mux::gallium {
namespace {

template <typename T>
std::vector<uint32_t> widened(const std::byte *data, uint64_t size, uint32_t count) {
  std::vector<uint32_t> indices(count);
  const auto available = static_cast<uint32_t>(std::min<uint64_t>(size / sizeof(T), count));
  for (uint32_t index = 0; index < available; ++index) {
    T value;
    std::memcpy(&value, data + index * sizeof(T), sizeof(T));
    indices[index] = value;
  }
  return indices;
}

/// The indices of a draw, 0 beyond the buffer.
std::vector<uint32_t> read_indices(const DrawRange &range, const Storage &storage) {
  const uint64_t offset = std::min<uint64_t>(range.index_offset, storage.size());
  const std::byte *data = storage.data() + offset;
  const uint64_t size = storage.size() - offset;
  switch (range.index_size) {
    case 1:
      return widened<uint8_t>(data, size, range.count);
    case 2:
      return widened<uint16_t>(data, size, range.count);
    default:
      return widened<uint32_t>(data, size, range.count);
  }
}

/// The indices of the primitives between restarts, as a list.
std::vector<uint32_t> listed(const std::vector<uint32_t> &indices, uint32_t mode,
                             uint32_t restart_index, bool provoking_first) {
  std::vector<uint32_t> positions;
  auto begin = indices.begin();
  while (begin != indices.end()) {
    const auto end = std::find(begin, indices.end(), restart_index);
    add_corners(mode, static_cast<uint32_t>(begin - indices.begin()),
                static_cast<uint32_t>(end - begin), provoking_first, positions);
    begin = end != indices.end() ? end + 1 : end;
  }
  for (uint32_t &position : positions) {
    position = indices[position];
  }
  return positions;
}

}  // namespace

DrawRange without_restart(Context &context, const DrawRange &range, uint32_t restart_index,
                          bool provoking_first) {
  context.wait_for(*range.index_resource, {.reads = true, .writes = false});
  const std::vector<uint32_t> indices = read_indices(range, *range.index_resource->storage());
  const std::vector<uint32_t> list = listed(indices, range.mode, restart_index, provoking_first);
  DrawRange made = range;
  made.mode = list_of(range.mode);
  made.count = static_cast<uint32_t>(list.size());
  made.index_size = sizeof(uint32_t);
  made.index_resource = nullptr;
  made.index_offset = 0;
  const size_t bytes = std::max<size_t>(list.size(), 1) * sizeof(uint32_t);
  made.index_storage = make_ref<Storage>(context.screen(), bytes);
  std::memcpy(made.index_storage->data(), list.data(), list.size() * sizeof(uint32_t));
  return made;
}

}  // namespace mux::gallium
