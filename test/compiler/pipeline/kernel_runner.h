/// @file
/// Runs a kernel of a loaded program like the scheduler: packs arguments, lays out scratch memory,
/// and distributes ranges of work-groups to threads.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/program/program.h"

namespace mux::compiler::test {

struct Range {
  std::array<uint64_t, 3> global{1, 1, 1};
  std::array<uint64_t, 3> local{1, 1, 1};
  std::array<uint64_t, 3> offset{0, 0, 0};
  uint64_t dimensions = 3;
  /// NdRange::nontemporal_threshold.
  uint64_t nontemporal_threshold = UINT64_MAX;
};

/// The bytes of a file generated at build time; fails the test if it cannot be read.
std::string read_binary(const std::string &name);

/// Whether tests also run their kernels translated to SPIR-V, from the folder of the environment
/// variable MUX_TEST_TRANSLATED.
bool is_translated_run();

/// The translated binary in such runs, or nothing if there is none; `name` is that of the file.
std::string read_translated(const std::string &name);

/// Bitcode of a module in text form; fails the test if it is invalid.
std::string assemble(const std::string &text, const std::string &triple = "spir64");

/// Loads a binary and generates the code of all its kernels.
/// @return NULL, with the reason in `error`, if code generation fails for one of them.
std::unique_ptr<Program> try_to_load(std::string_view binary, std::string &error);

/// As above; fails the test with the message on failure.
std::unique_ptr<Program> load(const std::string &binary);

/// A file that is loaded once for all tests. Its kernels are compiled on first use. Calls also run
/// the translated kernels.
const Program &load_shared(const std::string &name);

/// The optimization levels of Clang that a test runs the kernels of its file with, as in the names
/// of the files: "O0" and "O2", or only the one that MUX_TEST_CLANG_LEVEL names.
std::vector<std::string> clang_levels();

/// The index of a kernel, with its description; fails the test if there is no such kernel.
size_t find_kernel(const Program &program, const std::string &kernel);

/// The kernel specialized for some of its runs; fails the test with the message on failure.
std::unique_ptr<Program> specialize(const Program &program, const std::string &kernel,
                                    const Specialization &specialization);

/// One call of a kernel. If there is a translated one, and it only writes buffers, both are run and
/// must have equal results; otherwise only the translated one.
class Call {
 public:
  /// Fails the test if there is no such kernel.
  Call(const Program &program, const std::string &kernel);

  template <typename T>
  Call &buffer(std::vector<T> &data) {
    buffers_.push_back(std::as_writable_bytes(std::span(data)));
    return pack(ArgumentKind::buffer, reinterpret_cast<uint64_t>(data.data()));
  }
  Call &pointer(void *address);
  template <typename T>
  Call &value(const T &data) {
    return bytes(&data, sizeof(T));
  }
  Call &local(uint64_t size);
  /// The view must outlive the runs.
  Call &image(const ImageView &view);
  Call &sampler(uint32_t bits);

  /// Runs all work-groups on `threads` threads. Scratch memory is filled with 0xAA bytes.
  void run(const Range &range, unsigned threads = 1);
  /// The general code for it.
  KernelCode code_for(const Range &range) const;

  const KernelDescription &description() const { return description_; }

 private:
  Call(const Program &program, size_t kernel);
  void run_code(const Range &range, unsigned threads);
  void run_both(const Range &range, unsigned threads);
  Call &pack(ArgumentKind kind, uint64_t value);
  Call &bytes(const void *data, size_t size);
  const KernelArgument &next(ArgumentKind kind);

  const Program &program_;
  size_t index_;
  const KernelDescription &description_;
  std::vector<uint64_t> packed_;
  size_t next_argument_ = 0;
  uint64_t scratch_size_;
  std::vector<std::span<std::byte>> buffers_;
  /// Whether it may write other memory than buffers.
  bool writes_elsewhere_ = false;
  std::unique_ptr<Call> translated_;
};

}  // namespace mux::compiler::test
