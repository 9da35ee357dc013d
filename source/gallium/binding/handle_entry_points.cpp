// Entry points of handles of textures and images.

#include <algorithm>

#include "gallium/context/call.h"

using namespace mux::gallium;

namespace {

/// A handle of a context by its number.
template <typename T>
T &find_handle(const HandleTable<T> &table, uint64_t number) {
  const auto found = table.find(number);
  require_valid(found != table.end(), T::is_unknown);
  return *found->second;
}

template <typename T>
void add_handle(HandleTable<T> &table, const Ref<T> &made, uint64_t *out_handle) {
  table.emplace(made->number(), made);
  *out_handle = made->number();
}

/// Recorded grids keep what they may use.
template <typename T>
void delete_handle(HandleTable<T> &table, uint64_t number) {
  require_valid(!find_handle(table, number).is_resident(), "the handle is resident");
  table.erase(number);
}

void set_resident(Context &on, Handle &handle, bool resident, Access access) {
  require_valid(handle.is_resident() != resident,
                resident ? "the handle is resident already" : "the handle is not resident");
  std::vector<Ref<Handle>> &residents = on.bindings().residents;
  if (resident) {
    residents.emplace_back(handle);
    handle.make_resident(access);
    return;
  }
  handle.make_nonresident();
  std::erase_if(residents, [&](const Ref<Handle> &other) { return other.get() == &handle; });
}

}  // namespace

mux_result_t muxGalliumCreateTextureHandle(mux_gallium_context_t context,
                                           mux_gallium_sampler_view_t view,
                                           mux_gallium_sampler_state_t state,
                                           uint64_t *out_handle) {
  return context_call("muxGalliumCreateTextureHandle", context, arguments(view, state, out_handle),
                      [&](Context &on) {
                        SamplerView &of = checked<SamplerView>(view, &on);
                        const SamplerState *sampler =
                            state != nullptr ? &checked<SamplerState>(state, &on) : nullptr;
                        require_out(out_handle, "out_handle is NULL");
                        add_handle(on.bindings().texture_handles,
                                   make_ref<TextureHandle>(of, sampler), out_handle);
                      });
}

mux_result_t muxGalliumDeleteTextureHandle(mux_gallium_context_t context, uint64_t handle) {
  return any_context_call(
      "muxGalliumDeleteTextureHandle", context, arguments(handle),
      [&](Context &on) { delete_handle(on.bindings().texture_handles, handle); });
}

mux_result_t muxGalliumMakeTextureHandleResident(mux_gallium_context_t context, uint64_t handle,
                                                 bool resident) {
  return any_context_call("muxGalliumMakeTextureHandleResident", context,
                          arguments(handle, resident), [&](Context &on) {
                            set_resident(on, find_handle(on.bindings().texture_handles, handle),
                                         resident, {.reads = true, .writes = false});
                          });
}

mux_result_t muxGalliumCreateImageHandle(mux_gallium_context_t context,
                                         const mux_gallium_image_view_t *image,
                                         uint64_t *out_handle) {
  return context_call(
      "muxGalliumCreateImageHandle", context, arguments(image, out_handle), [&](Context &on) {
        require_valid(image != nullptr, "the image is NULL");
        const Ref<ImageView> view = make_ref<ImageView>(checked<Resource>(image->resource), *image);
        require_out(out_handle, "out_handle is NULL");
        add_handle(on.bindings().image_handles, make_ref<ImageHandle>(*view), out_handle);
      });
}

mux_result_t muxGalliumDeleteImageHandle(mux_gallium_context_t context, uint64_t handle) {
  return any_context_call("muxGalliumDeleteImageHandle", context, arguments(handle),
                          [&](Context &on) { delete_handle(on.bindings().image_handles, handle); });
}

mux_result_t muxGalliumMakeImageHandleResident(mux_gallium_context_t context, uint64_t handle,
                                               uint32_t access, bool resident) {
  return any_context_call(
      "muxGalliumMakeImageHandleResident", context, arguments(handle, access, resident),
      [&](Context &on) {
        constexpr uint32_t known = mux_gallium_image_access_read | mux_gallium_image_access_write;
        require_valid(!resident || (access != 0 && (access & ~known) == 0),
                      "the access is 0 or unknown");
        set_resident(on, find_handle(on.bindings().image_handles, handle), resident,
                     {.reads = (access & mux_gallium_image_access_read) != 0,
                      .writes = (access & mux_gallium_image_access_write) != 0});
      });
}
