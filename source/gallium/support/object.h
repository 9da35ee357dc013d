/// @file
/// Base classes of objects: handles, references of the program, objects of a context.
///
/// A handle (mux_gallium_resource_t, ...) points to the struct of its type, which the class derives
/// from. An object is destroyed when neither the program nor a Ref<> (client/ref_counted.h) holds
/// it.
#pragma once

#include <mux/gallium/types.h>

#include <atomic>
#include <cstdint>
#include <utility>

#include "client/ref_counted.h"
#include "gallium/support/failure.h"

namespace mux::gallium {

using client::make_ref;
using client::Ref;
using client::RefCounted;

/// Adds the references of the program, which together are one holder.
class Shared : public RefCounted {
 public:
  /// Adds a reference; a program that has none may get the object again from one that holds it.
  void retain() noexcept {
    if (users_.fetch_add(1, std::memory_order_relaxed) == 0) {
      hold();
    }
  }
  /// Drops a reference. Fails if there is none.
  void release(const char *text) {
    uint32_t users = users_.load(std::memory_order_relaxed);
    do {
      require_valid(users != 0, text);
    } while (!users_.compare_exchange_weak(users, users - 1, std::memory_order_acq_rel));
    if (users == 1) {
      drop();
    }
  }

 private:
  std::atomic<uint32_t> users_{1};
};

/// Creates an object that the result alone holds, without a reference of the program.
template <typename T, typename... Arguments>
Ref<T> make_unreferenced(Arguments &&...arguments) {
  T *made = new T(std::forward<Arguments>(arguments)...);
  const Ref<T> result(made);
  made->release("");
  return result;
}

/// An object that a context made; the context holds it until the program destroys it.
class OfContext : public RefCounted {
 public:
  /// @param context identifies the context; not used otherwise.
  explicit OfContext(const void *context) : context_(context) {}

  bool is_of(const void *context) const noexcept { return context_ == context; }

 private:
  const void *context_;
};

/// The object of a handle. Fails if it is NULL.
template <typename T>
T &checked(typename T::HandleType handle) {
  require_valid(handle != nullptr, T::is_null);
  return static_cast<T &>(*handle);
}

/// The object of a handle that a context made; fails if it is NULL or of another context.
template <typename T>
T &checked(typename T::HandleType handle, const void *context) {
  T &object = checked<T>(handle);
  require_valid(object.is_of(context), "the object was made by another context");
  return object;
}

}  // namespace mux::gallium

struct mux_gallium_screen_s {};
struct mux_gallium_context_s {};
struct mux_gallium_resource_s {};
struct mux_gallium_transfer_s {};
struct mux_gallium_uploader_s {};
struct mux_gallium_compute_state_s {};
struct mux_gallium_sampler_state_s {};
struct mux_gallium_sampler_view_s {};
struct mux_gallium_surface_s {};
struct mux_gallium_query_s {};
struct mux_gallium_blend_state_s {};
struct mux_gallium_rasterizer_state_s {};
struct mux_gallium_depth_stencil_alpha_state_s {};
struct mux_gallium_shader_state_s {};
struct mux_gallium_vertex_elements_state_s {};
struct mux_gallium_stream_output_target_s {};
struct mux_gallium_fence_s {};
