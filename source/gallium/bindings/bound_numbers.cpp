#include "gallium/bindings/bound_numbers.h"

#include "gallium/state/texture_code.h"

namespace mux::gallium {
namespace {

/// Adds the numbers of a constant for what is bound.
void add_bound(const BoundConstant &constant, const StageBindings &stage,
               std::vector<uint32_t> &numbers) {
  if (constant.kind == BoundConstant::Kind::image_format) {
    const Ref<ImageView> &image = stage.images.at(constant.slot);
    numbers.push_back(image ? ComputeState::format_constant(image->layout()) : 0);
    return;
  }
  const SamplerView *view = stage.views.at(constant.slot).get();
  if (constant.kind == BoundConstant::Kind::sampler) {
    numbers.push_back(sampler_code(stage.samplers.at(constant.slot).get(), view));
    return;
  }
  const ViewCode code = view_code(view);
  numbers.insert(numbers.end(), code.begin(), code.end());
}

}  // namespace

std::vector<uint32_t> bound_numbers(std::span<const BoundConstant> constants,
                                    const StageBindings &stage) {
  std::vector<uint32_t> numbers;
  for (const BoundConstant &constant : constants) {
    add_bound(constant, stage, numbers);
  }
  return numbers;
}

}  // namespace mux::gallium
