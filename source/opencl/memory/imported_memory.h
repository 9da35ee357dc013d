/// @file
/// Memory imported from a file descriptor (cl_khr_external_memory), at the same address for host
/// and all devices.
///
/// It is shared with all other users of the file, which must not be truncated meanwhile: access
/// beyond its end raises SIGBUS.
#pragma once

#include <vector>

#include "client/file.h"
#include "opencl/context/context.h"

namespace mux::opencl {

/// The source of an imported memory object.
struct ExternalMemory {
  cl_external_memory_handle_type_khr type;
  /// Owned by the program.
  int descriptor;
  /// The devices of the memory object; empty for all of the context.
  std::vector<const Device *> devices;
};

class ImportedMemory {
 public:
  /// Maps the file. Fails with CL_INVALID_PROPERTY if the descriptor is not of this type of memory,
  /// or cannot be mapped with the access of the flags, and with `too_small` if the file is smaller
  /// than `size`.
  ImportedMemory(ExternalMemory from, cl_mem_flags flags, size_t size, cl_int too_small);
  ~ImportedMemory();
  ImportedMemory(const ImportedMemory &) = delete;
  ImportedMemory &operator=(const ImportedMemory &) = delete;

  void *data() const { return data_; }
  const ExternalMemory &from() const { return from_; }
  bool is_for(const Device &device) const;

  /// Whether access by the processor must be synchronized with other devices' drivers.
  bool is_dma_buf() const { return from_.type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR; }
  /// Of a dma_buf: a duplicate descriptor, ready (EPOLLOUT) when no device uses the memory.
  client::File fence() const { return client::File::duplicate(file_.descriptor()); }
  /// Of a dma_buf: processor access begins or ends.
  void begin_access() noexcept;
  void end_access() noexcept;

 private:
  ExternalMemory from_;
  size_t size_;
  bool writes_;
  void *data_;
  /// Of a dma_buf.
  client::File file_;
};

}  // namespace mux::opencl
