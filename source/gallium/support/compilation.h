/// @file
/// A compilation of the compiler, or a link, destroyed at the end of its scope.
#pragma once

#include <mux/compiler.h>

namespace mux::gallium {

class Compilation {
 public:
  explicit Compilation(mux_allocator_info_t allocator) : allocator_(allocator) {}
  ~Compilation() { muxDestroyCompilation(compilation_, allocator_); }
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;

  /// Once; the log is there in any case.
  mux_result_t compile(const mux_compile_info_t &info) {
    return muxCompile(&info, allocator_, &compilation_);
  }
  /// The same, of a link.
  mux_result_t link(const mux_link_info_t &info) {
    return muxLink(&info, allocator_, &compilation_);
  }
  const char *log() const { return muxGetCompilationLog(compilation_); }
  const void *binary() const { return muxGetCompilationBinary(compilation_); }
  uint64_t size() const { return muxGetCompilationBinaryLength(compilation_); }

 private:
  mux_allocator_info_t allocator_;
  mux_compilation_t compilation_ = nullptr;
};

}  // namespace mux::gallium
