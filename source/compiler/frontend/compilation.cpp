#include "compiler/frontend/compilation.h"

#include <mux/target.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <new>

#include "compiler/interface/compiler_missing.h"

/// The log and the binary follow in the same allocation.
struct mux_compilation_s {
  const char *log;
  const void *binary;
  uint64_t binary_length;
};

namespace mux::compiler {

namespace {

/// Alignment of the block and of the binary in it: a cache line.
constexpr size_t block_alignment = 64;

}  // namespace

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

mux_result_t fail(const char *entry_point, mux_result_t result, std::string_view message) {
  // The length that muxSetLastErrorMessage() stores; nothing is allocated, because memory may be
  // exhausted.
  std::array<char, 512> text;
  std::snprintf(text.data(), text.size(), "%s: %.*s", entry_point,
                static_cast<int>(std::min(message.size(), text.size())), message.data());
  muxSetLastErrorMessage(text.data());
  return result;
}

std::string list_element(const char *list, uint64_t index) {
  std::string text = list;
  text += '[';
  text += std::to_string(index);
  text += ']';
  return text;
}

mux_result_t check_allocator_and_result(const char *entry_point,
                                        const mux_allocator_info_t &allocator_info,
                                        const mux_compilation_t *out_compilation) {
  if (allocator_info.alloc == nullptr || allocator_info.free == nullptr) {
    return fail(entry_point, mux_error_null_allocator_callback,
                std::string("allocator_info.") +
                    (allocator_info.alloc == nullptr ? "alloc" : "free") + " is NULL");
  }
  if (out_compilation == nullptr) {
    return fail(entry_point, mux_error_null_out_parameter, "out_compilation is NULL");
  }
  return mux_success;
}

mux_result_t catch_exceptions(const char *entry_point, const std::function<mux_result_t()> &work) {
  try {
    return work();
  } catch (const std::bad_alloc &) {
    return fail(entry_point, mux_error_out_of_memory, "out of memory");
  } catch (const CompilerMissing &missing) {
    return fail(entry_point, mux_error_feature_unsupported, missing.what());
  } catch (const std::exception &exception) {
    return fail(entry_point, mux_error_internal, exception.what());
  }
}

std::string first_error(const std::string &log) {
  const size_t error = log.find("error: ");
  if (error == std::string::npos) {
    return "the source did not compile";
  }
  const size_t start = log.rfind('\n', error) + 1;
  return log.substr(start, log.find('\n', error) - start);
}

}  // namespace mux::compiler

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
