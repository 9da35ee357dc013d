#include "compiler/program/program_bitcode.h"

#include <algorithm>
#include <utility>

namespace mux::compiler {

namespace {

/// Measured: removing a function takes a microsecond, so of 10,000 kernels a part of 64 is
/// extracted in 10 ms, and each of its kernels is read in 0.1 ms.
constexpr size_t kernels_per_part = 64;

/// With fewer kernels, removing the others takes less than a fifth of the time to describe one.
constexpr size_t large_program_kernels = 4 * kernels_per_part;

size_t part_count(size_t kernels) {
  return kernels < large_program_kernels ? 0 : (kernels + kernels_per_part - 1) / kernels_per_part;
}

}  // namespace

ProgramBitcode::ProgramBitcode(std::string_view bitcode, const std::vector<std::string> &kernels,
                               std::vector<ConstantValue> constants)
    : whole_(bitcode),
      kernels_(&kernels),
      constants_(std::move(constants)),
      parts_(part_count(kernels.size())) {
  for (size_t i = 0; !parts_.empty() && i < kernels.size(); ++i) {
    part_of_kernel_.emplace(kernels[i], i / kernels_per_part);
  }
}

std::string_view ProgramBitcode::with(const std::string &kernel,
                                      const CodeGenerator &generator) const {
  const auto found = part_of_kernel_.find(kernel);
  if (found == part_of_kernel_.end()) {
    return whole_;
  }
  Part &part = parts_[found->second];
  const MutexGuard guard(part.mutex);
  if (part.bitcode.empty()) {
    std::string ignored;
    const bool is_made = generator.extract(whole_, kernels_of(found->second), part.owned, ignored);
    part.bitcode = is_made ? std::string_view(part.owned) : whole_;
  }
  return part.bitcode;
}

std::vector<std::string> ProgramBitcode::kernels_of(size_t part) const {
  const size_t first = part * kernels_per_part;
  const size_t end = std::min(first + kernels_per_part, kernels_->size());
  return {kernels_->begin() + static_cast<ptrdiff_t>(first),
          kernels_->begin() + static_cast<ptrdiff_t>(end)};
}

}  // namespace mux::compiler
