#include "compiler/frontend/source_compiler.h"

#include <mux/compiler.h>

#include <new>
#include <utility>

#include "compiler/frontend/build_options.h"
#include "compiler/frontend/clang_compiler.h"
#include "compiler/frontend/kept_source.h"
#include "compiler/link/contain.h"
#include "compiler/program/compile.h"
#include "compiler/program/large_stack.h"

namespace mux::compiler {
namespace {

/// Clang counts source locations in 31 bits, and headers and macros need some of them too.
constexpr size_t largest_source = size_t{256} << 20;

bool check_size(const std::string &name, std::string_view source, std::string &log) {
  if (source.size() <= largest_source) {
    return true;
  }
  log += name + ": error: the source has " + std::to_string(source.size()) + " bytes, more than " +
         std::to_string(largest_source) + "\n";
  return false;
}

/// @return whether none is too large.
bool check_sizes(const SourceRequest &request, std::string &log) {
  bool fit = check_size(request.name, request.source, log);
  for (const EmbeddedHeader &header : request.headers) {
    fit = check_size(header.name, header.source, log) && fit;
  }
  return fit;
}

bool find_or_compile(const SourceRequest &request, const BuildOptions &options, Bitcode &bitcode,
                     std::string &log) {
  const KeptSource kept(request, options);
  if (kept.find(bitcode, log)) {
    return true;
  }
  FileRecord record;
  const size_t log_start = log.size();
  if (!compile_with_clang(request, options, bitcode, log, record)) {
    return false;
  }
  kept.store(bitcode, std::string_view(log).substr(log_start), record);
  return true;
}

bool compile_to_container(const SourceRequest &request, std::string &bytes, std::string &log) {
  BuildOptions options;
  if (!parse_build_options(request.options, options, log)) {
    return false;
  }
  Bitcode bitcode;
  if (!find_or_compile(request, options, bitcode, log)) {
    return false;
  }
  if (request.output != mux_compile_output_native) {
    bytes = contain(std::move(bitcode), request.output == mux_compile_output_object
                                            ? CodeKind::linkable
                                            : CodeKind::bitcode);
    return true;
  }
  CompiledObject object;
  std::string error;
  if (!compile_bitcode(bitcode.bytes, RequiredGroups::any, object, error)) {
    log += request.name + ": error: " + error + "\n";
    return false;
  }
  bytes = contain(std::move(object));
  return true;
}

}  // namespace

SourceResult compile_source(const SourceRequest &request, std::string &container,
                            std::string &log) {
  if (!check_sizes(request, log)) {
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
