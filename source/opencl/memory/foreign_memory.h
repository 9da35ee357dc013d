/// @file
/// Memory that a file descriptor of the program's stands for (cl_khr_external_memory), at one
/// address for the host and all devices.
///
/// Whoever else has the file sees the same bytes. It must stay as large as it is as long as this
/// lives: the system ends a process that touches bytes which are gone.
#pragma once

#include <vector>

#include "opencl/context/context.h"
#include "opencl/support/file.h"

namespace mux::opencl {

/// What a memory object is imported from.
struct ExternalMemory {
  cl_external_memory_handle_type_khr type;
  /// The program's.
  int descriptor;
  /// The devices that it is for; empty for all of the context.
  std::vector<const Device *> devices;
};

class ForeignMemory {
 public:
  /// Fails with CL_INVALID_PROPERTY if the file descriptor is none of that type of memory, or
  /// cannot be mapped as the flags ask for, and with the code if the file is smaller than that.
  ForeignMemory(ExternalMemory from, cl_mem_flags flags, size_t size, cl_int too_small);
  ~ForeignMemory();
  ForeignMemory(const ForeignMemory &) = delete;
  ForeignMemory &operator=(const ForeignMemory &) = delete;

  void *data() const { return data_; }
  const ExternalMemory &from() const { return from_; }
  bool is_for(const Device &device) const;

  /// Whether drivers of other devices have to be told when the processor uses it, and waited for.
  bool is_dma_buf() const { return from_.type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR; }
  /// Of a dma_buf: another descriptor, which is ready (EPOLLOUT) when no device uses it any more.
  File fence() const { return File::duplicate(file_.descriptor()); }
  /// Of a dma_buf: the processor begins or ends to use it.
  void begin_access() noexcept;
  void end_access() noexcept;

 private:
  ExternalMemory from_;
  size_t size_;
  bool writes_;
  void *data_;
  /// Of a dma_buf.
  File file_;
};

}  // namespace mux::opencl
