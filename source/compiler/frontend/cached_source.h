/// @file
/// Lookup and storage of compiled source in the disk cache. Without a cache nothing is found, and
/// storing does nothing.
///
/// The key of an entry is the source, its options and its headers in memory; the entry also has the
/// record of the files on disk that the compilation depended on. It is used only if these files are
/// unchanged.
#pragma once

#include <string>
#include <string_view>

#include "compiler/cache/code_cache.h"
#include "compiler/interface/bitcode.h"
#include "compiler/interface/build_options.h"
#include "compiler/interface/file_record.h"
#include "compiler/interface/source_request.h"

namespace mux::compiler {

/// Throws nothing but std::bad_alloc.
class CachedSource {
 public:
  /// @param request must outlive this object.
  CachedSource(const SourceRequest &request, const BuildOptions &options);

  /// @param[out] bitcode as from compile_with_clang(), when true is returned.
  /// @param[in,out] log likewise.
  bool find(Bitcode &bitcode, std::string &log) const;
  /// @param log the compilation's part of the log.
  void store(const Bitcode &bitcode, std::string_view log, const FileRecord &record) const;

 private:
  const CodeCache *const cache_;
  const SourceRequest &request_;
  std::string key_;
};

}  // namespace mux::compiler
