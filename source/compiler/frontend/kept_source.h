/// @file
/// What Clang made of source, looked up in the cache of compiled code and kept there. Where there
/// is no cache, nothing is found, and storing does nothing.
///
/// An entry belongs to a source, its options and its headers in memory, and has what the
/// compilation learned of files on disk. It is taken only if the files say the same now.
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
class KeptSource {
 public:
  /// @param request must outlive this object.
  KeptSource(const SourceRequest &request, const BuildOptions &options);

  /// @param[out] bitcode and
  /// @param[in,out] log as compile_with_clang() leaves them, when true is returned.
  bool find(Bitcode &bitcode, std::string &log) const;
  /// @param log what the compilation added to the log.
  void store(const Bitcode &bitcode, std::string_view log, const FileRecord &record) const;

 private:
  const CodeCache *const cache_;
  const SourceRequest &request_;
  std::string key_;
};

}  // namespace mux::compiler
