#include "compiler/frontend/source_compiler.h"

#include <utility>

#include "compiler/frontend/build_options.h"
#include "compiler/frontend/cached_source.h"
#include "compiler/frontend/finish.h"
#include "compiler/interface/language_frontend.h"

namespace mux::compiler {
namespace {

/// Clang's source locations have 31 bits, which headers and macros share.
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

SourceResult find_or_compile(const SourceRequest &request, const BuildOptions &options,
                             Bitcode &bitcode, std::string &log) {
  const CachedSource kept(request, options);
  if (kept.find(bitcode, log)) {
    return SourceResult::success;
  }
  FileRecord record;
  const size_t log_start = log.size();
  const SourceResult result =
      require_language_frontend().compile(request, options, bitcode, log, record);
  if (result == SourceResult::success) {
    kept.store(bitcode, std::string_view(log).substr(log_start), record);
  }
  return result;
}

}  // namespace

SourceResult compile_source(const SourceRequest &request, std::string &container,
                            std::string &log) {
  BuildOptions options;
  if (!check_sizes(request, log) || !parse_build_options(request.options, options, log)) {
    return SourceResult::failure;
  }
  Bitcode bitcode;
  const SourceResult result = find_or_compile(request, options, bitcode, log);
  if (result != SourceResult::success) {
    return result;
  }
  return finish_bitcode(request.name, request.output, std::move(bitcode), container, log)
             ? SourceResult::success
             : SourceResult::failure;
}

}  // namespace mux::compiler
