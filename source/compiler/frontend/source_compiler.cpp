#include "compiler/frontend/source_compiler.h"

#include <new>

#include "compiler/container/container.h"
#include "compiler/frontend/build_options.h"
#include "compiler/frontend/clang_compiler.h"
#include "compiler/program/compile.h"
#include "compiler/program/large_stack.h"

namespace mux::compiler {
namespace {

/// Clang counts source locations in 31 bits, and headers and macros need some of them too.
constexpr size_t largest_source = size_t{256} << 20;

bool compile_to_container(const SourceRequest &request, std::string &bytes, std::string &log) {
  BuildOptions options;
  if (!parse_build_options(request.options, options, log)) {
    return false;
  }
  Bitcode bitcode;
  if (!compile_with_clang(request.source, request.name, options, bitcode, log)) {
    return false;
  }
  Container container;
  CompiledObject object;
  if (request.native) {
    std::string error;
    if (!compile_bitcode(bitcode.bytes, RequiredGroups::any, object, error)) {
      log += request.name + ": error: " + error + "\n";
      return false;
    }
    container.kind = CodeKind::object;
    container.cpu = std::move(object.cpu);
    container.cpu_features = std::move(object.cpu_features);
    container.kernels = std::move(object.kernels);
    container.code = object.code;
  } else {
    for (std::string &name : bitcode.kernel_names) {
      container.kernels.emplace_back().name = std::move(name);
    }
    container.code = bitcode.bytes;
  }
  bytes = write_container(container);
  return true;
}

}  // namespace

SourceResult compile_source(const SourceRequest &request, std::string &container,
                            std::string &log) {
  if (request.source.size() > largest_source) {
    log = request.name + ": error: the source has " + std::to_string(request.source.size()) +
          " bytes, more than " + std::to_string(largest_source) + "\n";
    return SourceResult::failure;
  }
  SourceResult result = SourceResult::failure;
  const bool ran = run_with_large_stack([&] {
    try {
      if (compile_to_container(request, container, log)) {
        result = SourceResult::success;
      }
    } catch (const std::bad_alloc &) {
      result = SourceResult::out_of_memory;
    }
  });
  return ran ? result : SourceResult::out_of_memory;
}

}  // namespace mux::compiler
