/// @file
/// Base class of buffers, sub-buffers, images and pipes.
///
/// The memory is a Storage of its own or of its parent, which it retains. Host and all devices use
/// the same address during its whole lifetime; mapping returns that address.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "opencl/context/context.h"
#include "opencl/context/storage.h"
#include "opencl/memory/imported_memory.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Buffer;
class Image;
class Pipe;

/// A region that the program has mapped.
struct Mapping {
  /// The address of its first byte.
  const void *pointer;
  /// The distance in bytes from its first byte to its end.
  size_t span;
  /// The region in the object: bytes, or pixels, rows and slices.
  mux_extent_3d_t origin;
  mux_extent_3d_t region;
  bool writes;
};

class MemObject : public Object, public _cl_mem {
 public:
  using HandleType = cl_mem;
  static constexpr Kind kind_of = Kind::memory;
  static constexpr cl_int invalid = CL_INVALID_MEM_OBJECT;
  static constexpr const char *invalid_text = "not a memory object of this platform";

  /// Calls the destructor callbacks, on the service thread.
  ~MemObject() override;

  Context &context() const { return *context_; }
  cl_mem_object_type type() const { return type_; }
  /// With the flags inherited from the parent.
  cl_mem_flags flags() const { return flags_; }
  /// With the terminating 0; empty if there were none.
  std::span<const cl_mem_properties> properties() const { return properties_; }
  /// NULL if it is of another kind.
  Buffer *as_buffer();
  Image *as_image();
  Pipe *as_pipe();

  /// Identifies it among the context's memory objects.
  uint64_t number() const { return number_.get(); }
  void *data() const { return data_; }
  size_t size() const { return size_; }
  const Storage &storage() const { return *storage_; }
  /// Its offset in the storage.
  size_t offset() const { return offset_; }
  /// The object whose memory it uses, or NULL.
  MemObject *parent() const { return parent_.get(); }
  /// The imported memory, or NULL.
  ImportedMemory *foreign() const { return imported_memory_.get(); }
  /// Whether the program may use its address on the devices.
  bool addressed() const { return addressed_; }
  /// Whether its memory is an SVM allocation.
  bool uses_shared_virtual_memory() const {
    return allocation_ && allocation_->kind() == SharedKind::virtual_memory;
  }

  /// Adds a mapping. Fails with CL_INVALID_OPERATION if it is for writing and overlaps another
  /// mapping for writing, of this object or of one that shares its memory.
  void add_mapping(const Mapping &mapping);
  /// Removes the mapping at an address. Returns nothing if there is none.
  std::optional<Mapping> remove_mapping(const void *pointer);
  cl_uint mappings() const;

  /// @param function is called when the object is destroyed, in reverse order of registration.
  void on_destruction(std::function<void()> function);

 protected:
  /// Constructor arguments.
  struct Description {
    cl_mem_object_type type;
    cl_mem_flags flags;
    std::vector<cl_mem_properties> properties;
    size_t size;
    /// Memory for CL_MEM_USE_HOST_PTR, or data for CL_MEM_COPY_HOST_PTR.
    void *host;
    /// Whether the program may use its address on the devices.
    bool addressed = false;
    /// The memory to use, or NULL.
    std::unique_ptr<ImportedMemory> foreign = nullptr;
  };

  /// Creates an object with its own memory.
  MemObject(Context &context, Description description);
  /// Creates an object that uses the parent's memory.
  MemObject(MemObject &parent, Description description, size_t offset_in_parent);

 private:
  void released() noexcept override;
  struct OwnMapping {
    const MemObject *object;
    Mapping mapping;
  };

  void use_host_memory(void *host);
  void make_memory(const void *copied);
  /// The object that owns the memory; it has all mappings of it.
  MemObject &root();
  const MemObject &root() const { return const_cast<MemObject *>(this)->root(); }
  static bool overlap(const OwnMapping &one, const OwnMapping &other);

  Ref<Context> context_;
  LiveObjectNumber number_;
  cl_mem_object_type type_;
  cl_mem_flags flags_;
  std::vector<cl_mem_properties> properties_;
  bool addressed_;
  /// The owner of the memory; destroyed last.
  Ref<MemObject> parent_;
  /// Of an addressed buffer with its own memory: the allocation by which its addresses are found.
  std::optional<OwnAllocation> own_allocation_;
  Ref<SharedAllocation> allocation_;
  std::unique_ptr<ImportedMemory> imported_memory_;
  std::optional<Storage> own_storage_;
  const Storage *storage_;
  size_t offset_;
  void *data_;
  size_t size_;

  mutable std::mutex lock_;
  std::vector<OwnMapping> mappings_;
  std::vector<std::function<void()>> destructors_;
};

}  // namespace mux::opencl
