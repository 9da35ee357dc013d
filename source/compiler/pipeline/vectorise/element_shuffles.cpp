#include "compiler/pipeline/vectorise/element_shuffles.h"

#include <llvm/ADT/STLExtras.h>

#include <utility>

namespace mux::compiler {

bool is_used(const ShuffleSource &source) {
  return llvm::any_of(source.elements, [](int element) { return element >= 0; });
}

llvm::Value *gather_elements(llvm::IRBuilder<> &builder,
                             llvm::SmallVector<ShuffleSource, 8> sources) {
  llvm::erase_if(sources, [&](const ShuffleSource &source) { return !is_used(source); });
  while (sources.size() > 1) {
    llvm::SmallVector<ShuffleSource, 8> merged;
    for (size_t i = 0; i + 1 < sources.size(); i += 2) {
      const ShuffleSource &low = sources[i];
      const ShuffleSource &high = sources[i + 1];
      const int lanes = static_cast<int>(low.elements.size());
      llvm::SmallVector<int, 16> indices;
      ShuffleSource both;
      for (int lane = 0; lane < lanes; ++lane) {
        const int from_low = low.elements[lane];
        const int from_high = high.elements[lane];
        indices.push_back(from_low >= 0 ? from_low : from_high >= 0 ? lanes + from_high : -1);
        both.elements.push_back(indices.back() >= 0 ? lane : -1);
      }
      both.vector = builder.CreateShuffleVector(low.vector, high.vector, indices);
      merged.push_back(std::move(both));
    }
    if (sources.size() % 2 == 1) {
      merged.push_back(sources.back());
    }
    sources = std::move(merged);
  }
  const ShuffleSource &last = sources.front();
  return builder.CreateShuffleVector(last.vector, last.elements);
}

}  // namespace mux::compiler
