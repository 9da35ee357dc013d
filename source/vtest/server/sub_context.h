/// @file
/// A sub-context of a client: a context of the Gallium layer with the client's objects.
#pragma once

#include <mux/gallium.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>

#include "vtest/server/handles.h"
#include "vtest/server/log.h"
#include "vtest/server/resources.h"
#include "vtest/server/stream_output_history.h"
#include "vtest/stream/shader_text.h"
#include "vtest/stream/values.h"

namespace mux::vtest {

struct Shader {
  stream::Stage stage{};
  stream::ShaderText text;
  /// Of compute shaders.
  uint32_t local_bytes = 0;
  /// The other stages' stream output, until the text is complete.
  std::unique_ptr<mux_gallium_shader_template_t> description;
  /// One of the two, unless the text does not compile.
  ComputeState compute;
  ShaderState state;
};

class SubContext;

struct Query {
  SubContext *context = nullptr;
  stream::QueryType type{};
  /// Empty for what only draws count: such a result is 0, since nothing is drawn.
  QueryHandle handle;
  std::shared_ptr<ResourceEntry> resource;
};

/// What SET_INDEX_BUFFER named last.
struct IndexBuffer {
  std::shared_ptr<ResourceEntry> buffer;
  uint32_t index_size = 0;
  uint32_t offset = 0;
};

/// A target of stream output.
struct StreamTarget {
  StreamOutputTarget handle;
  uint32_t size = 0;
};

using ObjectVariant =
    std::variant<BlendState, RasterizerState, DepthStencilAlphaState, VertexElementsState,
                 StreamTarget, Shader, SamplerView, SamplerState, Surface, std::shared_ptr<Query>>;

/// A context with its objects, used by the client's thread alone.
class SubContext {
 public:
  /// Throws std::runtime_error if there is no memory for a context.
  SubContext(mux_gallium_screen_t screen, ClientLog &log);
  SubContext(const SubContext &) = delete;
  SubContext &operator=(const SubContext &) = delete;

  mux_gallium_context_t get() const noexcept { return context_.get(); }

  /// Adds an object in place of one that has the same handle. False without a handle, or if there
  /// are too many objects.
  bool add(stream::Object object, ObjectVariant value);
  /// Finds an object of a type; nullptr if the handle is 0, unknown, or of another type, which is
  /// logged.
  template <class Type>
  Type *find(stream::Object object, const char *what);
  bool remove(stream::Object object);

  /// Notes that commands were recorded.
  void note_work() noexcept { has_work_ = is_fence_old_ = true; }
  /// Submits what was recorded.
  void flush();
  /// Returns a fence of all work so far, or an empty handle if there was none.
  FenceHandle fence();
  /// Waits for all work.
  void finish();

  /// Logs the failure of a call of the layer, with the command's name. Returns whether the call
  /// succeeded.
  bool check(mux_result_t result, const char *what);

  /// The render condition if it depends on what draws count: whether clears and draws are skipped.
  std::optional<bool> fixed_condition;
  IndexBuffer index_buffer;
  /// Whether the framebuffer has surfaces.
  bool has_surfaces = false;
  /// Bit k: the shader that the client bound to stage k does not exist, so that draws do nothing.
  uint32_t missing_shaders = 0;
  StreamOutputHistory stream_outputs;

 private:
  /// Most objects of a sub-context: a limit for clients that only create.
  static constexpr size_t max_objects = 1U << 20;

  void warn_missing(stream::Object object, const char *what, bool exists);

  mux_gallium_screen_t screen_;
  ClientLog &log_;
  ContextHandle context_;
  /// Destroyed before the context.
  std::unordered_map<uint32_t, ObjectVariant> objects_;
  bool has_work_ = false;
  bool is_fence_old_ = false;
  FenceHandle fence_;
};

template <class Type>
Type *SubContext::find(stream::Object object, const char *what) {
  if (object.handle == 0) {
    return nullptr;
  }
  const auto found = objects_.find(object.handle);
  if (found == objects_.end()) {
    warn_missing(object, what, false);
    return nullptr;
  }
  if (auto *result = std::get_if<Type>(&found->second)) {
    return result;
  }
  warn_missing(object, what, true);
  return nullptr;
}

}  // namespace mux::vtest
