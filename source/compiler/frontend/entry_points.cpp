/// The entry points of compiler.h: they check their parameters, compile, and put what came of it
/// into one block of the caller's memory.

#include <mux/compiler.h>
#include <mux/target.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <string>

#include "compiler/frontend/source_compiler.h"

/// The log and the binary follow in the same allocation.
struct mux_compilation_s {
  const char *log;
  const void *binary;
  uint64_t binary_length;
};

namespace {

using mux::compiler::SourceRequest;
using mux::compiler::SourceResult;

/// Of the block and of the binary in it: a cache line.
constexpr size_t block_alignment = 64;

mux_result_t fail(mux_result_t result, const std::string &message) {
  muxSetLastErrorMessage(("muxCompile: " + message).c_str());
  return result;
}

mux_result_t validate(const mux_compile_info_t *info, const mux_allocator_info_t &allocator_info,
                      mux_compilation_t *out_compilation) {
  if (info == nullptr) {
    return fail(mux_error_invalid_value, "info is NULL");
  }
  if (info->source == nullptr) {
    return fail(mux_error_invalid_value, "info->source is NULL");
  }
  if (info->source_length == 0) {
    return fail(mux_error_invalid_value, "info->source_length is 0");
  }
  if (info->output > mux_compile_output_native) {
    return fail(mux_error_invalid_value, "info->output is " + std::to_string(info->output) +
                                             ", not one of mux_compile_output_e");
  }
  if (allocator_info.alloc == nullptr || allocator_info.free == nullptr) {
    return fail(mux_error_null_allocator_callback,
                std::string("allocator_info.") +
                    (allocator_info.alloc == nullptr ? "alloc" : "free") + " is NULL");
  }
  if (out_compilation == nullptr) {
    return fail(mux_error_null_out_parameter, "out_compilation is NULL");
  }
  return mux_success;
}

/// @return NULL when the allocation failed.
mux_compilation_t create_compilation(const mux_allocator_info_t &allocator_info,
                                     const std::string &binary, const std::string &log) {
  static_assert(sizeof(mux_compilation_s) <= block_alignment);
  const size_t log_offset = block_alignment + binary.size();
  auto *block = static_cast<char *>(
      allocator_info.alloc(allocator_info.user_data, log_offset + log.size() + 1, block_alignment));
  if (block == nullptr) {
    return nullptr;
  }
  std::copy_n(binary.data(), binary.size(), block + block_alignment);
  std::copy_n(log.c_str(), log.size() + 1, block + log_offset);
  auto *compilation = new (block) mux_compilation_s{};
  compilation->log = block + log_offset;
  if (!binary.empty()) {
    compilation->binary = block + block_alignment;
    compilation->binary_length = binary.size();
  }
  return compilation;
}

/// The message of a compilation that failed: its first error, which is all that most callers print.
std::string first_error(const std::string &log) {
  const size_t error = log.find("error: ");
  if (error == std::string::npos) {
    return "the source did not compile";
  }
  const size_t start = log.rfind('\n', error) + 1;
  return log.substr(start, log.find('\n', error) - start);
}

mux_result_t compile(const mux_compile_info_t &info, const mux_allocator_info_t &allocator_info,
                     mux_compilation_t *out_compilation) {
  SourceRequest request;
  request.source = std::string_view(info.source, info.source_length);
  request.name =
      info.source_name == nullptr || info.source_name[0] == '\0' ? "kernel.cl" : info.source_name;
  request.options = info.options == nullptr ? "" : info.options;
  request.native = info.output == mux_compile_output_native;

  std::string binary;
  std::string log;
  const SourceResult result = mux::compiler::compile_source(request, binary, log);
  if (result == SourceResult::unsupported) {
    return fail(mux_error_feature_unsupported, "Mux was built without the OpenCL C frontend");
  }
  if (result == SourceResult::out_of_memory) {
    return fail(mux_error_out_of_memory, "the compiler ran out of memory or threads");
  }
  *out_compilation = create_compilation(allocator_info, binary, log);
  if (*out_compilation == nullptr) {
    return fail(mux_error_out_of_memory, "the allocator returned NULL");
  }
  return result == SourceResult::success ? mux_success : fail(mux_error_failure, first_error(log));
}

}  // namespace

extern "C" mux_result_t muxCompile(const mux_compile_info_t *info,
                                   mux_allocator_info_t allocator_info,
                                   mux_compilation_t *out_compilation) {
  try {
    if (out_compilation != nullptr) {
      *out_compilation = nullptr;
    }
    const mux_result_t result = validate(info, allocator_info, out_compilation);
    return result == mux_success ? compile(*info, allocator_info, out_compilation) : result;
  } catch (const std::bad_alloc &) {
    muxSetLastErrorMessage("muxCompile: out of memory");
    return mux_error_out_of_memory;
  } catch (const std::exception &exception) {
    muxSetLastErrorMessage(exception.what());
    return mux_error_internal;
  }
}

extern "C" const char *muxGetCompilationLog(mux_compilation_t compilation) {
  return compilation == nullptr ? "" : compilation->log;
}

extern "C" const void *muxGetCompilationBinary(mux_compilation_t compilation) {
  return compilation == nullptr ? nullptr : compilation->binary;
}

extern "C" uint64_t muxGetCompilationBinaryLength(mux_compilation_t compilation) {
  return compilation == nullptr ? 0 : compilation->binary_length;
}

extern "C" void muxDestroyCompilation(mux_compilation_t compilation,
                                      mux_allocator_info_t allocator_info) {
  if (compilation != nullptr && allocator_info.free != nullptr) {
    allocator_info.free(allocator_info.user_data, compilation);
  }
}
