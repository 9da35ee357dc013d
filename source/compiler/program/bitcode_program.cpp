#include "compiler/program/bitcode_program.h"

#include <utility>

namespace mux::compiler {

namespace {

/// @return NULL with what is wrong in `error`.
std::unique_ptr<LoadedProgram> load(CompiledObject object, std::string &error) {
  auto program = std::make_unique<LoadedProgram>();
  return program->load_compiled(object.code, std::move(object.kernels), error) ? std::move(program)
                                                                               : nullptr;
}

}  // namespace

BitcodeProgram::BitcodeProgram(std::string_view bitcode, ProgramOutline outline)
    : bitcode_(bitcode),
      outline_(std::move(outline)),
      units_(std::make_unique<CompilationUnit[]>(
          outline_.shares_variables ? 1 : outline_.kernels.size())) {}

bool BitcodeProgram::compile(size_t index, CompiledObject &object, std::string &error) const {
  // Where there can be no other code, this one has to run groups of any size.
  return outline_.shares_variables ? compile_bitcode(bitcode_, RequiredGroups::any, object, error)
                                   : compile_kernel(bitcode_, outline_.kernels[index],
                                                    RequiredGroups::full, object, error);
}

bool BitcodeProgram::generate_code(size_t index, std::string &error) const {
  CompilationUnit &unit = unit_of(index);
  if (unit.has_code.load(std::memory_order_acquire)) {
    return true;
  }
  const MutexGuard guard(unit.mutex);
  if (unit.has_code.load(std::memory_order_relaxed)) {
    return true;
  }
  CompiledObject object;
  if (!compile(index, object, error)) {
    return false;
  }
  unit.compile_time = object.compile_time;
  unit.program = load(std::move(object), error);
  unit.has_code.store(unit.program != nullptr, std::memory_order_release);
  return unit.program != nullptr;
}

std::chrono::nanoseconds BitcodeProgram::compile_time(size_t index) const {
  return unit_of(index).compile_time;
}

const KernelDescription &BitcodeProgram::kernel(size_t index) const {
  return unit_of(index).program->kernel(index_in_unit(index));
}

KernelFunction BitcodeProgram::entry_point(size_t index) const {
  return unit_of(index).program->entry_point(index_in_unit(index));
}

KernelCode BitcodeProgram::code_for_partial_groups(size_t index, std::string &error) const {
  const KernelDescription &description = kernel(index);
  if (outline_.shares_variables || description.required_local_size[0] == 0) {
    return {&description, entry_point(index)};
  }
  CompilationUnit &unit = unit_of(index);
  const MutexGuard guard(unit.mutex);
  if (unit.for_partial_groups == nullptr) {
    unit.for_partial_groups = specialize(index, {}, error);
  }
  if (unit.for_partial_groups == nullptr) {
    return {&description, nullptr};
  }
  return {&unit.for_partial_groups->kernel(0), unit.for_partial_groups->entry_point(0)};
}

std::unique_ptr<Program> BitcodeProgram::specialize(size_t index,
                                                    const Specialization &specialization,
                                                    std::string &error) const {
  CompiledObject object;
  if (!compile_specialized(bitcode_, kernel(index), specialization, object, error)) {
    return nullptr;
  }
  return load(std::move(object), error);
}

}  // namespace mux::compiler
