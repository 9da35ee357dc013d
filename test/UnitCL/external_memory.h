/// @file
/// External memory: memory files, and dma_bufs if the system supports them.
#pragma once

#include <fcntl.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <optional>

#include "fixtures.h"

namespace mux::test {

/// CL_MEM_DEVICE_HANDLE_LIST_KHR, which headers lack or name otherwise.
inline constexpr cl_mem_properties device_list = 0x2051;

class ExternalFile {
 public:
  /// A memory file of the size, in whole pages, zero-initialized.
  explicit ExternalFile(size_t size)
      : size_(size), file_(memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
    REQUIRE(file_ >= 0);
    REQUIRE(ftruncate(file_, static_cast<off_t>(size)) == 0);
  }
  ExternalFile(ExternalFile &&other) noexcept
      : type(other.type), size_(other.size_), file_(std::exchange(other.file_, -1)) {}
  ExternalFile(const ExternalFile &) = delete;
  ExternalFile &operator=(const ExternalFile &) = delete;
  ~ExternalFile() {
    if (file_ >= 0) {
      close(file_);
    }
  }

  /// A dma_buf, or nothing if the system does not support them.
  static std::optional<ExternalFile> dma_buf(size_t size) {
    const int maker = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
    if (maker < 0) {
      return std::nullopt;
    }
    ExternalFile file(size);
    REQUIRE(fcntl(file.file_, F_ADD_SEALS, F_SEAL_SHRINK) == 0);
    udmabuf_create request{};
    request.memfd = static_cast<__u32>(file.file_);
    request.flags = UDMABUF_FLAGS_CLOEXEC;
    request.size = size;
    const int made = ioctl(maker, UDMABUF_CREATE, &request);
    close(maker);
    if (made < 0) {
      return std::nullopt;
    }
    close(std::exchange(file.file_, made));
    file.type = CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
    return file;
  }

  int descriptor() const { return file_; }
  /// Returns a duplicate descriptor, owned by the caller.
  int copy() const { return fcntl(file_, F_DUPFD_CLOEXEC, 0); }
  cl_mem_properties handle() const { return static_cast<cl_mem_properties>(copy()); }

  template <typename T>
  void write(const std::vector<T> &values) const {
    with_bytes([&](void *bytes) { std::memcpy(bytes, values.data(), values.size() * sizeof(T)); });
  }
  template <typename T>
  std::vector<T> read(size_t count) const {
    std::vector<T> values(count);
    with_bytes([&](void *bytes) { std::memcpy(values.data(), bytes, count * sizeof(T)); });
    return values;
  }

  cl_external_memory_handle_type_khr type = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;

 private:
  template <typename Use>
  void with_bytes(Use use) const {
    void *bytes = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    REQUIRE(bytes != MAP_FAILED);
    use(bytes);
    munmap(bytes, size_);
  }

  size_t size_;
  int file_;
};

/// One file of each supported type.
inline std::vector<ExternalFile> external_files(size_t size) {
  std::vector<ExternalFile> files;
  files.emplace_back(size);
  if (std::optional<ExternalFile> dma_buf = ExternalFile::dma_buf(size)) {
    files.push_back(std::move(*dma_buf));
  }
  return files;
}

inline Handle<cl_mem> imported_buffer(
    cl_context context, const ExternalFile &file, size_t size,
    std::vector<cl_mem_properties> more = {}, cl_mem_flags flags = CL_MEM_READ_WRITE,
    std::source_location where = std::source_location::current()) {
  more.insert(more.begin(), {file.type, file.handle()});
  more.push_back(0);
  return created(
      [&](cl_int *code) {
        return clCreateBufferWithProperties(context, more.data(), flags, size, nullptr, code);
      },
      where);
}

}  // namespace mux::test
