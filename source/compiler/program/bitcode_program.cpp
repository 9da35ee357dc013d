#include "compiler/program/bitcode_program.h"

#include <utility>

namespace mux::compiler {

namespace {

/// Compiles an object and loads it.
/// @param compile fills in the object; returns false with the reason in `error` on failure.
/// @return NULL with the reason in `error` on failure.
template <typename Compile>
std::unique_ptr<LoadedProgram> load(const Compile &compile, std::string &error) {
  CompiledObject object;
  auto program = std::make_unique<LoadedProgram>();
  if (!compile(object) || !program->load_compiled(object.code, std::move(object.kernels), error)) {
    return nullptr;
  }
  program->note_compilation(object.compile_time, object.tier, object.is_kept);
  return program;
}

}  // namespace

BitcodeProgram::BitcodeProgram(std::string_view bitcode, ProgramOutline outline,
                               std::vector<ConstantValue> constants)
    : bytes_(bitcode),
      outline_(std::move(outline)),
      bitcode_(bytes_, outline_.kernels, std::move(constants)),
      units_(std::make_unique<CompilationUnit[]>(
          outline_.shares_variables ? 1 : outline_.kernels.size())) {}

std::string_view BitcodeProgram::constant_value(size_t index) const {
  const ProgramConstant &constant = outline_.constants[index];
  for (const ConstantValue &value : bitcode_.constants()) {
    if (value.symbol == constant.symbol) {
      return value.bytes;
    }
  }
  return constant.default_value;
}

bool BitcodeProgram::describe(size_t index, std::string &error) const {
  CompilationUnit &unit = unit_of(index);
  if (unit.is_described.load(std::memory_order_acquire)) {
    return true;
  }
  const MutexGuard guard(unit.mutex);
  if (unit.is_described.load(std::memory_order_relaxed)) {
    return true;
  }
  if (!describe(index, unit, error)) {
    return false;
  }
  unit.is_described.store(true, std::memory_order_release);
  return true;
}

bool BitcodeProgram::describe(size_t index, CompilationUnit &unit, std::string &error) const {
  if (!outline_.shares_variables) {
    return describe_kernel(bitcode_, outline_.kernels[index], unit.description, error);
  }
  // The only code of these kernels, so it must run work-groups of any size.
  unit.shared_code = load(
      [&](CompiledObject &object) {
        return compile_kernel(bitcode_, {}, RequiredGroups::any, object, error);
      },
      error);
  return unit.shared_code != nullptr;
}

const KernelDescription &BitcodeProgram::kernel(size_t index) const {
  const CompilationUnit &unit = unit_of(index);
  return outline_.shares_variables ? unit.shared_code->kernel(index) : unit.description;
}

KernelCode BitcodeProgram::code(size_t index, RequiredGroups groups, std::string &error) const {
  CompilationUnit &unit = unit_of(index);
  if (outline_.shares_variables) {
    return unit.shared_code->code(index, groups, error);
  }
  const bool is_for_full_groups =
      groups == RequiredGroups::full && unit.description.required_local_size[0] != 0;
  const MutexGuard guard(unit.mutex);
  std::unique_ptr<LoadedProgram> &program =
      is_for_full_groups ? unit.code_for_full_groups : unit.generic_code;
  if (program == nullptr) {
    program =
        compile(index, is_for_full_groups ? RequiredGroups::full : RequiredGroups::any, error);
  }
  return program == nullptr ? KernelCode{&unit.description, nullptr}
                            : program->code(0, groups, error);
}

std::unique_ptr<LoadedProgram> BitcodeProgram::compile(size_t index, RequiredGroups groups,
                                                       std::string &error) const {
  return load(
      [&](CompiledObject &object) {
        return groups == RequiredGroups::full
                   ? compile_kernel(bitcode_, outline_.kernels[index], groups, object, error)
                   : compile_specialized(bitcode_, kernel(index), {}, object, error);
      },
      error);
}

std::unique_ptr<Program> BitcodeProgram::specialize(size_t index,
                                                    const Specialization &specialization,
                                                    std::string &error) const {
  return load(
      [&](CompiledObject &object) {
        return compile_specialized(bitcode_, kernel(index), specialization, object, error);
      },
      error);
}

}  // namespace mux::compiler
