// A stand-in for the kernel compiler: every binary is a program with the two kernels of program.h,
// as C++ functions.

#include <algorithm>
#include <cstring>
#include <vector>

#include "compiler/program/program.h"

namespace mux::compiler {

namespace {

template <typename T>
T argument(const void *arguments, size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char *>(arguments) + offset, sizeof value);
  return value;
}

/// Calls a function for each work-item of groups of one dimension that is below a number of bytes.
template <typename Function>
void for_each_item(const NdRange &range, uint64_t first, uint64_t last, uint32_t bytes,
                   Function function) {
  for (uint64_t group = first; group < last; ++group) {
    const uint64_t begin = group * range.local_size[0];
    const uint64_t end = std::min(begin + range.local_size[0], range.global_size[0]);
    for (uint64_t item = begin; item < end && item < bytes / sizeof(uint32_t); ++item) {
      function(item);
    }
  }
}

int32_t add(const void *arguments, const NdRange *range, uint64_t first, uint64_t last, void *) {
  auto *data = argument<uint32_t *>(arguments, 0);
  for_each_item(*range, first, last, argument<uint32_t>(arguments, 8),
                [=](uint64_t item) { ++data[item]; });
  return 0;
}

int32_t sum(const void *arguments, const NdRange *range, uint64_t first, uint64_t last, void *) {
  auto *data = argument<uint32_t *>(arguments, 0);
  const auto *other = argument<const uint32_t *>(arguments, 16);
  const uint32_t bytes =
      std::min(argument<uint32_t>(arguments, 8), argument<uint32_t>(arguments, 24));
  for_each_item(*range, first, last, bytes, [=](uint64_t item) { data[item] += other[item]; });
  return 0;
}

KernelArgument make_argument(ArgumentKind kind, uint64_t size, uint64_t offset, std::string type,
                             std::string name) {
  KernelArgument result;
  result.kind = kind;
  result.size = size;
  result.alignment = size;
  result.offset = offset;
  result.type_name = std::move(type);
  result.name = std::move(name);
  return result;
}

void add_buffer(KernelDescription &kernel, const std::string &name) {
  const uint64_t offset = kernel.arguments.size() * 8;
  kernel.arguments.push_back(make_argument(ArgumentKind::buffer, 8, offset, "uint*", name));
  kernel.arguments.push_back(
      make_argument(ArgumentKind::plain_old_data, 4, offset + 8, "uint", name + "_size"));
  kernel.packed_size = kernel.arguments.size() * 8;
}

class FunctionProgram : public Program {
 public:
  FunctionProgram() : kernels_(2) {
    kernels_[0].name = "add";
    add_buffer(kernels_[0], "buffer_0");
    kernels_[1].name = "sum";
    add_buffer(kernels_[1], "buffer_0");
    add_buffer(kernels_[1], "buffer_1");
    kernels_[1].arguments[2].writes = false;
    for (KernelDescription &kernel : kernels_) {
      kernel.may_access_any_memory = false;
    }
  }

  size_t kernel_count() const override { return kernels_.size(); }
  const KernelDescription &kernel(size_t index) const override { return kernels_[index]; }
  KernelCode code(size_t index, RequiredGroups, std::string &) const override {
    return {&kernels_[index], index == 0 ? add : sum};
  }
  bool can_specialize() const override { return false; }
  std::unique_ptr<Program> specialize(size_t, const Specialization &,
                                      std::string &) const override {
    return nullptr;
  }

 private:
  std::vector<KernelDescription> kernels_;
};

}  // namespace

std::unique_ptr<Program> load_program(std::string_view, std::string &, const LoadOptions &) {
  return std::make_unique<FunctionProgram>();
}

void expect_programs() noexcept {}

}  // namespace mux::compiler
