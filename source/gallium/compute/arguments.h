/// @file
/// The arguments of a kernel: descriptors for what is bound.
#pragma once

#include "gallium/context/context.h"

namespace mux::gallium {

/// What a grid's arguments come from, besides the bindings.
struct GridInput {
  const void *input;
  uint32_t variable_shared_memory;
};

/// Descriptors, and the resources and objects that they refer to. Sizes by value are kept in
/// `values`.
class Arguments {
 public:
  Arguments(Context &context, const EntryPoint &entry_point, const GridInput &grid);
  Arguments(const Arguments &) = delete;
  Arguments &operator=(const Arguments &) = delete;

  std::span<mux_descriptor_info_t> descriptors() { return descriptors_; }
  std::span<const Use> uses() const { return uses_; }
  void keep(std::vector<Ref<RefCounted>> &kept) const {
    kept.insert(kept.end(), kept_.begin(), kept_.end());
  }

 private:
  void add(const Parameter &parameter);
  void add_buffer(const Parameter &parameter, const BufferSlot &slot);
  void add_global(const Parameter &parameter);
  void add_view(const Parameter &parameter);
  void add_image(const Parameter &parameter);
  void add_sampler(const Parameter &parameter);
  void add_nothing(const Parameter &parameter, size_t layout_size);
  void add_input(const Parameter &parameter);
  void add_shared(const Parameter &parameter);

  void add_null();
  void add_size(const Parameter &parameter, uint64_t size);
  void add_storage(const Parameter &parameter, Resource &resource, uint64_t offset);
  /// Adds the address of memory that `owner` keeps.
  void add_memory(const void *data, size_t size, RefCounted &owner);
  /// Adds the address of memory that lives as long as the program.
  void add_bytes(const void *data, size_t size);

  const StageBindings &stage_;
  const Bindings &bindings_;
  const ComputeState &program_;
  GridInput grid_;
  std::vector<mux_descriptor_info_t> descriptors_;
  /// Reserved for all parameters, so that descriptors can point to its elements.
  std::vector<uint64_t> values_;
  std::vector<Use> uses_;
  std::vector<Ref<RefCounted>> kept_;
};

}  // namespace mux::gallium
