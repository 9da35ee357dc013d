#include "kernel_runner.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <thread>

#include "compiler/abi/tiny_groups.h"

namespace mux::compiler::test {

namespace {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};

/// Indexed by the untranslated programs of the same source.
std::map<const Program *, std::unique_ptr<Program>> &translated_programs() {
  static std::map<const Program *, std::unique_ptr<Program>> programs;
  return programs;
}

/// Kernels that a translator may change: llvm-spirv translates fmin to min, which differs for NaN,
/// where OpenCL C does not define min.
bool is_open(const std::string &kernel) {
  return kernel == "min_float" || kernel == "max_float" || kernel == "min_double" ||
         kernel == "max_double";
}

bool has_kernel(const Program &program, const std::string &kernel) {
  for (size_t i = 0; i < program.kernel_count(); ++i) {
    if (program.kernel_name(i) == kernel) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string read_binary(const std::string &name) {
  std::ifstream file(std::string(MUX_TEST_KERNELS) + "/" + name, std::ios::binary);
  INFO("file " << name);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool is_translated_run() {
  return std::getenv("MUX_TEST_TRANSLATED") != nullptr;
}

std::string read_translated(const std::string &name) {
  if (!is_translated_run()) {
    return {};
  }
  std::ifstream file(std::string(std::getenv("MUX_TEST_TRANSLATED")) + "/" +
                         name.substr(0, name.size() - std::strlen(".bc")) + ".mux",
                     std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string assemble(const std::string &text, const std::string &triple) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString("target triple = \"" + triple + "\"\n" + text, problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(*module, stream);
  return stream.str();
}

std::unique_ptr<Program> try_to_load(std::string_view binary, std::string &error) {
  std::unique_ptr<Program> program = load_program(binary, error);
  for (size_t i = 0; program != nullptr && i < program->kernel_count(); ++i) {
    if (!program->describe(i, error) ||
        program->code(i, RequiredGroups::full, error).function == nullptr) {
      return nullptr;
    }
  }
  return program;
}

std::unique_ptr<Program> load(const std::string &binary) {
  std::string error;
  std::unique_ptr<Program> program = try_to_load(binary, error);
  INFO(error);
  REQUIRE(program != nullptr);
  return program;
}

std::vector<std::string> clang_levels() {
  const char *level = std::getenv("MUX_TEST_CLANG_LEVEL");
  return level != nullptr ? std::vector<std::string>{level} : std::vector<std::string>{"O0", "O2"};
}

const Program &load_shared(const std::string &name) {
  static std::map<std::string, std::unique_ptr<Program>> programs;
  std::unique_ptr<Program> &program = programs[name];
  if (program == nullptr) {
    std::string error;
    program = load_program(read_binary(name), error);
    INFO(error);
    REQUIRE(program != nullptr);
    if (const std::string binary = read_translated(name); !binary.empty()) {
      std::unique_ptr<Program> translated = load_program(binary, error);
      INFO("translated to SPIR-V: " << error);
      REQUIRE(translated != nullptr);
      translated_programs()[program.get()] = std::move(translated);
    }
  }
  return *program;
}

size_t find_kernel(const Program &program, const std::string &kernel) {
  size_t found = 0;
  while (found < program.kernel_count() && program.kernel_name(found) != kernel) {
    ++found;
  }
  INFO("kernel " << kernel);
  REQUIRE(found < program.kernel_count());
  std::string error;
  const bool is_described = program.describe(found, error);
  INFO(error);
  REQUIRE(is_described);
  return found;
}

std::unique_ptr<Program> specialize(const Program &program, const std::string &kernel,
                                    const Specialization &specialization) {
  std::string error;
  std::unique_ptr<Program> special =
      program.specialize(find_kernel(program, kernel), specialization, error);
  INFO(error);
  REQUIRE(special != nullptr);
  REQUIRE(special->kernel_count() == 1);
  return special;
}

Call::Call(const Program &program, const std::string &kernel)
    : Call(program, find_kernel(program, kernel)) {
  const auto translated = translated_programs().find(&program);
  // `check` reports kernels that are missing there.
  if (translated != translated_programs().end() && !is_open(kernel) &&
      has_kernel(*translated->second, kernel)) {
    translated_.reset(new Call(*translated->second, find_kernel(*translated->second, kernel)));
  }
}

Call::Call(const Program &program, size_t kernel)
    : program_(program),
      index_(kernel),
      description_(program.kernel(kernel)),
      packed_(description_.packed_size / 8 + 1),
      scratch_size_(description_.local_memory_size) {}

const KernelArgument &Call::next(ArgumentKind kind) {
  REQUIRE(next_argument_ < description_.arguments.size());
  const KernelArgument &argument = description_.arguments[next_argument_];
  ++next_argument_;
  REQUIRE(argument.kind == kind);
  return argument;
}

Call &Call::pack(ArgumentKind kind, uint64_t value) {
  const KernelArgument &argument = next(kind);
  std::memcpy(reinterpret_cast<char *>(packed_.data()) + argument.offset, &value, sizeof(value));
  if (translated_ != nullptr) {
    translated_->pack(kind, value);
  }
  return *this;
}

Call &Call::pointer(void *address) {
  writes_elsewhere_ = true;
  return pack(ArgumentKind::buffer, reinterpret_cast<uint64_t>(address));
}

Call &Call::image(const ImageView &view) {
  writes_elsewhere_ = true;
  return pack(ArgumentKind::image, reinterpret_cast<uint64_t>(&view));
}

Call &Call::sampler(uint32_t bits) {
  return pack(ArgumentKind::sampler, bits);
}

Call &Call::bytes(const void *data, size_t size) {
  const KernelArgument &argument = next(ArgumentKind::plain_old_data);
  REQUIRE(argument.size == size);
  std::memcpy(reinterpret_cast<char *>(packed_.data()) + argument.offset, data, size);
  if (translated_ != nullptr) {
    translated_->bytes(data, size);
  }
  return *this;
}

Call &Call::local(uint64_t size) {
  const KernelArgument &argument = next(ArgumentKind::local_buffer);
  std::memcpy(reinterpret_cast<char *>(packed_.data()) + argument.offset, &scratch_size_,
              sizeof(scratch_size_));
  scratch_size_ += llvm::alignTo(size, local_memory_alignment);
  if (translated_ != nullptr) {
    translated_->local(size);
  }
  return *this;
}

KernelCode Call::code_for(const Range &range) const {
  bool is_full = true;
  for (size_t i = 0; i < 3; ++i) {
    is_full = is_full && range.global[i] % range.local[i] == 0;
  }
  std::string error;
  const KernelCode code =
      program_.code(index_, is_full ? RequiredGroups::full : RequiredGroups::any, error);
  INFO(error);
  REQUIRE(code.function != nullptr);
  return code;
}

void Call::run(const Range &range, unsigned threads) {
  if (translated_ == nullptr) {
    run_code(range, threads);
  } else if (writes_elsewhere_ || buffers_.empty()) {
    translated_->run_code(range, threads);
  } else {
    run_both(range, threads);
  }
}

void Call::run_both(const Range &range, unsigned threads) {
  std::vector<std::vector<std::byte>> before;
  for (const std::span<std::byte> buffer : buffers_) {
    before.emplace_back(buffer.begin(), buffer.end());
  }
  run_code(range, threads);
  std::vector<std::vector<std::byte>> expected;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    expected.emplace_back(buffers_[i].begin(), buffers_[i].end());
    std::copy(before[i].begin(), before[i].end(), buffers_[i].begin());
  }
  translated_->run_code(range, threads);
  for (size_t i = 0; i < buffers_.size(); ++i) {
    INFO("buffer " << i << " of " << program_.kernel_name(index_) << ", translated to SPIR-V");
    CHECK(std::equal(expected[i].begin(), expected[i].end(), buffers_[i].begin()));
  }
}

void Call::run_code(const Range &range, unsigned threads) {
  REQUIRE(next_argument_ == description_.arguments.size());
  NdRange described{};
  described.dimensions = range.dimensions;
  described.nontemporal_threshold = range.nontemporal_threshold;
  uint64_t groups = 1;
  uint64_t items = 1;
  const KernelCode code = code_for(range);
  for (size_t i = 0; i < 3; ++i) {
    described.global_size[i] = range.global[i];
    described.local_size[i] = range.local[i];
    described.global_offset[i] = range.offset[i];
    described.group_count[i] = (range.global[i] + range.local[i] - 1) / range.local[i];
    groups *= described.group_count[i];
    items *= range.local[i];
  }
  const uint64_t joined = most_joined_groups(described.local_size);
  described.work_item_storage_offset = joined * scratch_size_;
  const uint64_t scratch_size =
      llvm::alignTo(joined * scratch_size_ + code.description->context_array(joined * items),
                    local_memory_alignment) +
      local_memory_alignment;

  std::vector<int32_t> results(threads, 0);
  const auto work = [&](unsigned thread) {
    const std::unique_ptr<void, Free> scratch(
        std::aligned_alloc(local_memory_alignment, scratch_size));
    std::memset(scratch.get(), 0xAA, scratch_size);
    results[thread] = code.function(packed_.data(), &described, groups * thread / threads,
                                    groups * (thread + 1) / threads, scratch.get());
  };
  std::vector<std::thread> workers;
  for (unsigned thread = 1; thread < threads; ++thread) {
    workers.emplace_back(work, thread);
  }
  work(0);
  for (std::thread &worker : workers) {
    worker.join();
  }
  CHECK(std::all_of(results.begin(), results.end(), [](int32_t result) { return result == 0; }));
}

}  // namespace mux::compiler::test
