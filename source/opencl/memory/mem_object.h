/// @file
/// A memory object: a buffer, a part of one, an image or a pipe.
///
/// Its bytes are a Storage of its own or its parent's, which it keeps alive. They have one address,
/// for the host and all devices, from creation to destruction; mapping them hands it out.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "opencl/context/context.h"
#include "opencl/context/storage.h"
#include "opencl/memory/foreign_memory.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Buffer;
class Image;
class Pipe;

/// A part of a memory object that the program has the address of.
struct Mapping {
  /// Its first byte.
  const void *pointer;
  /// From its first byte to its last.
  size_t span;
  /// Where it is in the object: bytes or pixels, rows, slices.
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
  /// As they were given, with what was inherited.
  cl_mem_flags flags() const { return flags_; }
  /// As they were given, with the terminating 0; empty if there were none.
  std::span<const cl_mem_properties> properties() const { return properties_; }
  /// NULL if it is none.
  Buffer *as_buffer();
  Image *as_image();
  Pipe *as_pipe();

  /// By which it is known among the context's memory objects.
  uint64_t number() const { return number_.get(); }
  void *data() const { return data_; }
  size_t size() const { return size_; }
  const Storage &storage() const { return *storage_; }
  /// Where in the storage it begins.
  size_t offset() const { return offset_; }
  /// The object whose bytes it shares, or NULL.
  MemObject *parent() const { return parent_.get(); }
  /// What it is imported from; NULL if it is not.
  ForeignMemory *foreign() const { return foreign_.get(); }
  /// Whether the program may use the address of the bytes on the devices.
  bool addressed() const { return addressed_; }
  /// Whether the bytes are shared virtual memory.
  bool uses_shared_virtual_memory() const {
    return allocation_ && allocation_->kind() == SharedKind::virtual_memory;
  }

  /// The program gets this from a map command. Fails with CL_INVALID_OPERATION if it is to write
  /// what it has already to write, here or in an object that shares the bytes.
  void add_mapping(const Mapping &mapping);
  /// Takes back what begins there. Returns nothing if the program does not have it.
  std::optional<Mapping> remove_mapping(const void *pointer);
  cl_uint mappings() const;

  /// @param function is called when the object is destroyed; the one added last comes first.
  void on_destruction(std::function<void()> function);

 protected:
  /// What it is made with.
  struct Description {
    cl_mem_object_type type;
    cl_mem_flags flags;
    std::vector<cl_mem_properties> properties;
    size_t size;
    /// With CL_MEM_USE_HOST_PTR, the memory to use; with CL_MEM_COPY_HOST_PTR, what to copy.
    void *host;
    /// Whether the program may use the address of the bytes on the devices.
    bool addressed = false;
    /// The memory to use, or NULL.
    std::unique_ptr<ForeignMemory> foreign = nullptr;
  };

  /// With bytes of its own.
  MemObject(Context &context, Description description);
  /// With bytes of the parent's.
  MemObject(MemObject &parent, Description description, size_t offset_in_parent);

 private:
  void released() noexcept override;
  struct OwnMapping {
    const MemObject *object;
    Mapping mapping;
  };

  void use_host_memory(void *host);
  void make_memory(const void *copied);
  /// The object that the bytes are allocated with; it knows all mappings of them.
  MemObject &root();
  const MemObject &root() const { return const_cast<MemObject *>(this)->root(); }
  static bool overlap(const OwnMapping &one, const OwnMapping &other);

  Ref<Context> context_;
  LiveNumber number_;
  cl_mem_object_type type_;
  cl_mem_flags flags_;
  std::vector<cl_mem_properties> properties_;
  bool addressed_;
  /// What the bytes are those of; destroyed after they are let go of.
  Ref<MemObject> parent_;
  /// Of an addressed buffer with bytes of its own: addresses in it are found as others are.
  std::optional<OwnAllocation> own_allocation_;
  Ref<SharedAllocation> allocation_;
  std::unique_ptr<ForeignMemory> foreign_;
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
