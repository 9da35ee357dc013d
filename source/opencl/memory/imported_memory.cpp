#include "opencl/memory/imported_memory.h"

#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace mux::opencl {
namespace {

/// DMA_BUF_MAGIC of linux/magic.h, missing in older headers.
constexpr long dma_buf_file_system = 0x444d4142;

/// Whether a kernel or the host may write an object with these flags.
bool is_written(cl_mem_flags flags) {
  constexpr cl_mem_flags host_does_not_write = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  return (flags & CL_MEM_READ_ONLY) == 0 || (flags & host_does_not_write) == 0;
}

size_t size_of_dma_buf(int descriptor) {
  struct statfs system{};
  require(fstatfs(descriptor, &system) == 0 && system.f_type == dma_buf_file_system,
          CL_INVALID_PROPERTY, "the file descriptor is not a dma_buf");
  const off_t size = lseek(descriptor, 0, SEEK_END);
  require(size >= 0, CL_INVALID_PROPERTY, "cannot get the size of the dma_buf");
  return static_cast<size_t>(size);
}

size_t size_of_file(int descriptor) {
  struct stat file{};
  require(fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode), CL_INVALID_PROPERTY,
          "the file descriptor is not a memory file");
  return static_cast<size_t>(file.st_size);
}

void *map(const ExternalMemory &from, bool writes, size_t size, cl_int too_small) {
  const bool is_dma_buf = from.type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
  const size_t available =
      is_dma_buf ? size_of_dma_buf(from.descriptor) : size_of_file(from.descriptor);
  require(size <= available, too_small, "the imported memory is smaller than the memory object");
  void *data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, from.descriptor, 0);
  if (data == MAP_FAILED && !writes && (errno == EACCES || errno == EPERM)) {
    // Commands may write read-only objects; a private mapping hides these writes from others.
    data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, from.descriptor, 0);
  }
  require(data != MAP_FAILED || errno != ENOMEM, CL_OUT_OF_HOST_MEMORY,
          "out of address space for the imported memory");
  require(data != MAP_FAILED, CL_INVALID_PROPERTY,
          "the imported memory cannot be mapped, or not for writing");
  return data;
}

/// Failures are ignored: an exporter that does not implement the operation does not need it.
void tell(const client::File &file, bool writes, uint64_t what) noexcept {
  dma_buf_sync sync{};
  sync.flags = what | (writes ? DMA_BUF_SYNC_RW : DMA_BUF_SYNC_READ);
  while (ioctl(file.descriptor(), DMA_BUF_IOCTL_SYNC, &sync) != 0 &&
         (errno == EINTR || errno == EAGAIN)) {
  }
}

}  // namespace

ImportedMemory::ImportedMemory(ExternalMemory from, cl_mem_flags flags, size_t size,
                               cl_int too_small)
    : from_(std::move(from)),
      size_(size),
      writes_(is_written(flags)),
      data_(map(from_, writes_, size, too_small)) {
  if (is_dma_buf()) {
    try {
      file_ = client::File::duplicate(from_.descriptor);
    } catch (...) {
      munmap(data_, size_);
      throw;
    }
  }
}

ImportedMemory::~ImportedMemory() {
  munmap(data_, size_);
}

bool ImportedMemory::is_for(const Device &device) const {
  return from_.devices.empty() || std::ranges::find(from_.devices, &device) != from_.devices.end();
}

void ImportedMemory::begin_access() noexcept {
  tell(file_, writes_, DMA_BUF_SYNC_START);
}

void ImportedMemory::end_access() noexcept {
  tell(file_, writes_, DMA_BUF_SYNC_END);
}

}  // namespace mux::opencl
