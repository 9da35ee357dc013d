#include "host/objects/memory.h"

#include <sys/mman.h>

#include "host/objects/device.h"
#include "host/objects/device_info.h"
#include "host/objects/owner.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

/// Memory of at least this size is aligned for, and advised to use, huge pages.
constexpr size_t huge_page_size = size_t{2} << 20;

constexpr size_t page_size = 4096;

/// Accessible memory around each mapping: published kernels read a row beyond the edge of an image
/// without using it. Untouched pages cost nothing, but one mapping becomes three, of which a
/// process may have 65,530.
constexpr size_t margin = 16 * page_size;
/// The same around memory from the allocator, a row of 4,096 floats, from the size on for which C
/// libraries create separate mappings. Smaller blocks are surrounded by others.
constexpr size_t smallest_padded = 16 * page_size;
constexpr size_t padding = 4 * page_size;

uintptr_t round_up(uintptr_t value, size_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

/// Maps anonymous pages, aligned at least to huge pages, between two margins. Returns NULL on
/// failure.
void *map_pages(size_t size, size_t alignment) {
  alignment = std::max(alignment, huge_page_size);
  const size_t around = alignment + 2 * margin;
  if (size > SIZE_MAX - around) {
    return nullptr;
  }
  // Map enough to contain an aligned block of the size, and unmap the rest.
  const size_t mapped_size = size + around;
  void *mapped =
      mmap(nullptr, mapped_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    return nullptr;
  }
  const auto begin = reinterpret_cast<uintptr_t>(mapped);
  const uintptr_t aligned = round_up(begin + margin, alignment);
  if (aligned - margin != begin) {
    munmap(mapped, aligned - margin - begin);
  }
  const uintptr_t end = round_up(aligned + size, page_size) + margin;
  const uintptr_t mapped_end = round_up(begin + mapped_size, page_size);
  if (end < mapped_end) {
    munmap(reinterpret_cast<void *>(end), mapped_end - end);
  }
  // Only a hint: without huge pages the memory is slower.
  madvise(reinterpret_cast<void *>(aligned), size, MADV_HUGEPAGE);
  return reinterpret_cast<void *>(aligned);
}

void unmap_pages(std::byte *address, size_t size) {
  munmap(address - margin, round_up(size, page_size) + 2 * margin);
}

Memory::Place place_in_block(const Allocator &allocator, size_t size, size_t alignment) {
  const size_t before = size < smallest_padded ? 0 : round_up(padding, alignment);
  const size_t behind = size < smallest_padded ? 0 : padding;
  auto *block = static_cast<std::byte *>(allocator.allocate(before + size + behind, alignment));
  void *address = block == nullptr ? nullptr : block + before;
  return {address, block, Memory::Origin::allocator};
}

Memory::Place find_place(const Allocator &allocator, size_t size, size_t alignment) {
  if (size >= huge_page_size) {
    return {map_pages(size, alignment), nullptr, Memory::Origin::mapping};
  }
  return place_in_block(allocator, size, std::max<size_t>(alignment, buffer_alignment));
}

/// Host memory that is not cached is coherent, since it needs no flushes.
uint32_t properties_of(mux_allocation_type_e type, uint32_t wanted) {
  const bool is_coherent =
      type == mux_allocation_type_alloc_host && (wanted & mux_memory_property_host_cached) == 0;
  return is_coherent ? wanted | mux_memory_property_host_coherent : wanted;
}

}  // namespace

Memory::Memory(const Allocator &allocator, mux_device_t device, uint64_t size, uint32_t properties,
               const Place &place) noexcept
    : mux_memory_s{object_id(mux_object_id_memory), size, properties,
                   reinterpret_cast<uint64_t>(place.address)},
      allocator_(allocator),
      device_(device),
      block_(place.block),
      origin_(place.origin) {}

Memory::~Memory() {
  switch (origin_) {
    case Origin::allocator:
      allocator_.release(block_);
      break;
    case Origin::mapping:
      unmap_pages(address(), size);
      break;
    case Origin::program:
      break;
  }
}

mux_result_t allocate_memory(mux_device_t device, size_t size, uint32_t heap,
                             uint32_t memory_properties, mux_allocation_type_e allocation_type,
                             uint32_t alignment, mux_allocator_info_t allocator_info,
                             mux_memory_t *out_memory) {
  if (heap != only_heap) {
    return fail(mux_error_invalid_value, "heap is 0x%x, but the device has heap 0x%x only", heap,
                only_heap);
  }
  const Allocator allocator(allocator_info);
  const uint32_t properties = properties_of(allocation_type, memory_properties);
  const Memory::Place place = find_place(allocator, size, alignment);
  if (place.address == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for %zu bytes of device memory", size);
  }
  Memory *memory = allocator.create<Memory>(allocator, device, size, properties, place);
  if (memory == nullptr) {
    // Frees the address.
    const Memory discarded(allocator, device, size, properties, place);
    return fail(mux_error_out_of_memory, "no memory for a memory object");
  }
  *out_memory = memory;
  return mux_success;
}

mux_result_t create_memory_from_host(mux_device_t device, size_t size, void *host_pointer,
                                     mux_allocator_info_t allocator_info,
                                     mux_memory_t *out_memory) {
  const Allocator allocator(allocator_info);
  constexpr uint32_t properties =
      mux_memory_property_host_visible | mux_memory_property_host_coherent;
  Memory *memory =
      allocator.create<Memory>(allocator, device, size, properties,
                               Memory::Place{host_pointer, nullptr, Memory::Origin::program});
  if (memory == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a memory object");
  }
  *out_memory = memory;
  return mux_success;
}

void free_memory(mux_device_t device, mux_memory_t memory, mux_allocator_info_t) {
  auto *object = static_cast<Memory *>(memory);
  if (check_owner(*object, device, "memory") != mux_success) {
    return;
  }
  Allocator::destroy(object->allocator(), object);
}

mux_result_t map_memory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t,
                        void **out_data) {
  auto &object = *static_cast<Memory *>(memory);
  if (const mux_result_t result = check_owner(object, device, "memory"); result != mux_success) {
    return result;
  }
  if (!object.map()) {
    return fail(mux_error_invalid_value, "the memory is mapped already");
  }
  *out_data = object.address() + offset;
  return mux_success;
}

/// Nothing to do, since host and device share caches, even for memory without the coherent
/// property. The program's writes before a dispatch, and a command's before its fence, are ordered
/// by these.
mux_result_t flush_mapped_memory_to_device(mux_device_t device, mux_memory_t memory, uint64_t,
                                           uint64_t) {
  return check_owner(*static_cast<Memory *>(memory), device, "memory");
}

mux_result_t flush_mapped_memory_from_device(mux_device_t device, mux_memory_t memory, uint64_t,
                                             uint64_t) {
  return check_owner(*static_cast<Memory *>(memory), device, "memory");
}

mux_result_t unmap_memory(mux_device_t device, mux_memory_t memory) {
  auto &object = *static_cast<Memory *>(memory);
  const mux_result_t result = check_owner(object, device, "memory");
  if (result == mux_success) {
    object.unmap();
  }
  return result;
}

}  // namespace mux::host
