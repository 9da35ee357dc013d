#include "gallium/state/handle.h"

namespace mux::gallium {

Handle::Handle(Resource &resource) : resource_(resource) {
  // Its address is in the handle from now on.
  resource.pin_storage();
}

Handle::~Handle() {
  resource_->unpin_storage();
}

TextureHandle::TextureHandle(SamplerView &view, const SamplerState *state)
    : Handle(view.resource()), view_(view) {
  const ViewRange &range = view.range();
  target_.texels = range.layout.size != 0
                       ? reinterpret_cast<uintptr_t>(resource().storage()->data()) + range.offset
                       : 0;
  target_.layout = range.layout;
  // No sampler belongs to a view of a buffer.
  if (state != nullptr && !resource().is_buffer()) {
    target_.has_sampler = 1;
    target_.sampler = state->layout();
  }
}

ImageHandle::ImageHandle(ImageView &view) : Handle(view.resource()), view_(view) {
  target_.texels = view.is_empty()
                       ? 0
                       : reinterpret_cast<uintptr_t>(resource().storage()->data()) + view.offset();
  target_.layout = view.layout();
}

}  // namespace mux::gallium
