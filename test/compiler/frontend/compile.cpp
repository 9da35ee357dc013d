#include "compile.h"

#include <mux/extensions.h>

#include <iostream>

namespace mux::test {

CompileResult take_result(mux_result_t result, mux_compilation_t compilation,
                          CountingAllocator &allocator) {
  CompileResult taken;
  taken.result = result;
  if (result != mux_success) {
    taken.message = muxGetLastErrorMessage();
  }
  taken.log = muxGetCompilationLog(compilation);
  if (muxGetCompilationBinary(compilation) != nullptr) {
    taken.binary.assign(static_cast<const char *>(muxGetCompilationBinary(compilation)),
                        muxGetCompilationBinaryLength(compilation));
  }
  muxDestroyCompilation(compilation, allocator.info());
  if (allocator.live() != 0 || allocator.misuses() != 0) {
    taken.result = mux_error_internal;
    taken.message = "the compilation leaked memory or freed it wrongly";
  }
  return taken;
}

CompileResult compile(const std::string &source, const std::string &options,
                      const char *source_name, uint32_t output,
                      const std::vector<TestHeader> &headers) {
  CountingAllocator allocator;
  mux_compile_info_t info = {};
  info.source = source.data();
  info.source_length = source.size();
  info.source_name = source_name;
  info.options = options.c_str();
  info.output = output;
  std::vector<mux_compile_header_t> header_infos;
  for (const TestHeader &header : headers) {
    header_infos.push_back({header.name.c_str(), header.source.data(), header.source.size()});
  }
  info.headers = header_infos.data();
  info.header_count = header_infos.size();
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxCompile(&info, allocator.info(), &compilation);
  return take_result(result, compilation, allocator);
}

bool compiles(const std::string &source, const std::string &options) {
  const CompileResult result = compile(source, options);
  if (result.result == mux_success && result.log.empty() && !result.binary.empty()) {
    return true;
  }
  std::cerr << result.message << "\n" << result.log;
  return false;
}

bool refused(const std::string &source, const std::string &options, const std::string &expected) {
  const CompileResult result = compile(source, options);
  if (result.result == mux_error_failure && result.binary.empty() && !result.message.empty() &&
      contains(result.log, expected)) {
    return true;
  }
  std::cerr << "result " << result.result << ", log:\n" << result.log;
  return false;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

}  // namespace mux::test
