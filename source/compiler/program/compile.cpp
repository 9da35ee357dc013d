#include "compiler/program/compile.h"

#include <utility>

#include "compiler/interface/code_generator.h"
#include "compiler/interface/pass_debugging.h"
#include "compiler/program/cached_code.h"

namespace mux::compiler {

namespace {

VectorWidth width_for(const Specialization &specialization) {
  if (!specialization.strategy.has_value()) {
    return vector_width_of_environment();
  }
  switch (*specialization.strategy) {
    case VectorizationStrategy::loops:
      return {VectorWidth::Mode::loops};
    case VectorizationStrategy::packets:
      return {VectorWidth::Mode::packets};
    case VectorizationStrategy::scalar:
      break;
  }
  return {VectorWidth::Mode::scalar};
}

/// Generates code, with the front half of the kernel that an earlier compilation made.
bool generate(const CodeGenerator &generator, const ProgramBitcode &bitcode, const CompileJob &job,
              CompiledObject &object, std::string &error) {
  const std::string &kernel = job.request.kernel;
  const std::string_view part = bitcode.with(kernel, generator);
  if (!shares_front_half(job.request) || is_pass_debugging_enabled()) {
    return generator.compile(part, job, nullptr, object, error);
  }
  SharedFrontHalf front_half = bitcode.front_halves().find(kernel);
  const bool is_new = front_half == nullptr;
  if (!generator.compile(part, job, &front_half, object, error)) {
    return false;
  }
  if (is_new && front_half != nullptr) {
    bitcode.front_halves().keep(kernel, std::move(front_half));
  }
  return true;
}

bool compile(const ProgramBitcode &bitcode, const CompileJob &job, CompiledObject &object,
             std::string &error) {
  const CachedCode kept(bitcode.whole(), job.request, job.width, job.result);
  if (kept.find(object)) {
    return true;
  }
  const CodeGenerator *generator = find_code_generator(error);
  if (generator == nullptr || !generate(*generator, bitcode, job, object, error)) {
    return false;
  }
  kept.store(object);
  return true;
}

/// Cached optimized code is available sooner than quick code could be compiled.
bool find_optimized(const ProgramBitcode &bitcode, CompileJob job, CompiledObject &object) {
  job.request.specialization.tier = CodeTier::optimized;
  return CachedCode(bitcode.whole(), job.request, job.width, job.result).find(object);
}

CompileJob generic_job(const ProgramBitcode &bitcode, const std::string &kernel,
                       RequiredGroups required_groups) {
  CompileJob job;
  job.request.kernel = kernel;
  job.request.required_groups = required_groups;
  job.request.constants = bitcode.constants();
  job.width = vector_width_of_environment();
  return job;
}

}  // namespace

bool mark_bitcode(std::string_view bitcode, InitializedMemory initialized, std::string &marked,
                  std::string &error) {
  return require_code_generator().mark(bitcode, initialized, marked, error);
}

bool inspect_bitcode(std::string_view bitcode, ProgramOutline &outline, std::string &error) {
  const CachedOutline kept(bitcode);
  // A cached outline needs no new checks: the key contains a hash of the bitcode.
  if (kept.find(outline)) {
    return true;
  }
  if (!require_code_generator().inspect(bitcode, outline, error)) {
    return false;
  }
  kept.store(outline);
  return true;
}

bool compile_bitcode(std::string_view bitcode, RequiredGroups required_groups,
                     CompiledObject &object, std::string &error) {
  return compile_kernel(ProgramBitcode(bitcode), {}, required_groups, object, error);
}

bool compile_kernel(const ProgramBitcode &bitcode, const std::string &kernel,
                    RequiredGroups required_groups, CompiledObject &object, std::string &error) {
  return compile(bitcode, generic_job(bitcode, kernel, required_groups), object, error);
}

bool describe_kernel(const ProgramBitcode &bitcode, const std::string &kernel,
                     KernelDescription &description, std::string &error) {
  CompileJob job = generic_job(bitcode, kernel, RequiredGroups::full);
  job.result = CompiledResult::descriptions;
  CompiledObject object;
  if (!compile(bitcode, job, object, error)) {
    // Throws CompilerMissing if the failure is not the kernel's.
    require_code_generator();
    return false;
  }
  description = std::move(object.kernels.front());
  return true;
}

bool compile_specialized(const ProgramBitcode &bitcode, const KernelDescription &kernel,
                         const Specialization &specialization, CompiledObject &object,
                         std::string &error) {
  CompileJob job;
  job.request.kernel = kernel.name;
  job.request.specialization = specialization;
  job.request.sub_group_size = kernel.sub_group_size;
  job.request.constants = bitcode.constants();
  job.width = width_for(specialization);
  if (specialization.only_cached) {
    error = "the cache has no such code";
    return CachedCode(bitcode.whole(), job.request, job.width, job.result).find(object);
  }
  return (specialization.tier == CodeTier::quick && find_optimized(bitcode, job, object)) ||
         compile(bitcode, job, object, error);
}

}  // namespace mux::compiler
