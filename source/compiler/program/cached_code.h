/// @file
/// Lookup and storage of compiled code and program outlines in the disk cache. Without a cache
/// nothing is found, and storing does nothing.
#pragma once

#include <string>
#include <string_view>

#include "compiler/cache/code_cache.h"
#include "compiler/interface/compile_request.h"
#include "compiler/interface/compiled_object.h"
#include "compiler/interface/vector_width.h"

namespace mux::compiler {

/// The cached code for a request. Throws nothing but std::bad_alloc.
class CachedCode {
 public:
  CachedCode(std::string_view bitcode, const CompileRequest &request, const VectorWidth &width,
             CompiledResult result);

  /// @param[out] object every member of it, when true is returned.
  bool find(CompiledObject &object) const;
  void store(const CompiledObject &object) const;

 private:
  const CodeCache *const cache_;
  const CodeTier tier_;
  std::string key_;
  std::string label_;
};

/// The cached result of inspect_bitcode(). Throws nothing but std::bad_alloc.
class CachedOutline {
 public:
  explicit CachedOutline(std::string_view bitcode);

  /// @param[out] outline every member of it, when true is returned.
  bool find(ProgramOutline &outline) const;
  void store(const ProgramOutline &outline) const;

 private:
  const CodeCache *const cache_;
  std::string key_;
};

}  // namespace mux::compiler
